// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/compile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/ptx/passes/check.hpp"
#include "models/ptx/passes/listing.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/registers/allocation.hpp"
#include "models/ptx/registers/liveness.hpp"
#include "models/ptx/registers/spill.hpp"
#include "models/ptx/select/select.hpp"

namespace heddle::ptx {
namespace {

/// The most local memory that a GPU gives a thread.
constexpr std::uint64_t most_local = 512 * 1024;

/// One function, compiled as far as its place in the kernel's code.
struct Compiled {
  DraftKernel draft;
  Allocation allocation;
  SpillCount spilled;
  std::uint32_t first = 0;  ///< index of its first instruction in the kernel's code
};

void run_passes(DraftKernel& draft, const Function& function, const BuildOptions& options) {
  const auto show = [&](std::string_view pass) {
    if (options.watch) options.watch(function.name, pass, listing(draft));
  };
  show("selection");
  const std::span<const Pass> passes = passes_of(options.code_generation);
  if (passes.empty()) return;
  BitSet unwritten = read_unwritten(draft);
  for (const Pass& pass : passes) {
    pass.run(draft, options.code_generation.isa);
    unwritten = check_pass(pass.name, draft, unwritten);
    show(pass.name);
  }
}

Compiled compile_function(const SourceText& source, const Module& module, const Function& function,
                          const Layout& layout, bool has_stack, std::uint32_t max_registers,
                          const BuildOptions& options) {
  Compiled c;
  c.draft = select_instructions(source, module, function, layout, has_stack, options.divergence);
  run_passes(c.draft, function, options);
  try {
    if (has_stack) save_across_calls(c.draft);
    c.allocation = allocate_within(c.draft, max_registers, c.spilled);
  } catch (const Error& e) {
    Problem problem = e.problem();
    problem.what =
        fmt::format("{} '{}': {}", function.entry ? "kernel" : "function", function.name, problem.what);
    source.fail(function.place, std::move(problem));
  }
  set_reconvergence(c.draft.code, control_flow(c.draft.code));
  if (has_stack) c.draft.frame_bytes = (c.draft.frame_bytes + 15) / 16 * 16;  // the next frame begins there
  return c;
}

/// Completes the instruction with the allocated register numbers and the size of the frame.
Instruction finished(const Draft& d, const Compiled& c) {
  const std::vector<std::uint32_t>& number = c.allocation.number;
  Instruction i = d.instruction;
  const auto predicate = [&](RegisterId r) { return static_cast<std::uint8_t>(number[r]); };
  const auto place = [&](Slot s) { return static_cast<std::uint8_t>(number[s.reg] + (s.high ? 1 : 0)); };
  for (unsigned k = 0; k < i.source_count; ++k) i.sources[k] = place(d.sources[k]);
  for (unsigned k = 0; k < i.destination_count; ++k) {
    i.destinations[k] = place(d.destinations[k]);
    if (d.destinations[k].high) i.upper_words |= static_cast<std::uint8_t>(1u << k);
  }
  for (unsigned k = 0; k < i.predicate_count; ++k)
    i.predicate_destinations[k] = predicate(d.predicate_destinations[k]);
  for (unsigned k = 0; k < d.predicate_operands.size(); ++k) {
    if (d.predicate_operands[k] == no_register) continue;
    i.operand[k].index = predicate(d.predicate_operands[k]);
    i.predicate_reads |= std::uint64_t{1} << i.operand[k].index;
  }
  if (d.guard != no_register) {
    i.guard = static_cast<std::int8_t>(number[d.guard]);
    i.predicate_reads |= std::uint64_t{1} << i.guard;
  }
  const std::int64_t frame = std::int64_t{d.frames} * c.draft.frame_bytes;
  if (i.execute == nullptr)
    i.offset += frame;
  else if (frame != 0)
    i.operand[1].immediate =
        static_cast<std::uint32_t>(static_cast<std::int64_t>(i.operand[1].immediate) + frame);
  if (i.control == Control::branch) {
    i.target += c.first;
    i.reconvergence += c.first;
  }
  return i;
}

/// The virtual registers of the kernel itself, whose code is the first.
RegisterTable table_of(const Compiled& c) {
  const std::vector<Draft>& code = c.draft.code;
  RegisterTable table;
  for (std::size_t r = 0; r < c.draft.registers.size(); ++r) {
    const VirtualRegister& v = c.draft.registers[r];
    table.push_back({.name = std::string(v.name),
                     .number = c.allocation.number[r],
                     .bits = v.type == Type::pred ? 1 : bits_of(v.type),
                     .live = std::vector<bool>(code.size()),
                     .written = std::vector<bool>(code.size())});
  }
  const ControlFlow flow = control_flow(code);
  const std::vector<BitSet> out = live_out(c.draft, flow);
  for (std::size_t b = 0; b < flow.blocks.size(); ++b)
    walk_backwards(c.draft, flow.blocks[b], out[b], [&](std::uint32_t i, const BitSet& live) {
      live.for_each([&](std::size_t r) { table[r].live[i] = true; });
      for_each_write(code[i], [&](RegisterId r) { table[r].written[i] = true; });
    });
  return table;
}

/// Collects the pragmas of a function, and for each the branches that jump past it.
void keep_pragmas(const Compiled& c, std::vector<Pragma>& pragmas) {
  const std::vector<Draft>& code = c.draft.code;
  std::vector<std::size_t> begin;  // index of the first pragma of each instruction
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    begin.push_back(pragmas.size());
    for (const PragmaText& p : code[i].pragmas) pragmas.push_back({c.first + i, p.line, std::string(p.text)});
  }
  for (std::uint32_t i = 0; i < code.size(); ++i)
    for (std::uint32_t k = 0; k < code[i].passed_pragmas; ++k)
      pragmas[begin[code[i].instruction.target] + k].passed_by.push_back(c.first + i);
}

}  // namespace

Kernel compile_kernel(const SourceText& source, const Module& module, const CallGraph& graph,
                      const Placement& placement, const BuildOptions& options) {
  const Function& entry = *graph.functions.front();
  const Layout layout(source, module, graph.functions, placement);
  std::uint32_t limit = std::min(options.max_registers, most_registers);
  if (entry.max_registers != 0) limit = std::min(limit, entry.max_registers);
  if (entry.max_threads != 0)  // a CTA must fit into the register file
    limit = std::min(
        limit, std::max(1u, options.file_registers / ((entry.max_threads + warp_size - 1) / warp_size)));

  Kernel kernel;
  kernel.name = entry.name;
  kernel.file = source.files.parts()[entry.file].file;
  kernel.max_threads = entry.max_threads;
  kernel.required_cta = entry.required_cta;
  kernel.divergence = options.divergence;
  kernel.code_generation = options.code_generation;
  layout.describe(kernel);
  std::vector<Compiled> compiled;
  std::vector<std::uint32_t> frames;
  std::uint32_t size = 0;
  for (const Function* f : graph.functions) {
    compiled.push_back(compile_function(source, module, *f, layout, graph.has_calls(), limit, options));
    Compiled& c = compiled.back();
    c.first = size;
    size += static_cast<std::uint32_t>(c.draft.code.size());
    frames.push_back(c.draft.frame_bytes);
    kernel.registers = std::max(kernel.registers, c.allocation.registers);
    kernel.predicates = std::max(kernel.predicates, c.allocation.predicates);
    kernel.spilled_registers += c.spilled.registers + c.spilled.predicates;
  }
  if (options.registers != nullptr) *options.registers = table_of(compiled.front());
  for (const Compiled& c : compiled) {
    keep_pragmas(c, kernel.pragmas);
    for (const Draft& d : c.draft.code) {
      kernel.code.push_back(finished(d, c));
      if (d.callee == nullptr) continue;
      const auto callee = std::find(graph.functions.begin(), graph.functions.end(), d.callee);
      kernel.code.back().target = compiled[static_cast<std::size_t>(callee - graph.functions.begin())].first;
    }
  }
  const std::uint64_t local = stack_bytes(graph, frames, options.stack_bytes);
  if (local > most_local)
    source.fail(entry.place, {.what = fmt::format("kernel '{}' has too much local memory", entry.name),
                              .value = fmt::format("{} bytes", local),
                              .legal = fmt::format("up to {} bytes", most_local)});
  kernel.local_bytes = static_cast<std::uint32_t>(local);
  return kernel;
}

}  // namespace heddle::ptx
