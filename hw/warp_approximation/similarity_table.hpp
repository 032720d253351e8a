#pragma once

#include <memory>
#include <vector>

#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/sm/issue/warp_scheduler/warp_scheduler.hpp"
#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"

namespace heddle {

/// The similar_register_tables of an SM, one for each warp slot, with their pins. What is sent in a cycle
/// shows two cycles later: no later than the result that it describes is in the banks.
class SimilarityTable {
 public:
  explicit SimilarityTable(const SmTechniqueParts& parts);

  void begin_cycle();
  void end_cycle();
  bool busy() const { return under_way_ != 0; }

  /// Of register r of warp w.
  RegisterSimilarity of(unsigned w, unsigned r, unsigned path) const {
    return RegisterSimilarity::of_pins(
        tables_[w]->known.shown().payload.entries[r * divergence_paths + path]);
  }
  /// All source registers of an instruction of warp w are similar in `path` at a level of d.
  bool similar_sources(unsigned w, const ptx::Instruction& i, unsigned path, unsigned d) const {
    bool similar = true;
    for (unsigned k = 0; similar && k < i.source_count; ++k) similar = of(w, i.sources[k], path).counts_at(d);
    return similar;
  }
  const WarpPaths& paths(unsigned w) const { return tables_[w]->paths.shown().payload; }
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

 private:
  struct Table {
    Table(unsigned number, const SmTechniqueParts& parts);
    Wire<Level<SimilarityUpdates>> update_pins;
    Wire<Beat<PathUpdate>> change_pins;
    Wire<Level<KnownSimilarity>> known;
    Wire<Level<WarpPaths>> paths;
    std::unique_ptr<BlockWith<SimilarRegisterTablePins>> block;
    Level<SimilarityUpdates> updates;
    Beat<PathUpdate> change;
    unsigned count = 0;  ///< updates of this cycle
  };
  [[noreturn]] void fail_representative(unsigned w, unsigned lane) const;

  std::vector<std::unique_ptr<Table>> tables_;  ///< by warp
  WarpMask sent_ = 0;                           ///< warps of which something is sent in this cycle
  unsigned under_way_ = 0;                      ///< bit k: something was sent k cycles ago
};

}  // namespace heddle
