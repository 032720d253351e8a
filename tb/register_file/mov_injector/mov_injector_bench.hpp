// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/block_bench.hpp"

namespace heddle {

/// The operand collector around the injector, as a bench drives it. Most of the time instructions enter only
/// units that are free, and only MOVs that were issued are written; sometimes the inputs break these rules.
class CollectorStimulus {
 public:
  explicit CollectorStimulus(std::uint64_t seed) : random_(seed) {}

  /// The next cycle's inputs from the outputs that are seen; true when there is anything in them.
  bool next(EnteredInstructions& check, WrittenMoves& written, CollectorRoom& room,
            const Beat<InjectedMove>& move, const HeldUnits& hold);

 private:
  enum class Mood {
    mixed,    // some instructions diverge, some of their destinations are compressed
    storm,    // every unit needs MOVs for all destinations before there is room
    crowded,  // hardly ever room
    slow,     // MOVs reach the banks late
    lawless,
    idle,
    count
  };
  void turn();
  void enter(EnteredInstructions& check, unsigned slot, unsigned held);
  void break_every_rule(EnteredInstructions& check, WrittenMoves& written);

  Random random_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, held_for_ = 0;
  DestinationSet pending_ = 0;  // issued, as the outputs showed
  std::uint32_t entering_ = 0;  // units that the last cycle's instructions entered
};

class MovInjectorBench final : public BlockBench {
 public:
  using Block = MovInjector;
  MovInjectorBench(const MovInjectorConfig&, std::uint64_t seed) : stimulus_(seed) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  CollectorStimulus stimulus_;
};

}  // namespace heddle
