// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/draft/instruction_set.hpp"
#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/passes/pressure.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

/// Where the most words of registers are held at once: after which instructions, and what is live there.
struct Peak {
  unsigned words = 0;
  std::vector<std::pair<std::uint32_t, BitSet>> points{};
};

Peak peak_of(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::vector<BitSet> out = live_out(kernel, flow);
  Peak peak;
  for (std::size_t b = 0; b < flow.blocks.size(); ++b)
    walk_backwards(kernel, flow.blocks[b], out[b], [&](std::uint32_t i, const BitSet& live) {
      const unsigned words = pressure_behind(kernel, kernel.code[i], live).words;
      if (words > peak.words) peak = {words};
      if (words == peak.words) peak.points.emplace_back(i, live);
    });
  return peak;
}

/// Does the instruction make one register's value of nothing but literals, places in the constant bank and
/// special registers that do not change? Then it makes the same one anywhere.
bool makes_constant(const Draft& d, RegisterId r) {
  bool fixed = only_computes(d) && d.instruction.memory.space == Space::none && d.frames == 0;
  for_each_read(d, [&](RegisterId) { fixed = false; });
  for_each_write(d, [&](RegisterId written) { fixed = fixed && written == r; });
  for (const OperandRef& o : d.instruction.operand)
    fixed = fixed && (o.kind != OperandRef::Kind::special || is_fixed_special(o.index));
  return fixed;
}

/// For each register that holds such a value how often it is read; 0 for each other one.
std::vector<unsigned> reads_of_constants(const DraftKernel& kernel, const Definitions& known) {
  std::vector<unsigned> reads(kernel.registers.size());
  for (const Draft& d : kernel.code) for_each_read(d, [&](RegisterId r) { ++reads[r]; });
  for (RegisterId r = 0; r < reads.size(); ++r)
    if (is_predicate(kernel, r) || !known.has(r) || !makes_constant(kernel.code[known.of(r)], r))
      reads[r] = 0;
  // The registers of a vector access have their places.
  for (const auto& group : kernel.groups)
    for (const RegisterId r : group) reads[r] = 0;
  return reads;
}

/// Of these values at least one for each point of the peak, which is kept across it; nothing where a point
/// has none. Those that are seldom read come first.
std::optional<BitSet> choose(const DraftKernel& kernel, const Peak& peak,
                             const std::vector<unsigned>& reads) {
  BitSet chosen(kernel.registers.size());
  for (const auto& [at, live] : peak.points) {
    RegisterId best = no_register;
    bool has = false;
    live.for_each([&](std::size_t n) {
      const auto r = static_cast<RegisterId>(n);
      if (reads[r] == 0) return;
      bool is_next = false;
      if (at + 1 < kernel.code.size())
        for_each_read(kernel.code[at + 1], [&](RegisterId read) { is_next = is_next || read == r; });
      if (is_next) return;
      has = has || chosen.contains(r);
      if (best == no_register || reads[r] < reads[best]) best = r;
    });
    if (has) continue;
    if (best == no_register) return std::nullopt;
    chosen.insert(best);
  }
  return chosen;
}

/// Makes each chosen value before the instruction that reads it. Later reads of the block have the same
/// register, up to the next point of the peak.
void make_again(DraftKernel& kernel, const ControlFlow& flow, const Definitions& known, const BitSet& chosen,
                const Peak& peak) {
  std::vector<bool> at_peak(kernel.code.size());
  for (const auto& point : peak.points) at_peak[point.first] = true;
  CodeEdit edit;
  const std::size_t before = kernel.registers.size();
  for (const BasicBlock& block : flow.blocks) {
    std::map<RegisterId, RegisterId> made;
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      Draft& d = kernel.code[i];
      for (unsigned s = 0; s < d.instruction.source_count; ++s) {
        const RegisterId r = d.sources[s].reg;
        if (r >= before || !chosen.contains(r)) continue;
        const auto [own, is_new] = made.try_emplace(r, static_cast<RegisterId>(kernel.registers.size()));
        if (is_new) {
          kernel.registers.push_back({"_", kernel.registers[r].type});
          Draft again = kernel.code[known.of(r)];
          again.pragmas.clear();
          again.passed_pragmas = 0;
          again.instruction.line = d.instruction.line;
          again.instruction.made = true;
          for (unsigned k = 0; k < again.instruction.destination_count; ++k)
            again.destinations[k].reg = own->second;
          edit.before(i, std::move(again));
        }
        d.sources[s].reg = own->second;
      }
      if (at_peak[i]) made.clear();
    }
  }
  chosen.for_each([&](std::size_t r) { edit.remove(known.of(static_cast<RegisterId>(r))); });
  edit.apply(kernel.code);
}

}  // namespace

void rematerialise(DraftKernel& kernel, InstructionSet) {
  ControlFlow flow = control_flow(kernel.code);
  Peak peak = peak_of(kernel, flow);
  for (;;) {
    const Definitions known(kernel);
    const auto chosen = choose(kernel, peak, reads_of_constants(kernel, known));
    if (!chosen) return;
    DraftKernel made = kernel;
    make_again(made, flow, known, *chosen, peak);
    ControlFlow flow_of_made = control_flow(made.code);
    Peak lower = peak_of(made, flow_of_made);
    if (lower.words >= peak.words || made.code.size() > max_drafts) return;
    kernel = std::move(made);
    flow = std::move(flow_of_made);
    peak = std::move(lower);
  }
}

}  // namespace heddle::ptx
