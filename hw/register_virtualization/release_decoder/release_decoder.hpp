// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_virtualization/release_decoding.hpp"

namespace heddle {

/// Instructions that can have read their operands in a cycle.
inline constexpr unsigned release_reads = 2;

/// A flagged operand as pins carry it: its first register in bits 5 to 0, their count in bits 10 to 8. The
/// other bits do not matter.
constexpr std::uint16_t operand_pins(FlaggedOperand o) {
  return static_cast<std::uint16_t>(o.first | o.count << 8);
}
constexpr FlaggedOperand operand_of(std::uint16_t pins) {
  return {static_cast<std::uint8_t>(pins & 63), static_cast<std::uint8_t>(pins >> 8 & 7)};
}

/// Instructions that have read all their operands.
struct ReadInstructions {
  Bits<release_reads> valid;
  std::array<std::uint8_t, release_reads> warps;
  std::array<std::uint8_t, release_reads> flags;  ///< bit k: operand k is read for the last time
  std::array<std::uint16_t, release_reads * flagged_operands> operands;  ///< of instruction i from 3i on
  bool operator==(const ReadInstructions&) const = default;
};

/// A pbr that a fetch of its warp begins with.
struct BranchRelease {
  std::uint64_t word;
  std::uint8_t warp;
  bool operator==(const BranchRelease&) const = default;
};

/// The registers that each instruction releases; all zero where there was none.
struct DecodedFlags {
  Bits<release_reads> valid;
  std::array<std::uint8_t, release_reads> warps;
  std::array<RegisterSet, release_reads> registers;
  bool operator==(const DecodedFlags&) const = default;
};

/// The registers that the pbr releases; none when it was no pbr.
struct DecodedBranch {
  RegisterSet registers;
  std::uint8_t warp;
  bool operator==(const DecodedBranch&) const = default;
};

struct ReleaseDecoderPins : Pins {
  LevelIn<ReadInstructions> read{channels, "read"};
  BeatIn<BranchRelease> branch{channels, "branch"};
  LevelOut<DecodedFlags> flagged{channels, "flagged"};
  BeatOut<DecodedBranch> branched{channels, "branched"};
};

struct ReleaseDecoderConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Turns release flags, and pbr instructions, into the architected registers that a warp releases (Jeon2015
/// section 7.2). The answer shows after the next edge.
class ReleaseDecoder final : public BlockWith<ReleaseDecoderPins> {
 public:
  using Config = ReleaseDecoderConfig;
  using PinsType = ReleaseDecoderPins;
  static constexpr const char* block_name = "release_decoder";
  static unsigned settle(const Config&) { return 2; }

  ReleaseDecoder(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;
};

}  // namespace heddle
