// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/caba/pins/assist_pins.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/caba/assist_buffer.hpp"

namespace heddle {

/// The instruction that is staged first, by entry of the assist warp table; of high priority.
struct StagedHigh {
  Bits<most_assist_warps> valid;                       ///< bit e: there is one
  std::array<std::uint64_t, most_assist_warps> words;  ///< 0 where there is none
  bool operator==(const StagedHigh&) const = default;
};

/// The instructions of low priority, the oldest first.
struct StagedLow {
  Bits<most_staged> valid;  ///< bit s: slot s has one; the lower ones then have one, too
  std::array<std::uint8_t, most_staged> entries;  ///< of the assist warp table; 0 where there is none
  std::array<std::uint64_t, most_staged> words;   ///< likewise
  bool operator==(const StagedLow&) const = default;
};

struct AssistWarpBufferPins : Pins {
  BeatIn<AssistWord> insert{channels, "insert"};
  LevelIn<AssistIssued> issued{channels, "issued"};
  BeatIn<AssistEntry> flush{channels, "flush"};
  LevelOut<StagedHigh> high{channels, "high"};
  LevelOut<StagedLow> low{channels, "low"};
};

struct AssistWarpBufferConfig {
  unsigned entries = 8;
  unsigned depth = 2;
  unsigned low_slots = 2;

  static constexpr auto parameters() {
    using C = AssistWarpBufferConfig;
    return std::tuple{parameter(&C::entries, "entries", "assist warps", 1u, most_assist_warps,
                                "modelling choice", "entries of the assist warp table"),
                      parameter(&C::depth, "depth", "instructions", 1u, most_staged,
                                "GPGPU-Sim: two instructions of a warp in its instruction buffer",
                                "instructions of an assist warp of high priority that it holds"),
                      parameter(&C::low_slots, "low_slots", "instructions", 1u, most_staged,
                                "Vijaykumar2015 section 4.3: a partition with two entries",
                                "instructions of all assist warps of low priority that it holds")};
  }
};

/// Stages the instructions of assist warps until they are issued (Vijaykumar2015, section 4.3: Assist Warp
/// Buffer); AssistBufferState has the rule. The edge that samples an instruction, an issue or a flush shows
/// what is staged behind it.
class AssistWarpBuffer final : public BlockWith<AssistWarpBufferPins> {
 public:
  using Config = AssistWarpBufferConfig;
  using PinsType = AssistWarpBufferPins;
  static constexpr const char* block_name = "assist_warp_buffer";
  /// A flush acts at the edge behind its own, too.
  static unsigned settle(const Config&) { return 2; }
  /// What is issued counts at each edge: of several equal instructions the same one is shown first.
  static bool rests(const PinsType& pins) { return pins.issued.payload().entries.value == 0; }

  AssistWarpBuffer(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), config_(config), state_(config.entries, config.depth, config.low_slots) {}

  Cycle tick(Cycle now) override;

 private:
  void show();

  const Config config_;
  AssistBufferState state_;
};

}  // namespace heddle
