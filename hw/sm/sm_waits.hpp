// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/sm/issue/issue_station.hpp"
#include "hw/sm/launch/launch.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/registers/merge_buffers.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "models/base/wait_graph.hpp"

namespace heddle {

/// Who waits for whom in an SM at this moment: draws its warps, instructions, collector units, merge buffers,
/// places in the load/store unit and missed lines. Techniques add what of theirs is held and waited for.
/// hw/sm/progress.md has the order in which resources may be waited for.
class SmWaits {
 public:
  struct Stations {
    const WarpTable& warps;
    const IssueStation& issue;
    const OperandCollectors& collectors;
    const MergeBuffers& merge_buffers;
    const LoadStoreUnit& load_store;
    const Launch& launch;
  };
  using Node = WaitGraph::Node;

  /// `named`: texts are made.
  SmWaits(bool named, const Stations& stations);

  /// The program in warp slot w.
  Node warp(unsigned w);
  Node instruction(const InFlight& f);
  /// Do all instructions that warp w has under way wait for memory?
  bool rests(unsigned w) const;
  /// The instructions of all warps that wait for memory.
  std::vector<Node> in_memory();
  /// `who` waits for results of memory that this context still gets.
  void results(Node who, const ExecutionContext& context);
  /// `who` issues this instruction for these lanes next, with registers of `context`, and sources of `reads`.
  void next_instruction(Node who, const ExecutionContext& context, const ExecutionContext& reads,
                        const Hazards& hazards, const ptx::Instruction& i, LaneMask lanes);

  WaitGraph graph;

 private:
  void draw_collectors();
  void draw_load_store();
  Node line(std::uint64_t address);
  void see_load(const InFlight& f);
  void draw_lines();
  void draw_textures();
  void draw_oldest();
  void draw_merge_buffers();
  void draw_merge_buffers(const std::string& resource, bool of_memory, unsigned taken);
  void draw_warps();

  const Stations s_;
  std::vector<const InFlight*> in_memory_;  ///< instructions of the load/store unit, all operands read
  std::vector<Node> lines_, loads_;         ///< lines of the L1 on their way; loads that wait for lines
  std::vector<const InFlight*> collecting_;
};

}  // namespace heddle
