#include <bit>

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {
namespace {

/// Loose round robin (Lee2015 section 6.5): the next ready warp after the one that issued last.
class Lrr final : public WarpScheduler {
 public:
  unsigned pick(WarpMask ready, std::span<const std::uint64_t>) override {
    const WarpMask after = last_ == 63 ? 0 : ready >> (last_ + 1) << (last_ + 1);
    return last_ = static_cast<unsigned>(std::countr_zero(after != 0 ? after : ready));
  }

 private:
  unsigned last_ = 63;
};

const Registration<WarpSchedulerEntry> registration{
    WarpSchedulerEntry{"lrr", "loose round robin", [] { return std::make_unique<Lrr>(); }}};

}  // namespace
}  // namespace heddle
