#pragma once

#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"
#include "hw/register_virtualization/stats_of.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/fetch_hook.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The release flag cache of an SM, and the 54 flags that each warp has latched from it or from a pir that it
/// decoded (Jeon2015 section 7.2): an entry can be replaced before its 18 instructions have been fetched.
class FlagFetch {
 public:
  FlagFetch(const ReleaseFlagCacheConfig& config, const SmTechniqueParts& parts);

  /// `identity` of the code that the next launch runs.
  void begin(std::uint64_t identity);
  void begin_cycle();
  void end_cycle();
  bool busy() const { return told_ || under_way_ != 0 || !fills_.empty() || dropping_; }

  void probe(std::uint32_t word, unsigned count);
  FetchHook::Known known();
  void latch(unsigned w, std::uint64_t flags) {
    latched_[w] = flags;
    ++skipped_;
  }
  void decoded(unsigned w, std::uint32_t word, std::uint64_t bits);
  std::uint8_t next_flags(unsigned w) {
    const auto flags = static_cast<std::uint8_t>(latched_[w] & 7);
    latched_[w] >>= 3;
    return flags;
  }

 private:
  Wire<Level<FlagProbes>> probe_pins_{"release_flag_probe"};
  Wire<Beat<FlagFill>> fill_pins_{"release_flag_fill"};
  Wire<Level<FlagReset>> drop_pins_{"release_flag_drop"};
  Wire<Level<FlagHits>> answer_pins_{"release_flag_answer"};
  std::unique_ptr<BlockWith<ReleaseFlagCachePins>> block_;

  Level<FlagProbes> probe_;
  Ring<FlagFill> fills_;
  Ring<FetchHook::Known> answers_;
  std::array<std::uint64_t, 64> latched_{};  ///< by warp: the flags of the instructions to come
  std::uint64_t identity_ = 0;
  unsigned under_way_ = 0;  ///< bit k: a probe was sent k + 1 cycles ago
  bool dropping_ = false, told_ = false;
  Counter &skipped_, &decoded_;
};

}  // namespace heddle
