// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/base/error.hpp"
#include "models/ptx/registers/allocation.hpp"
#include "models/ptx/registers/liveness.hpp"
#include "models/ptx/registers/spill.hpp"

/// Chooses the registers that are spilled when there are not enough.
namespace heddle::ptx {
namespace {

/// Estimates how often each instruction runs: 10 to the number of backward branches that enclose it.
std::vector<double> weights(const std::vector<Draft>& code) {
  std::vector<int> loops(code.size() + 1);  // at first, loops that begin here less those that have ended
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const Instruction& jump = code[i].instruction;
    if (jump.control != Control::branch || jump.target > i) continue;
    ++loops[jump.target];
    --loops[i + 1];
  }
  std::vector<double> weight(code.size());
  for (std::uint32_t i = 0, around = 0; i < code.size(); ++i) {
    around += static_cast<std::uint32_t>(loops[i]);
    weight[i] = std::pow(10.0, std::min(around, 6u));
  }
  return weight;
}

class SpillChoice {
 public:
  SpillChoice(const DraftKernel& kernel, const std::vector<bool>& temporary, bool predicates)
      : kernel_(kernel),
        temporary_(temporary),
        predicates_(predicates),
        cost_(kernel.registers.size()),
        group_of_(kernel.registers.size()),
        chosen_(kernel.registers.size()) {
    const std::vector<double> weight = weights(kernel.code);
    for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
      for_each_read(kernel.code[i], [&](RegisterId r) { cost_[r] += weight[i]; });
      for_each_write(kernel.code[i], [&](RegisterId r) { cost_[r] += weight[i]; });
    }
    for (const auto& group : kernel.groups)
      for (const RegisterId r : group) group_of_[r] = &group;
  }

  /// Chooses registers so that, without them, at most `limit` words are live at every instruction.
  std::vector<RegisterId> choose(const ControlFlow& flow, std::uint32_t limit) {
    const std::vector<BitSet> out = live_out(kernel_, flow);
    measure_ranges(flow, out);
    for (std::size_t b = 0; b < flow.blocks.size(); ++b)
      walk_backwards(kernel_, flow.blocks[b], out[b], [&](std::uint32_t i, const BitSet& live) {
        BitSet here = live;
        for_each_write(kernel_.code[i], [&](RegisterId r) { here.insert(r); });
        relieve(here, limit);
      });
    std::vector<RegisterId> result;
    for (RegisterId r = 0; r < chosen_.size(); ++r)
      if (chosen_[r]) result.push_back(r);
    return result;
  }

 private:
  bool counts(RegisterId r) const { return (kernel_.registers[r].type == Type::pred) == predicates_; }

  /// Counts the instructions behind which each register is live.
  void measure_ranges(const ControlFlow& flow, const std::vector<BitSet>& out) {
    range_.assign(kernel_.registers.size(), 1.0);
    for (std::size_t b = 0; b < flow.blocks.size(); ++b)
      walk_backwards(kernel_, flow.blocks[b], out[b], [&](std::uint32_t, const BitSet& live) {
        live.for_each([&](std::size_t r) { range_[r] += 1.0; });
      });
  }

  void relieve(const BitSet& live, std::uint32_t limit) {
    std::vector<RegisterId> candidates;
    std::uint32_t pressure = 0;
    live.for_each([&](std::size_t n) {
      const RegisterId r = static_cast<RegisterId>(n);
      if (!counts(r) || chosen_[r]) return;
      pressure += words_of(kernel_, r);
      const bool fixed = r == kernel_.stack_pointer || (r < temporary_.size() && temporary_[r]);
      if (!fixed) candidates.push_back(r);
    });
    if (pressure <= limit) return;
    std::sort(candidates.begin(), candidates.end(), [&](RegisterId a, RegisterId b) {
      const double cost_a = cost_[a] / range_[a], cost_b = cost_[b] / range_[b];
      return cost_a != cost_b ? cost_a < cost_b : a < b;
    });
    for (const RegisterId r : candidates) {
      if (pressure <= limit) return;
      if (chosen_[r]) continue;
      const std::vector<RegisterId> alone{r};
      for (const RegisterId m : group_of_[r] != nullptr ? *group_of_[r] : alone) {
        if (live.contains(m) && !chosen_[m]) pressure -= words_of(kernel_, m);
        chosen_[m] = true;
      }
    }
    if (pressure > limit) impossible = std::max(impossible, pressure);
  }

  const DraftKernel& kernel_;
  const std::vector<bool>& temporary_;
  const bool predicates_;
  std::vector<double> cost_, range_;
  std::vector<const std::vector<RegisterId>*> group_of_;
  std::vector<bool> chosen_;

 public:
  std::uint32_t impossible = 0;  ///< what stays live at once although all that can be spilled is
};

/// Liveness needs four bits for each register and block, interference one bit for each pair of registers.
void check_size(const DraftKernel& kernel, const ControlFlow& flow) {
  constexpr std::uint64_t most_bits = std::uint64_t{1} << 32;
  const std::uint64_t registers = kernel.registers.size();
  if (registers * (registers + 4 * flow.blocks.size()) > most_bits)
    throw Error(
        {.what = "too large to allocate registers for",
         .value = fmt::format("{} registers, {} basic blocks", registers, flow.blocks.size()),
         .legal = "up to 65536 registers, fewer with many blocks; what is spilled counts at each use"});
}

}  // namespace

Allocation allocate_within(DraftKernel& kernel, std::uint32_t limit, SpillCount& count) {
  std::vector<bool> temporary(kernel.registers.size());
  std::uint32_t target = limit, predicate_target = max_predicates;
  for (;;) {
    const ControlFlow flow = control_flow(kernel.code);
    check_size(kernel, flow);
    Allocation result = allocate_registers(kernel, flow);
    const bool registers_fit = result.registers <= limit,
               predicates_fit = result.predicates <= max_predicates;
    if (registers_fit && predicates_fit) return result;
    SpillChoice choice(kernel, temporary, registers_fit);
    std::uint32_t& aim = registers_fit ? predicate_target : target;
    const std::vector<RegisterId> chosen = choice.choose(flow, aim);
    if (chosen.empty()) {
      if (choice.impossible != 0 || aim == 0)
        throw Error({.what = registers_fit ? "an instruction needs more predicates than there are"
                                           : "an instruction needs more registers than the limit",
                     .value = fmt::format("{}", registers_fit ? result.predicates : result.registers),
                     .legal = fmt::format("up to {}", registers_fit ? max_predicates : limit)});
      --aim;  // pairs and vectors have left gaps
      continue;
    }
    (registers_fit ? count.predicates : count.registers) += static_cast<std::uint32_t>(chosen.size());
    spill(kernel, chosen, temporary);
  }
}

}  // namespace heddle::ptx
