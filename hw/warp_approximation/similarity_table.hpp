// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"

namespace heddle {

/// The similar_register_tables of an SM, one for each warp slot, with their pins. What is sent in a cycle
/// shows two cycles later: no later than the result that it describes is in the banks.
///
/// As in a FeedForwardUnit, pins and clocking of the blocks are left out where nobody could see a difference:
/// the blocks are models, no BlockWatcher observes them, and cycles are skipped. What is sent then reaches
/// them in the cycle in which their pins would show its effect.
class SimilarityTable {
 public:
  explicit SimilarityTable(const SmTechniqueParts& parts);

  void begin_cycle();
  void end_cycle();
  bool busy() const { return under_way_ != 0; }

  /// Of register r of warp w.
  RegisterSimilarity of(unsigned w, unsigned r, unsigned path) const {
    return RegisterSimilarity::of_pins((*shown_[w].entries)[r * divergence_paths + path]);
  }
  const WarpPaths& paths(unsigned w) const { return *shown_[w].paths; }
  LaneMask lanes(unsigned w, unsigned path) const { return paths(w).lanes[path]; }
  /// Throws Error when the table shows no lane.
  unsigned representative(unsigned w, unsigned path) const {
    const unsigned lane = paths(w).representative[path];
    if (lane >= warp_size) fail_representative(w, lane);
    return lane;
  }
  LaneMask representative_mask(unsigned w, unsigned path) const {
    return LaneMask{1} << representative(w, path);
  }
  /// The path to which some lanes of a warp belong.
  unsigned path_of(unsigned w, LaneMask some) const { return (some & ~lanes(w, 0)) == 0 ? 0 : 1; }

  /// Something is known of a result; at most similarity_updates a cycle.
  void update(unsigned w, unsigned r, unsigned path, RegisterSimilarity s);
  /// The paths of warp w change.
  void change(unsigned w, const PathUpdate& u);
  /// Registers of warp w of which something was sent since its last split, bit r for register r.
  std::uint64_t written_since_split(unsigned w) const { return written_[w]; }

 private:
  struct Table {
    Table(unsigned number, const SmTechniqueParts& parts);
    Wire<Level<SimilarityUpdates>> update_pins;
    Wire<Beat<PathUpdate>> change_pins;
    Wire<Level<KnownSimilarity>> known;
    Wire<Level<WarpPaths>> paths;
    std::unique_ptr<BlockWith<SimilarRegisterTablePins>> block;
  };
  /// What a warp's table shows: together for all warps, as it is read several times for each instruction.
  struct Shown {
    const SimilarRegisters::Entries* entries = nullptr;
    const WarpPaths* paths = nullptr;
    SimilarRegisterTable* direct = nullptr;  ///< the block, where its pins are left out; else null
  };
  /// What is sent to the table of a warp in a cycle.
  struct Sent {
    unsigned warp = 0;
    SimilarityUpdates updates{};  ///< where they have no pins
    Beat<PathUpdate> change{};
    unsigned count = 0;  ///< of the updates
  };
  Sent& sending(unsigned w);
  void clear_pins();
  [[noreturn]] void fail_representative(unsigned w, unsigned lane) const;

  bool direct_;                                 ///< the pins are left out
  std::vector<std::unique_ptr<Table>> tables_;  ///< by warp
  std::vector<Shown> shown_;                    ///< by warp
  std::vector<std::uint64_t> written_;          ///< by warp: see written_since_split
  std::array<std::vector<Sent>, 2> sent_;       ///< in cycles with an odd and with an even number
  unsigned turn_ = 0;                           ///< the present cycle's of these
  unsigned under_way_ = 0;                      ///< bit k: something was sent k cycles ago
};

}  // namespace heddle
