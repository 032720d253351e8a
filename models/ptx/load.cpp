#include "models/ptx/load.hpp"

#include "models/ptx/live_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "models/base/text_file.hpp"
#include "models/ptx/compile.hpp"
#include "models/ptx/device_library.hpp"
#include "models/ptx/kernel_name.hpp"
#include "models/ptx/module_reader.hpp"

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

ModuleVariable::Kind kind_of(SymbolSpace space) {
  using Kind = ModuleVariable::Kind;
  return space == SymbolSpace::global     ? Kind::global
         : space == SymbolSpace::constant ? Kind::constant
                                          : Kind::texture;
}

/// Returns the functions of the device library that the file needs, behind an empty line.
std::string library_for(const std::string& text, const std::string& file) {
  if (!may_need_device_library(text)) return {};
  const SourceText source{text, file};
  const std::string library = device_library_for(ModuleReader(source).module());
  return library.empty() ? library : "\n" + library;
}

}  // namespace

struct PtxModule::State {
  State(std::string own, std::string file)
      : own_lines(static_cast<std::uint32_t>(std::count(own.begin(), own.end(), '\n')) + 1),
        text(own + library_for(own, file)),
        source{text, std::move(file)},
        lines(lines_of(text)),
        reader(source) {
    for (const Symbol* symbol : reader.module().variables)
      if (symbol->space != SymbolSpace::shared && symbol->space != SymbolSpace::local && !symbol->is_extern)
        add(*symbol, std::string(symbol->name));
    for (const auto& [position, in_body] : reader.module().body_variables)
      for (const Symbol* symbol : in_body) add(*symbol, fmt::format("{}.{}", symbol->function, symbol->name));
  }
  void add(const Symbol& symbol, std::string name) {
    symbols.push_back(&symbol);
    variables.push_back({std::move(name), symbol.size, symbol.alignment, kind_of(symbol.space)});
  }
  const std::uint32_t own_lines;  ///< of `text`; behind them stands the device library
  const std::string text;
  const SourceText source;
  const std::shared_ptr<const std::vector<std::string>> lines;
  ModuleReader reader;
  std::vector<const Symbol*> symbols;  ///< parallel to `variables`
  std::vector<ModuleVariable> variables;
  Placement placement;
};

PtxModule::PtxModule(std::string text, std::string file)
    : state_(std::make_unique<State>(std::move(text), std::move(file))) {}
PtxModule::PtxModule(PtxModule&&) noexcept = default;
PtxModule::~PtxModule() = default;

std::vector<std::string> PtxModule::kernels() const {
  std::vector<std::string> names;
  for (const auto& f : state_->reader.module().functions)
    if (f->entry && f->body_at != 0) names.emplace_back(f->name);
  return names;
}

unsigned PtxModule::address_bits() const { return state_->reader.module().address_bits; }

const std::vector<ModuleVariable>& PtxModule::variables() const { return state_->variables; }

void PtxModule::place(std::size_t index, std::uint64_t address) {
  state_->placement[state_->symbols.at(index)] = address;
}

std::vector<std::byte> PtxModule::initial_value(std::size_t index) const {
  const Symbol& symbol = *state_->symbols.at(index);
  std::vector<std::byte> bytes = symbol.initial;
  bytes.resize(symbol.size);
  for (const Relocation& r : symbol.relocations) {
    const auto target = std::find_if(state_->symbols.begin(), state_->symbols.end(), [&](const Symbol* s) {
      return r.target != nullptr ? s == r.target : s->name == r.symbol && s->function.empty();
    });
    const Function* function =
        target == state_->symbols.end() ? state_->reader.module().find(r.symbol) : nullptr;
    const auto known =
        target == state_->symbols.end() ? state_->placement.end() : state_->placement.find(*target);
    if (target == state_->symbols.end() && function == nullptr)
      state_->source.fail(r.place,
                          {.what = "initial value is the address of something else than a variable in "
                                   "device memory that this file defines",
                           .value = std::string(r.symbol),
                           .legal = "a .global or .const variable"});
    const std::uint64_t address = (function != nullptr ? state_->reader.module().address_of(*function)
                                   : known == state_->placement.end() ? 0
                                                                      : known->second) +
                                  static_cast<std::uint64_t>(r.addend);
    const std::uint64_t value = r.mask == 0 ? 0 : (address & r.mask) >> std::countr_zero(r.mask);
    if (r.bytes < 8 && value >> (8 * r.bytes) != 0)
      state_->source.fail(r.place, {.what = "address does not fit the initial value's bytes",
                                    .value = fmt::format("{:#x}", value),
                                    .legal = fmt::format("{} bytes", r.bytes)});
    std::memcpy(bytes.data() + r.offset, &value, r.bytes);
  }
  return bytes;
}

std::vector<std::uint32_t> PtxModule::function_addresses(std::size_t index) const {
  std::vector<std::uint32_t> offsets;
  for (const Relocation& r : state_->symbols.at(index)->relocations)
    if (r.target == nullptr && state_->reader.module().find(r.symbol) != nullptr) offsets.push_back(r.offset);
  return offsets;
}

std::string PtxModule::kernel_named(std::string_view name) const {
  return find_kernel(kernels(), name, state_->source.file);
}

Kernel PtxModule::compile(std::string_view name, const BuildOptions& options) {
  State& s = *state_;
  const CallGraph graph = call_graph(s.reader, *s.reader.module().find(kernel_named(name)));
  Kernel kernel = compile_kernel(s.source, s.reader.module(), graph, s.placement, options);
  kernel.text = s.lines;
  kernel.file_lines = s.own_lines;
  if (options.line_space) return kernel;
  for (const Instruction& i : kernel.code) {
    if (i.memory.space == Space::line)
      throw Error({.place = fmt::format("{}:{}", s.source.file, i.line),
                   .what = "a program has no memory line: .line is for subroutines of assist warps",
                   .legal = ".global .shared .local .const .param"});
    if (live_move(i) != LiveMove::none)
      throw Error({.place = fmt::format("{}:{}", s.source.file, i.line),
                   .what = "a program has no parent: live values are for subroutines of assist warps"});
  }
  return kernel;
}

std::vector<Kernel> load_module(std::string_view text, const std::string& file, const BuildOptions& options) {
  PtxModule module(std::string(text), file);
  std::vector<Kernel> kernels;
  for (const std::string& name : module.kernels()) kernels.push_back(module.compile(name, options));
  return kernels;
}

Kernel kernel_of(std::string_view text, const std::string& file, std::string_view name,
                 const BuildOptions& options) {
  return PtxModule(std::string(text), file).compile(name, options);
}

Kernel load_kernel(const std::string& path, std::string_view name, const BuildOptions& options) {
  return kernel_of(read_text_file(path, "PTX file"), path, name, options);
}

}  // namespace heddle::ptx
