// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"
#include "models/warp_approximation/similar_registers.hpp"

// Which lanes of an instruction are read and executed (Wong2016, section 3.1.2).

namespace heddle {

/// What is known of the source registers of an instruction when it takes its collector.
struct SourceSimilarity {
  /// Element 2 k + p: of source k in path p of the warp.
  std::array<RegisterSimilarity, ptx::max_sources * divergence_paths> known{};
  unsigned sources = 0;  ///< bit k: the instruction has source k
};

/// An instruction, as the program has it.
struct DecidedInstruction {
  LaneMask active = 0;        ///< of the program: active in the SIMT stack, and past the guard
  LaneMask read = 0;          ///< whose operands are used where each lane executes for itself
  unsigned level = 0;         ///< d, 0 to 31
  bool approximable = false;  ///< ApproxBit: similar sources are enough for one lane to execute it
  bool uniform = false;       ///< so are equal ones: the results are the same bits
};

struct LaneDecision {
  unsigned path = 0;            ///< to which the active lanes belong
  unsigned representative = 0;  ///< the path's lane
  bool of_path = false;         ///< the active lanes are all of the path
  bool similar = false;         ///< all sources are similar in the path at the instruction's level
  bool one_lane = false;        ///< the representative executes for all, and its result is broadcast
  LaneMask executed = 0;
  LaneMask read = 0;     ///< of sources that are no scalars
  unsigned scalars = 0;  ///< bit k: source k lies in the representative lane alone, for all lanes
};

/// One lane executes what is active in all lanes of a path, when all its sources are similar enough: at its
/// level if it may be approximated, and equal if it must stay exact.
constexpr LaneDecision decide_lanes(const DecidedInstruction& i, const WarpPaths& paths,
                                    const SourceSimilarity& of) {
  LaneDecision d;
  d.path = (i.active & ~paths.lanes[0]) == 0 ? 0 : 1;
  d.representative = paths.representative[d.path] % warp_size;
  d.of_path = i.active == paths.lanes[d.path];
  d.similar = true;
  bool equal = true;
  for (unsigned k = 0; k < ptx::max_sources; ++k) {
    if ((of.sources >> k & 1) == 0) continue;
    const RegisterSimilarity& s = of.known[divergence_paths * k + d.path];
    d.similar = d.similar && s.counts_at(i.level);
    equal = equal && s.counts_at(0);
    d.scalars |= unsigned{s.stored} << k;
  }
  d.one_lane = d.of_path && (i.approximable ? d.similar : i.uniform && equal);
  const LaneMask one = LaneMask{1} << d.representative;
  d.executed = d.one_lane ? one : i.active;
  d.read = d.one_lane ? one : i.read;
  return d;
}

}  // namespace heddle
