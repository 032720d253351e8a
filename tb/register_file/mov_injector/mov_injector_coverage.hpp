// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// The situations of an injector; a model of the bench's own tracks its pending MOVs.
class MovInjectorCoverage final : public BlockCoverage {
 public:
  explicit MovInjectorCoverage(const MovInjectorConfig&);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see(const EnteredInstructions& check, DestinationSet written, bool room,
           const Beat<InjectedMove>& move, std::uint32_t held);
  void reset();
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

}  // namespace heddle
