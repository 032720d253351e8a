// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/load.hpp"

#include "models/ptx/program/live_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <unordered_map>

#include "models/base/text_file.hpp"
#include "models/ptx/compile.hpp"
#include "models/ptx/library/device_library.hpp"
#include "models/ptx/parse/kernel_name.hpp"
#include "models/ptx/parse/module_reader.hpp"

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

std::shared_ptr<JoinedFiles> joined(const std::vector<PtxFile>& files) {
  const auto all = std::make_shared<JoinedFiles>();
  for (const PtxFile& f : files) all->add(f.text, f.name);
  return all;
}

/// Adds the functions of the device library that the files need, if any.
std::shared_ptr<const JoinedFiles> with_library(std::shared_ptr<JoinedFiles> files) {
  if (!may_need_device_library(files->text())) return files;
  const std::string library = device_library_for(ModuleReader(SourceText{*files}).module());
  if (!library.empty()) files->add(library, "");
  return files;
}

/// The name of a file for what is its own and has a name that other files have, too.
std::string short_name(const JoinedFiles& files, std::uint32_t file) {
  const auto short_of = [](const std::string& path) {
    return std::filesystem::path(path).filename().string();
  };
  const std::string& own = files.parts()[file].file;
  const auto same = std::ranges::count_if(
      files.parts(), [&](const JoinedFiles::Part& p) { return short_of(p.file) == short_of(own); });
  return same == 1 ? short_of(own) : own;
}

}  // namespace

struct PtxModule::State {
  explicit State(const std::vector<PtxFile>& own) : State(joined(own)) {}
  explicit State(std::shared_ptr<JoinedFiles> own)
      : own_lines(own->lines()),
        files(with_library(std::move(own))),
        source{*files},
        lines(lines_of(files->text())),
        reader(source) {
    const Module& module = reader.module();
    for (const Symbol* symbol : module.variables)
      if (symbol->space != SymbolSpace::shared && symbol->space != SymbolSpace::local &&
          symbol->definition == symbol)
        add(*symbol, std::string(symbol->name));
    for (const auto& [position, in_body] : module.body_variables)
      for (const Symbol* symbol : in_body) add(*symbol, fmt::format("{}.{}", symbol->function, symbol->name));
    name_apart();
  }
  void add(const Symbol& symbol, const std::string& name) {
    const std::uint32_t textures =
        symbol.space == SymbolSpace::texture && symbol.is_array ? symbol.size / texture_bytes : 1;
    for (std::uint32_t k = 0; k < textures; ++k) {
      symbols.push_back(&symbol);
      variables.push_back({.name = symbol.space == SymbolSpace::texture && symbol.is_array
                                       ? fmt::format("{}[{}]", name, k)
                                       : name,
                           .bytes = symbol.size / textures,
                           .alignment = symbol.alignment,
                           .kind = kind_of(symbol.space),
                           .handle_step = k == 0 ? 0 : texture_bytes});
    }
  }
  /// Of variables with one name, those that are their file's own are called `file:name`.
  void name_apart() {
    if (files->parts().size() == 1) return;
    std::unordered_map<std::string, std::uint32_t> count;
    for (const ModuleVariable& v : variables) ++count[v.name];
    for (std::size_t v = 0; v < variables.size(); ++v)
      if (count[variables[v].name] > 1 && symbols[v]->linkage == Linkage::local)
        variables[v].name = fmt::format("{}:{}", short_name(*files, symbols[v]->file), variables[v].name);
  }
  const std::uint32_t own_lines;  ///< of the files; the device library follows them
  const std::shared_ptr<const JoinedFiles> files;
  const SourceText source;
  const std::shared_ptr<const std::vector<std::string>> lines;
  ModuleReader reader;
  std::vector<const Symbol*> symbols;  ///< parallel to `variables`
  std::vector<ModuleVariable> variables;
  Placement placement;
};

PtxModule::PtxModule(const std::vector<PtxFile>& files) : state_(std::make_unique<State>(files)) {}
PtxModule::PtxModule(std::string text, std::string file)
    : PtxModule(std::vector<PtxFile>{{std::move(text), std::move(file)}}) {}
PtxModule::PtxModule(PtxModule&&) noexcept = default;
PtxModule::~PtxModule() = default;

std::vector<std::string> PtxModule::kernels() const {
  std::vector<std::string> names;
  for (const auto& f : state_->reader.module().functions)
    if (f->entry && f->definition == f.get()) names.emplace_back(f->name);
  return names;
}

unsigned PtxModule::address_bits() const { return state_->reader.module().address_bits; }

const std::vector<ModuleVariable>& PtxModule::variables() const { return state_->variables; }

void PtxModule::place(std::size_t index, std::uint64_t address) {
  if (state_->variables.at(index).handle_step == 0) state_->placement[state_->symbols[index]] = address;
}

std::vector<std::byte> PtxModule::initial_value(std::size_t index) const {
  const Symbol& symbol = *state_->symbols.at(index);
  std::vector<std::byte> bytes = symbol.initial;
  bytes.resize(symbol.size);
  for (const Relocation& r : symbol.relocations) {
    const Module& module = state_->reader.module();
    const auto target = std::ranges::find(
        state_->symbols, r.target != nullptr ? r.target : module.find_variable(r.symbol, symbol.file));
    const Function* function = target == state_->symbols.end() ? module.find(r.symbol, symbol.file) : nullptr;
    const auto known =
        target == state_->symbols.end() ? state_->placement.end() : state_->placement.find(*target);
    if (target == state_->symbols.end() && function == nullptr)
      state_->source.fail(
          r.place, {.what = fmt::format(
                        "initial value is the address of something else than a variable in "
                        "device memory that {}",
                        state_->files->parts().size() == 1 ? "this file defines" : "the linked files define"),
                    .value = std::string(r.symbol),
                    .legal = "a .global or .const variable"});
    const std::uint64_t address = (function != nullptr                ? module.address_of(*function)
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
  const Symbol& symbol = *state_->symbols.at(index);
  for (const Relocation& r : symbol.relocations)
    if (r.target == nullptr && state_->reader.module().find(r.symbol, symbol.file) != nullptr)
      offsets.push_back(r.offset);
  return offsets;
}

std::string PtxModule::kernel_named(std::string_view name) const {
  return find_kernel(kernels(), name, state_->files->names());
}

Kernel PtxModule::compile(std::string_view name, const BuildOptions& options) {
  State& s = *state_;
  const CallGraph graph = call_graph(s.reader, *s.reader.module().find_kernel(kernel_named(name)));
  Kernel kernel = compile_kernel(s.source, s.reader.module(), graph, s.placement, options);
  kernel.text = s.lines;
  kernel.file_lines = s.own_lines;
  kernel.files = s.files;
  if (options.line_space) return kernel;
  for (const Instruction& i : kernel.code) {
    if (i.memory.space == Space::line)
      throw Error({.place = kernel.place_of(i.line),
                   .what = "a program has no memory line: .line is for subroutines of assist warps",
                   .legal = ".global .shared .local .const .param"});
    if (live_move(i) != LiveMove::none)
      throw Error({.place = kernel.place_of(i.line),
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

std::vector<PtxFile> read_files(const std::vector<std::string>& paths) {
  std::vector<PtxFile> files;
  for (const std::string& path : paths) files.push_back({read_text_file(path, "PTX file"), path});
  return files;
}

Kernel load_kernel(const std::string& path, std::string_view name, const BuildOptions& options) {
  return kernel_of(read_text_file(path, "PTX file"), path, name, options);
}

}  // namespace heddle::ptx
