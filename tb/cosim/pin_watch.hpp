#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/sim/block.hpp"
#include "tb/cosim/block_coverage.hpp"
#include "tb/cosim/pin_layout.hpp"

namespace heddle {

/// What one channel of a block carried.
struct ChannelActivity {
  std::string channel;
  bool input = false, beats = false;
  /// Of a beat: cycles in which it is valid. Of a level: how often it changed.
  std::uint64_t payloads = 0;
};

/// Looks at the pins of one block in a platform, as a co-simulation does, and changes nothing.
///
/// It sleeps when the pins have stood still for longer than any block remembers: of such a stretch only the
/// first `patience` cycles are counted, whether idle cycles are skipped or not.
class PinWatch final : public sc_core::sc_module, public Clocked {
 public:
  static constexpr unsigned patience = 128;

  PinWatch(sc_core::sc_module_name name, Block& block, std::unique_ptr<BlockCoverage> coverage);
  Cycle tick(Cycle now) override;

  const Coverage& coverage() const { return coverage_->coverage; }
  std::vector<ChannelActivity> activity() const;

 protected:
  /// Throws Error when the block is in no ClockDomain.
  void end_of_elaboration() override;

 private:
  struct Watched {
    PinLayout layout;
    Channel* channel;
    std::vector<std::byte> before{};
    std::uint64_t payloads = 0;
  };
  bool moved();

  Block& block_;
  std::unique_ptr<BlockCoverage> coverage_;
  std::vector<Watched> channels_;
  std::vector<const std::byte*> inputs_, outputs_;
  unsigned quiet_ = 0;  // cycles without a change
  bool was_reset_ = false;
};

}  // namespace heddle
