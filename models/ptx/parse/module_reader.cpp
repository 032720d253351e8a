// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/module_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <utility>

#include "models/ptx/module/link.hpp"
#include "models/ptx/parse/body_parser.hpp"
#include "models/ptx/parse/variable.hpp"

namespace heddle::ptx {
namespace {

/// The space of a variable in device memory, whose declaration the token begins.
std::optional<SymbolSpace> device_space(const Token& token) {
  if (token.is_dotted("global")) return SymbolSpace::global;
  if (token.is_dotted("const")) return SymbolSpace::constant;
  if (token.is_dotted("tex")) return SymbolSpace::texture;
  return std::nullopt;
}

std::optional<Linkage> linkage_named(std::string_view directive) {
  if (directive == "visible") return Linkage::visible;
  if (directive == "weak") return Linkage::weak;
  if (directive == "common") return Linkage::common;
  if (directive == "extern") return Linkage::external;
  return std::nullopt;
}

/// Whether it is a variable of the module: not of a function, nor a parameter.
bool is_of_module(const Symbol& symbol) {
  return symbol.function.empty() && symbol.space != SymbolSpace::parameter;
}

}  // namespace

bool begins_item(const Token& token) {
  static constexpr std::string_view names[] = {"visible", "weak",  "common",  "extern", "file",  "loc",
                                               "align",   "alias", "section", "shared", "local", "global",
                                               "const",   "tex",   "entry",   "func",   "surf",  "target"};
  return token.kind == Token::Kind::dotted && std::ranges::find(names, token.text) != std::end(names);
}

ModuleReader::ModuleReader(const SourceText& source) : in_(source, tokenize(source)) {
  do parse_file();
  while (in_.next_file());
  link(source, module_);
  mark_taken_addresses();
}

void ModuleReader::parse_file() {
  file_ = source().file_of(in_.peek().place);
  linkage_ = Linkage::local;
  alignment_ = 0;
  dialect_ = {};
  const unsigned before = std::exchange(module_.address_bits, 64);
  while (!in_.at_end()) parse_item();
  if (file_ > 0 && module_.address_bits != before)
    in_.fail(in_.peek().place,
             {.what = "files with different sizes of addresses cannot be linked",
              .value = fmt::format("{} bits", module_.address_bits),
              .legal = fmt::format("{} bits, as in {}", before, source().files.parts()[0].file)});
}

/// Marks the functions whose address is taken, by `mov d, f;` or by an initial value.
void ModuleReader::mark_taken_addresses() {
  using Names = std::unordered_map<std::string_view, Function*>;
  std::vector<Names> by_name(source().files.parts().size());
  for (const auto& f : module_.functions)
    if (!f->entry) by_name[f->file][f->name] = f.get();
  const auto mark = [&](std::string_view name, std::uint32_t file) {
    const auto found = by_name[file].find(name);
    if (found == by_name[file].end()) return;
    const Function* meant = found->second->definition;
    if (meant != nullptr) by_name[meant->file].at(meant->name)->address_taken = true;
  };
  for (const Symbol* symbol : module_.variables)
    for (const Relocation& r : symbol->relocations) mark(r.symbol, symbol->file);
  for (const auto& [position, symbols] : module_.body_variables)
    for (const Symbol* symbol : symbols)
      for (const Relocation& r : symbol->relocations)
        if (r.target == nullptr) mark(r.symbol, symbol->file);
  in_.seek(0);
  std::uint32_t file = 0;
  do {
    for (; !by_name[file].empty() && !in_.at_end(); in_.next()) {
      const bool last_operand =
          in_.peek(1).is(',') && in_.peek(2).kind == Token::Kind::word && in_.peek(3).is(';');
      if (last_operand && !in_.peek().is(')'))
        mark(in_.peek(2).text, file);  // in `call (r), f;` it is the callee
    }
    while (!in_.at_end()) in_.next();
    ++file;
  } while (in_.next_file());
}

const Function& ModuleReader::read(const Function& function) {
  const auto own = std::find_if(module_.functions.begin(), module_.functions.end(),
                                [&](const auto& f) { return f.get() == &function; });
  Function& f = **own;
  if (f.body_at == 0 || f.is_read) return f;
  in_.seek(f.body_at);
  const std::size_t formals = f.registers.size();
  try {
    parse_body(in_, module_, f);
  } catch (const Error&) {  // another kernel that calls it must report the same error, not see half a body
    f.body.clear();
    f.registers.resize(formals);
    throw;
  }
  f.is_read = true;
  return f;
}

void ModuleReader::parse_item() {
  const Token& token = in_.next();
  if (token.is(';')) return;
  if (token.kind != Token::Kind::dotted) in_.syntax_error(token, "a directive such as .version or .entry");
  const std::string_view name = token.text;
  if (const auto linkage = linkage_named(name)) {
    linkage_ = *linkage;
    return;
  }
  const Linkage linkage = std::exchange(linkage_, Linkage::local);
  if (name == "version") {
    parse_version();
  } else if (name == "file" || name == "loc") {
    in_.skip_location();
  } else if (name == "target") {
    parse_target();
  } else if (name == "address_size") {
    parse_address_size();
  } else if (name == "alias") {
    parse_alias();
  } else if (name == "pragma") {
    while (!in_.at_end() && !in_.accept(';')) in_.next();
  } else if (name == "section") {
    while (!in_.at_end() && !in_.peek().is('{')) in_.next();
    in_.skip_balanced('{', '}');
  } else if (name == "align") {
    alignment_ = parse_alignment(in_);
    linkage_ = linkage;
  } else if (name == "reg") {
    in_.fail(token.place, {.what = "registers that all functions of a module share are not supported",
                           .value = ".reg",
                           .legal = "registers that a function declares"});
  } else if (name == "local") {
    parse_module_variables(SymbolSpace::local, linkage);
  } else if (name == "shared") {
    parse_module_variables(SymbolSpace::shared, linkage);
  } else if (name == "global") {
    parse_module_variables(SymbolSpace::global, linkage);
  } else if (name == "const") {
    parse_module_variables(SymbolSpace::constant, linkage);
  } else if (name == "tex") {
    parse_module_variables(SymbolSpace::texture, linkage);
  } else if (name == "entry" || name == "func") {
    parse_function(name == "entry", linkage);
  } else {
    in_.syntax_error(token,
                     ".version .target .address_size .visible .weak .extern .entry .func .shared .global "
                     ".const .local .tex");
  }
}

/// Reads the version. It decides what old spellings mean (Dialect), not which instructions there are: these
/// are accepted or refused one by one.
void ModuleReader::parse_version() {
  const Token& token = in_.next();
  double version = 0;
  const auto [end, code] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), version);
  const bool number = token.kind == Token::Kind::number && code == std::errc{} &&
                      end == token.text.data() + token.text.size();
  if (!number || version < 1 || version >= 10) in_.syntax_error(token, "a PTX version, 1.0 .. 9.9");
  dialect_.version = static_cast<unsigned>(std::lround(version * 10));
}

/// Reads `sm_20, texmode_independent`: of targets an sm_1x says that f32 is flushed, the others nothing.
void ModuleReader::parse_target() {
  static constexpr std::string_view options[] = {"texmode_unified", "texmode_independent", "debug",
                                                 "map_f64_to_f32"};
  constexpr const char* legal =
      "sm_10 and up, compute_10 and up, texmode_unified, texmode_independent, debug, "
      "map_f64_to_f32";
  do {
    const Token& token = in_.expect_word("a target such as sm_75");
    std::string_view name = token.text;
    if (std::ranges::find(options, name) != std::end(options)) continue;
    const std::size_t digits = name.find('_') + 1;
    const bool architecture = name.starts_with("sm_") || name.starts_with("compute_");
    unsigned number = 0;
    const auto [end, code] = std::from_chars(name.data() + digits, name.data() + name.size(), number);
    const std::string_view rest(end, static_cast<std::size_t>(name.data() + name.size() - end));
    if (!architecture || code != std::errc{} || number < 10 || number > 999 ||
        !(rest.empty() || rest == "a" || rest == "f"))
      in_.fail(token.place, {.what = "unknown target", .value = std::string(name), .legal = legal});
    dialect_.flushes = number < 20;
  } while (in_.accept(','));
}

void ModuleReader::parse_address_size() {
  const Token& token = in_.peek();
  const std::int64_t bits = in_.expect_integer("32 or 64");
  if (bits != 32 && bits != 64) in_.syntax_error(token, "32 or 64");
  module_.address_bits = static_cast<unsigned>(bits);
  module_.says_address_bits = true;
}

void ModuleReader::parse_module_variables(SymbolSpace space, Linkage linkage) {
  for (auto& symbol : parse_variables(in_, space, std::exchange(alignment_, 0))) {
    symbol->linkage = linkage;
    symbol->file = file_;
    if (linkage != Linkage::external) require_size(in_, *symbol);
    if (linkage == Linkage::external && !symbol->initial.empty())
      in_.fail(symbol->place, {.what = "an .extern variable has its initial values where it is defined",
                               .value = std::string(symbol->name)});
    if (linkage == Linkage::common && space != SymbolSpace::global)
      in_.fail(symbol->place,
               {.what = "a .common variable must lie in .global", .value = std::string(symbol->name)});
    define(std::move(symbol));
  }
}

void ModuleReader::define(std::unique_ptr<Symbol> symbol) {
  const auto earlier = std::ranges::find_if(module_.symbols, [&](const auto& s) {
    return s->name == symbol->name && s->file == file_ && is_of_module(*s);
  });
  if (earlier != module_.symbols.end()) {  // uses of the declaration mean the definition
    require_same(source(), **earlier, *symbol);
    if ((*earlier)->linkage != Linkage::external && symbol->linkage != Linkage::external)
      refuse_twice(source(), symbol->name, (*earlier)->place, symbol->place);
    if (symbol->linkage == Linkage::external) return;
    if (symbol->linkage == Linkage::local) symbol->linkage = Linkage::visible;
    **earlier = std::move(*symbol);
    return;
  }
  module_.symbols.push_back(std::move(symbol));
  module_.variables.push_back(module_.symbols.back().get());
}

void ModuleReader::parse_function(bool entry, Linkage linkage) {
  auto function = std::make_unique<Function>();
  function->entry = entry;
  function->linkage = linkage;
  function->file = file_;
  function->dialect = dialect_;
  while (in_.accept_dotted("attribute")) in_.skip_balanced('(', ')');
  if (!entry && in_.accept('(')) parse_formals(*function, function->results);
  const Token& name = in_.expect_word(entry ? "the name of a kernel" : "the name of a function");
  function->name = name.text;
  function->place = name.place;
  if (in_.accept('(')) parse_formals(*function, function->parameters);
  parse_performance_directives(*function);
  function->visible = module_.variables.size();
  // nvopencc ends the declaration of a function that it defines later with nothing.
  const bool declared = in_.accept(';') || (!entry && (in_.at_end() || begins_item(in_.peek())));
  if (!declared) {
    function->body_at = in_.position();
    parse_body_variables(*function);
  }
  const auto earlier = std::ranges::find_if(
      module_.functions, [&](const auto& f) { return f->name == function->name && f->file == file_; });
  if (earlier == module_.functions.end()) {
    module_.functions.push_back(std::move(function));
    return;
  }
  require_same(source(), **earlier, *function);
  if ((*earlier)->body_at != 0 && function->body_at != 0)
    refuse_twice(source(), function->name, (*earlier)->place, function->place);
  if ((*earlier)->body_at != 0) return;
  if (function->linkage == Linkage::local && (*earlier)->linkage != Linkage::local)
    function->linkage = (*earlier)->linkage == Linkage::weak ? Linkage::weak : Linkage::visible;
  **earlier = std::move(*function);
}

/// Parses `.alias f, g;`: calls of f, which is declared, call g.
void ModuleReader::parse_alias() {
  const Token& name = in_.expect_word("the name of a function that is declared");
  in_.expect(',', "after the alias");
  const Token& aliased = in_.expect_word("the name of a function");
  in_.expect(';', "after an alias");
  const auto own = std::ranges::find_if(
      module_.functions, [&](const auto& f) { return f->name == name.text && f->file == file_; });
  if (own == module_.functions.end() || (*own)->body_at != 0 || (*own)->entry)
    in_.fail(name.place, {.what = "an alias must be a function that is declared and not defined",
                          .value = std::string(name.text)});
  (*own)->aliased = aliased.text;
  (*own)->place = name.place;
}

/// Passes over the body, but for its variables in device memory: they have their place when the module is
/// loaded, before a function is read. Their names are looked up as the function's are, inner braces first.
void ModuleReader::parse_body_variables(Function& function) {
  const Token& open = in_.peek();
  in_.expect('{', "before the body of a function");
  std::vector<std::vector<const Symbol*>> scopes(1);
  const auto target_of = [&](std::string_view name) -> const Symbol* {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
      for (const Symbol* s : *scope)
        if (s->name == name) return s;
    return nullptr;
  };
  std::uint64_t alignment = 0;
  for (bool begins = true; !scopes.empty();) {  // `begins`: a statement may begin here
    if (in_.at_end()) in_.syntax_error(open, "a matching '}'");
    const std::size_t position = in_.position();
    const Token& token = in_.next();
    if (begins && token.is_dotted("align")) {
      alignment = parse_alignment(in_);
      continue;
    }
    if (begins && scopes.size() == 1 && token.is_dotted("param") && function.declares_parameters_in_body()) {
      for (auto& symbol : parse_variables(in_, SymbolSpace::parameter, std::exchange(alignment, 0))) {
        function.parameters.push_back({.symbol = symbol.get()});
        refuse_second_name(function.parameters, symbol->place);
        module_.symbols.push_back(std::move(symbol));
      }
      continue;
    }
    const auto space = begins ? device_space(token) : std::nullopt;
    begins = token.is(';') || token.is('{') || token.is('}') || token.is(':');
    if (token.is('{')) scopes.emplace_back();
    if (token.is('}')) scopes.pop_back();
    const std::uint64_t aligned = std::exchange(alignment, 0);
    if (!space) continue;
    for (auto& symbol : parse_variables(in_, *space, aligned)) {
      require_size(in_, *symbol);
      symbol->function = function.name;
      symbol->file = file_;
      for (Relocation& r : symbol->relocations) r.target = target_of(r.symbol);
      scopes.back().push_back(symbol.get());
      module_.body_variables[position].push_back(symbol.get());
      module_.symbols.push_back(std::move(symbol));
    }
    begins = true;
  }
}

}  // namespace heddle::ptx
