// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which updates and changes a table was given, and what it knew then, as its own outputs show.
class SimilarRegisterTableCoverage final : public BlockCoverage {
 public:
  explicit SimilarRegisterTableCoverage(const SimilarRegisterTableConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_updates(const SimilarityUpdates& update, const Beat<PathUpdate>& path);
  void see_beside(const PathUpdate& path, unsigned p);
  void see_paths(const PathUpdate& path);
  void see_effect(const PathUpdate& path);

  unsigned registers_;
  const SimilarRegisters::Entries* shown_ = nullptr;
  bool in_reset_ = true;
  std::vector<std::uint64_t*> by_lane_, by_path_, d_bit_, register_, change_, lane_of_path_0_,
      lane_of_path_1_;
  std::uint64_t &idle_, &all_at_once_, &meet_, &both_paths_, &similar_, &stored_, &bit_5_, &beyond_;
  std::uint64_t &copied_from_, &copied_over_, &cleared_too_, &kept_too_;
  std::uint64_t &copies_first_, &copies_second_, &clears_, &keeps_;
  std::uint64_t &no_lanes_, &ended_, &all_lanes_, &reset_;
};

}  // namespace heddle
