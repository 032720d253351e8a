#include "models/ptx/load.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "models/ptx/allocation.hpp"
#include "models/ptx/control_flow.hpp"
#include "models/ptx/select.hpp"

namespace heddle::ptx {
namespace {

std::shared_ptr<const std::vector<std::string>> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else if (c != '\r')
      lines.back() += c;
  }
  return std::make_shared<const std::vector<std::string>>(std::move(lines));
}

/// Writes the allocated numbers into the instruction.
Instruction finished(const Draft& d, const std::vector<std::uint32_t>& number) {
  Instruction i = d.instruction;
  const auto predicate = [&](RegisterId r) { return static_cast<std::uint8_t>(number[r]); };
  const auto place = [&](Slot s) { return static_cast<std::uint8_t>(number[s.reg] + (s.high ? 1 : 0)); };
  for (unsigned k = 0; k < i.source_count; ++k) i.sources[k] = place(d.sources[k]);
  for (unsigned k = 0; k < i.destination_count; ++k) i.destinations[k] = place(d.destinations[k]);
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
  return i;
}

void check_limit(const SourceText& source, const Function& function, std::string_view what,
                 std::uint32_t need, std::uint32_t limit) {
  if (need > limit)
    source.fail(function.place, {.what = fmt::format("kernel '{}' needs too many {}", function.name, what),
                                 .value = fmt::format("{}", need),
                                 .legal = fmt::format("up to {}", limit)});
}

Kernel build(const SourceText& source, const Module& module, const Function& function,
             const BuildOptions& options) {
  const Layout layout(source, module, function);
  DraftKernel draft = select_instructions(source, function, layout);
  const ControlFlow flow = control_flow(draft.code);
  set_reconvergence(draft.code, flow);
  const Allocation allocation = allocate_registers(draft, flow);
  check_limit(source, function, "registers", allocation.registers, std::min(options.max_registers, 255u));
  check_limit(source, function, "predicates", allocation.predicates, max_predicates);

  Kernel kernel;
  kernel.name = function.name;
  kernel.file = source.file;
  kernel.registers = allocation.registers;
  kernel.predicates = allocation.predicates;
  kernel.max_threads = function.max_threads;
  layout.describe(kernel);
  for (const Draft& d : draft.code) kernel.code.push_back(finished(d, allocation.number));
  return kernel;
}

}  // namespace

std::vector<Kernel> load_module(std::string_view text, const std::string& file, const BuildOptions& options) {
  const SourceText source{text, file};
  const Module module = parse_module(source);
  const auto lines = lines_of(text);
  std::vector<Kernel> kernels;
  for (const Function& function : module.functions) {
    kernels.push_back(build(source, module, function, options));
    kernels.back().text = lines;
  }
  return kernels;
}

Kernel load_kernel(const std::string& path, std::string_view name, const BuildOptions& options) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Error({.what = "cannot read PTX file", .value = path, .legal = "an existing, readable file"});
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return kernel_of(text, path, name, options);
}

Kernel kernel_of(std::string_view text, const std::string& path, std::string_view name,
                 const BuildOptions& options) {
  const SourceText source{text, path};
  const Module module = parse_module(source, name);
  std::vector<std::string> names;
  const Function* found = nullptr;
  for (const Function& function : module.functions) {
    names.emplace_back(function.name);
    if (function.name == name || (name.empty() && module.functions.size() == 1)) found = &function;
  }
  if (found == nullptr)
    throw Error(
        {.place = path,
         .what = name.empty() ? "the file does not hold exactly one kernel: name one" : "no such kernel",
         .value = std::string(name),
         .legal = names.empty() ? "the file has no kernel" : fmt::format("{}", fmt::join(names, ", ")),
         .nearest = nearest_name(name, names)});
  Kernel kernel = build(source, module, *found, options);
  kernel.text = lines_of(text);
  return kernel;
}

}  // namespace heddle::ptx
