// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/similarity_control.hpp"

namespace heddle {

/// Results that can be compared in a cycle.
inline constexpr unsigned compared_results = 4;

/// At the begin of a launch, as in SimilarityControl::Launch.
struct SimilarityLaunch {
  std::uint16_t target;
  Bits<similarity_bits> least;
  Bits<similarity_bits> most;
  Bits<similarity_bits> initial;
  bool enabled;
  bool operator==(const SimilarityLaunch&) const = default;
};

/// Bit i: of result i the comparison has set the SimilarBit, though not all inputs had theirs.
struct NewSimilar {
  Bits<compared_results> found;
  bool operator==(const NewSimilar&) const = default;
};

struct SimilarityState {
  Bits<similarity_bits> d;  ///< low bits in which similar values may differ
  Bits<18> counted;         ///< new similar instructions of the last window, for observers
  bool operator==(const SimilarityState&) const = default;
};

struct SimilarityControllerPins : Pins {
  BeatIn<SimilarityLaunch> launch{channels, "launch"};  ///< its cycle is of no window
  LevelIn<NewSimilar> similar{channels, "similar"};
  LevelOut<SimilarityState> state{channels, "state"};
};

struct SimilarityControllerConfig {
  unsigned window = 1000;
  unsigned step = 1;
  unsigned hysteresis = 5;

  static constexpr auto parameters() {
    using C = SimilarityControllerConfig;
    return std::tuple{
        parameter(&C::window, "window", "cycles", 16u, 65535u, "Wong2016 section 6.1 and figure 13",
                  "over which new similar instructions are counted"),
        parameter(&C::step, "step", "", 1u, most_similarity, "modelling choice",
                  "by which d changes at the end of a window"),
        parameter(&C::hysteresis, "hysteresis", "instructions", 0u, 1023u, "modelling choice",
                  "by which the count of a window may miss the target before d changes")};
  }
};

/// Moves d so that the rate of new similar instructions stays at a target (Wong2016 section 6.1);
/// SimilarityControl has the rule. The outputs stand behind the last edge of a window.
class SimilarityController final : public BlockWith<SimilarityControllerPins> {
 public:
  using Config = SimilarityControllerConfig;
  using PinsType = SimilarityControllerPins;
  static constexpr const char* block_name = "similarity_controller";
  /// RTL never sleeps in a GPU: it counts each edge.
  static unsigned settle(const Config&) { return 0; }

  SimilarityController(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name),
        control_({.window = config.window, .step = config.step, .hysteresis = config.hysteresis}) {}

  Cycle tick(Cycle now) override;

 private:
  SimilarityControl control_;
};

}  // namespace heddle
