#include "models/ptx/module_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <utility>

#include "models/ptx/body_parser.hpp"
#include "models/ptx/variable.hpp"

namespace heddle::ptx {
namespace {

/// The space of a variable in device memory, whose declaration the token begins.
std::optional<SymbolSpace> device_space(const Token& token) {
  if (token.is_dotted("global")) return SymbolSpace::global;
  if (token.is_dotted("const")) return SymbolSpace::constant;
  if (token.is_dotted("tex")) return SymbolSpace::texture;
  return std::nullopt;
}

/// Whether a declaration of the module begins with the token.
bool begins_item(const Token& token) {
  static constexpr std::string_view names[] = {"visible", "weak",  "common",  "extern", "file",  "loc",
                                               "align",   "alias", "section", "shared", "local", "global",
                                               "const",   "tex",   "entry",   "func",   "surf",  "target"};
  return token.kind == Token::Kind::dotted && std::ranges::find(names, token.text) != std::end(names);
}

}  // namespace

const Function* Module::find(std::string_view name) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f->name == name; });
  return found == functions.end() ? nullptr : found->get();
}

std::uint64_t Module::address_of(const Function& function) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.get() == &function; });
  return 16 * static_cast<std::uint64_t>(found - functions.begin() + 1);
}

std::vector<const Function*> Module::targets_of(const Statement& call, const Function& caller) const {
  if (!call.callee.empty()) {
    const Function* f = find(call.callee);
    return f != nullptr && f->body_at != 0 && !f->entry ? std::vector{f} : std::vector<const Function*>{};
  }
  if (call.callee_register == no_register) return {};
  const auto fits = [&](const Formal& formal, const Operand& o) {
    if (o.symbol != nullptr) return o.symbol->size == formal.symbol->size;
    return o.kind != Operand::Kind::reg ||
           std::max(4u, bits_of(caller.registers[o.reg].type) / 8) == formal.symbol->size;
  };
  std::vector<const Function*> all;
  for (const auto& f : functions) {
    if (!f->address_taken || f->entry || f->body_at == 0 || f->results.size() != call.results ||
        f->results.size() + f->parameters.size() != call.operands.size())
      continue;
    bool same = true;
    for (std::size_t k = 0; k < call.operands.size(); ++k)
      same =
          same && fits(k < call.results ? f->results[k] : f->parameters[k - call.results], call.operands[k]);
    if (same) all.push_back(f.get());
  }
  return all;
}

ModuleReader::ModuleReader(const SourceText& source) : in_(source, tokenize(source)) {
  while (!in_.at_end()) parse_item();
  mark_taken_addresses();
}

/// Marks the functions whose address is taken, by `mov d, f;` or by an initial value.
void ModuleReader::mark_taken_addresses() {
  std::unordered_map<std::string_view, Function*> by_name;
  for (const auto& f : module_.functions)
    if (!f->entry) by_name[f->name] = f.get();
  if (by_name.empty()) return;
  const auto mark = [&](std::string_view name) {
    if (const auto found = by_name.find(name); found != by_name.end()) found->second->address_taken = true;
  };
  for (const Symbol* symbol : module_.variables)
    for (const Relocation& r : symbol->relocations) mark(r.symbol);
  for (const auto& [position, symbols] : module_.body_variables)
    for (const Symbol* symbol : symbols)
      for (const Relocation& r : symbol->relocations)
        if (r.target == nullptr) mark(r.symbol);
  in_.seek(0);
  for (; !in_.at_end(); in_.next()) {
    const bool last_operand =
        in_.peek(1).is(',') && in_.peek(2).kind == Token::Kind::word && in_.peek(3).is(';');
    if (last_operand && !in_.peek().is(')')) mark(in_.peek(2).text);  // in `call (r), f;` it is the callee
  }
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
  if (name == "visible" || name == "weak" || name == "common") return;  // linkage of the next symbol
  if (name == "extern") {
    extern_ = true;
    return;
  }
  const bool is_extern = std::exchange(extern_, false);
  if (name == "version") {
    parse_version();
  } else if (name == "file" || name == "loc") {
    in_.skip_location();
  } else if (name == "target") {
    do in_.expect_word("a target such as sm_75");
    while (in_.accept(','));
  } else if (name == "address_size") {
    parse_address_size();
  } else if (name == "pragma" || name == "alias") {
    while (!in_.at_end() && !in_.accept(';')) in_.next();
  } else if (name == "section") {
    while (!in_.at_end() && !in_.peek().is('{')) in_.next();
    in_.skip_balanced('{', '}');
  } else if (name == "align") {
    alignment_ = parse_alignment(in_);
    extern_ = is_extern;
  } else if (name == "reg") {
    in_.fail(token.place, {.what = "registers that all functions of a module share are not supported",
                           .value = ".reg",
                           .legal = "registers that a function declares"});
  } else if (name == "local") {
    parse_module_variables(SymbolSpace::local, is_extern);
  } else if (name == "shared") {
    parse_module_variables(SymbolSpace::shared, is_extern);
  } else if (name == "global") {
    parse_module_variables(SymbolSpace::global, is_extern);
  } else if (name == "const") {
    parse_module_variables(SymbolSpace::constant, is_extern);
  } else if (name == "tex") {
    parse_module_variables(SymbolSpace::texture, is_extern);
  } else if (name == "entry" || name == "func") {
    parse_function(name == "entry");
  } else {
    in_.syntax_error(token,
                     ".version .target .address_size .visible .weak .extern .entry .func .shared .global "
                     ".const .local .tex");
  }
}

/// Checks that the version is a number. It decides nothing more: instructions are accepted or refused one by
/// one.
void ModuleReader::parse_version() {
  const Token& token = in_.next();
  double version = 0;
  const auto [end, code] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), version);
  const bool number = token.kind == Token::Kind::number && code == std::errc{} &&
                      end == token.text.data() + token.text.size();
  if (!number || version < 1 || version >= 10) in_.syntax_error(token, "a PTX version, 1.0 .. 9.9");
}

void ModuleReader::parse_address_size() {
  const Token& token = in_.peek();
  const std::int64_t bits = in_.expect_integer("32 or 64");
  if (bits != 32 && bits != 64) in_.syntax_error(token, "32 or 64");
  module_.address_bits = static_cast<unsigned>(bits);
}

void ModuleReader::parse_module_variables(SymbolSpace space, bool is_extern) {
  for (auto& symbol : parse_variables(in_, space, std::exchange(alignment_, 0))) {
    symbol->is_extern = is_extern && space != SymbolSpace::shared;
    define(std::move(symbol));
  }
}

void ModuleReader::define(std::unique_ptr<Symbol> symbol) {
  const auto earlier = std::find_if(module_.symbols.begin(), module_.symbols.end(), [&](const auto& s) {
    return s->name == symbol->name && s->space == symbol->space && s->function.empty();
  });
  if (earlier != module_.symbols.end()) {  // earlier uses of the declaration mean this definition
    if ((*earlier)->is_extern || (*earlier)->size == 0) **earlier = std::move(*symbol);
    return;
  }
  module_.symbols.push_back(std::move(symbol));
  module_.variables.push_back(module_.symbols.back().get());
}

void ModuleReader::parse_function(bool entry) {
  auto function = std::make_unique<Function>();
  function->entry = entry;
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
  const auto earlier = std::find_if(module_.functions.begin(), module_.functions.end(),
                                    [&](const auto& f) { return f->name == function->name; });
  if (earlier == module_.functions.end())
    module_.functions.push_back(std::move(function));
  else if ((*earlier)->body_at == 0)
    **earlier = std::move(*function);
  else if (function->body_at != 0)
    in_.fail(name.place, {.what = "function defined twice", .value = std::string(name.text)});
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
    const auto space = begins ? device_space(token) : std::nullopt;
    begins = token.is(';') || token.is('{') || token.is('}') || token.is(':');
    if (token.is('{')) scopes.emplace_back();
    if (token.is('}')) scopes.pop_back();
    const std::uint64_t aligned = std::exchange(alignment, 0);
    if (!space) continue;
    for (auto& symbol : parse_variables(in_, *space, aligned)) {
      symbol->function = function.name;
      for (Relocation& r : symbol->relocations) r.target = target_of(r.symbol);
      scopes.back().push_back(symbol.get());
      module_.body_variables[position].push_back(symbol.get());
      module_.symbols.push_back(std::move(symbol));
    }
    begins = true;
  }
}

/// Parses `.v2 .u32 name`, a parameter in a register.
void ModuleReader::parse_register_formal(Function& function, std::vector<Formal>& formals) {
  if (in_.accept_dotted("align")) parse_alignment(in_);
  const unsigned lanes = in_.accept_dotted("v2") ? 2 : in_.accept_dotted("v4") ? 4 : 1;
  const Type type = parse_type(in_);
  if (in_.accept_dotted("align")) parse_alignment(in_);
  const Token& name = in_.expect_word("the name of a register");
  VectorRegister vector{.name = name.text, .parts = {}};
  for (unsigned k = 0; k < lanes; ++k) {
    std::string_view own = name.text;
    if (lanes > 1) own = module_.names.emplace_back(fmt::format("{}.{}", name.text, "xyzw"[k]));
    const auto reg = static_cast<RegisterId>(function.registers.size());
    function.registers.push_back({own, type});
    vector.parts.push_back(reg);
    auto symbol = std::make_unique<Symbol>();  // the place in the frame through which the value is passed
    symbol->space = SymbolSpace::parameter;
    symbol->size = symbol->alignment = std::max(4u, bits_of(type) / 8);
    symbol->place = name.place;
    module_.symbols.push_back(std::move(symbol));
    formals.push_back({module_.symbols.back().get(), reg});
  }
  if (lanes > 1) function.vectors.push_back(std::move(vector));
}

void ModuleReader::parse_formals(Function& function, std::vector<Formal>& formals) {
  while (!in_.accept(')')) {
    if (in_.accept_dotted("reg")) {
      parse_register_formal(function, formals);
    } else if (in_.accept_dotted("param")) {
      module_.symbols.push_back(parse_variable(in_, SymbolSpace::parameter));
      formals.push_back({.symbol = module_.symbols.back().get()});
    } else {
      in_.syntax_error(in_.peek(), ".param or ')'");
    }
    if (!in_.peek().is(')')) in_.expect(',', "between parameters");
  }
}

void ModuleReader::parse_performance_directives(Function& function) {
  while (in_.peek().kind == Token::Kind::dotted && !begins_item(in_.peek())) {
    const Token& token = in_.next();
    const std::string_view name = token.text;
    const auto extents = [&] {
      constexpr std::int64_t most = 1 << 20;
      std::int64_t product = 1;
      do
        product = std::min(product * std::clamp<std::int64_t>(in_.expect_integer("a number"), 1, most), most);
      while (in_.accept(','));
      return static_cast<std::uint32_t>(product);
    };
    if (name == "maxntid" || name == "reqntid") {
      function.max_threads = extents();
    } else if (name == "maxnreg") {
      function.max_registers = extents();
    } else if (name == "minnctapersm" || name == "maxnctapersm" || name == "reqnctapercluster" ||
               name == "maxclusterrank") {
      extents();
    } else if (name == "pragma") {
      while (!in_.at_end() && !in_.accept(';')) in_.next();
    } else if (name != "noreturn" && name != "explicitcluster" && name != "blocksareclusters" &&
               name != "abi_preserve" && name != "abi_preserve_control") {
      in_.syntax_error(token, ".maxntid .reqntid .minnctapersm .maxnreg .noreturn .pragma or '{'");
    } else if (name.starts_with("abi_preserve")) {
      in_.expect_integer("a number");
    }
  }
}

}  // namespace heddle::ptx
