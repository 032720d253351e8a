// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/latched_flags.hpp"

namespace heddle {

/// What a fetch does to the latched flags of its warp: first the flags of a pir replace them, then
/// instructions take theirs. Instructions ahead of a pir in the same fetch do not count: what they would take
/// is replaced.
struct FlagStep {
  std::uint8_t warp;
  bool loads;
  Bits<flag_bits_of_pir> flags;
  Bits<2> taken;  ///< instructions
  bool operator==(const FlagStep&) const = default;
};

struct LatchRead {
  std::uint8_t warp;
  bool operator==(const LatchRead&) const = default;
};

/// Of the warp that was read: flags of its next instruction in bits 2 to 0, of the one behind it in 5 to 3.
struct NextFlags {
  Bits<looked_ahead * flags_of_instruction> flags;
  bool operator==(const NextFlags&) const = default;
};

struct ReleaseFlagLatchPins : Pins {
  BeatIn<FlagStep> step{channels, "step"};
  BeatIn<LatchRead> read{channels, "read"};
  BeatOut<NextFlags> next{channels, "next"};
};

struct ReleaseFlagLatchConfig {
  unsigned warps = 48;

  static constexpr auto parameters() {
    using C = ReleaseFlagLatchConfig;
    return std::tuple{parameter(&C::warps, "warps", "warps", 1u, 64u, "Lee2015 Table 2", "that an SM holds")};
  }
};

/// The 54 flags that each warp has latched from a pir, or from the release flag cache, since the entry of the
/// cache can be replaced before its 18 instructions have been fetched (Jeon2015 section 7.2). A read is
/// answered after the next edge, and sees a step of that edge.
class ReleaseFlagLatch final : public BlockWith<ReleaseFlagLatchPins> {
 public:
  using Config = ReleaseFlagLatchConfig;
  using PinsType = ReleaseFlagLatchPins;
  static constexpr const char* block_name = "release_flag_latch";
  static unsigned settle(const Config&) { return 2; }

  ReleaseFlagLatch(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), latched_(config.warps) {}

  Cycle tick(Cycle now) override;

 private:
  LatchedFlags latched_;
};

}  // namespace heddle
