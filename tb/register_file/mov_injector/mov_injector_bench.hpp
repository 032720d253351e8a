#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/block_bench.hpp"

namespace heddle {

/// The operand collector around the injector, as a bench drives it. Most of the time instructions enter only
/// units that are free, and only MOVs that were issued are written; sometimes nothing holds.
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
  DestinationSet pending_ = 0;  // issued, as the outputs told
  std::uint32_t entering_ = 0;  // units that the last cycle's instructions entered
};

/// Which situations an injector was seen in; what it owes is followed by a model of the bench's own.
class MovInjectorCoverage {
 public:
  explicit MovInjectorCoverage(Coverage& coverage);
  void see(const EnteredInstructions& check, DestinationSet written, bool room,
           const Beat<InjectedMove>& move, std::uint32_t held);
  void reset();

 private:
  DestinationSet see_check(const EnteredInstructions& check, std::uint32_t held);
  void see_wait(DestinationSet todo, unsigned issued);

  MovInjection owed_;
  bool shows_ = false;
  unsigned last_ = 0;
  std::uint32_t held_before_ = 0;
  std::array<unsigned, collector_units * destinations> waited_{};  // MOVs issued before it

  std::vector<std::uint64_t*> issued_, held_, released_, compressed_;
  std::uint64_t &whole_, &both_slots_, &same_unit_, &unit_beyond_, &upper_bits_, &checked_held_, &lost_;
  std::uint64_t &wraps_, &all_owed_, &longest_wait_, &all_held_, &no_room_, &stale_room_, &nothing_to_do_;
  std::uint64_t &written_at_once_, &written_stray_, &written_several_, &still_pending_;
  std::uint64_t &reset_todo_, &reset_pending_, &reset_move_;
};

class MovInjectorBench final : public BlockBench {
 public:
  using Block = MovInjector;
  MovInjectorBench(const MovInjectorConfig&, std::uint64_t seed) : stimulus_(seed), seen_(coverage) {}

  bool stimulate(DrivenPins in, PinValues out) override;
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  CollectorStimulus stimulus_;
  MovInjectorCoverage seen_;
};

}  // namespace heddle
