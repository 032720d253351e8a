#include "models/ptx/body_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/ptx/constant_expression.hpp"
#include "models/ptx/name_scopes.hpp"
#include "models/ptx/special_registers.hpp"
#include "models/ptx/variable.hpp"

namespace heddle::ptx {
namespace {

class BodyParser {
 public:
  BodyParser(TokenStream& in, Module& module, Function& function)
      : in_(in), module_(module), function_(function), names_(function.registers) {
    for (std::size_t i = 0; i < function.visible; ++i) names_.declare(*module.variables[i]);
    for (const auto* formals : {&function.results, &function.parameters})
      for (const Formal& formal : *formals) {
        if (formal.reg != no_register)
          names_.declare_register(function.registers[formal.reg].name, formal.reg);
        else
          names_.declare(*formal.symbol);
      }
  }

  void run() {
    const Token& open = in_.peek();
    in_.expect('{', "before the kernel's body");
    for (unsigned depth = 1; depth > 0;) {
      if (in_.at_end()) in_.syntax_error(open, "a matching '}'");
      if (in_.accept('{')) {
        in_.check_nesting(++depth);
        names_.open();
      } else if (in_.accept('}')) {
        if (--depth > 0) names_.close();
      } else {
        parse_item();
      }
    }
    resolve_labels();
  }

 private:
  void parse_item() {
    const Token& token = in_.peek();
    if (token.kind == Token::Kind::dotted) return parse_directive();
    if (token.kind == Token::Kind::word && in_.peek(1).is(':')) {
      if (in_.peek(2).is_dotted("branchtargets")) return parse_branch_targets(token);
      if (in_.peek(2).is_dotted("callprototype") || in_.peek(2).is_dotted("calltargets")) {
        while (!in_.at_end() && !in_.accept(';')) in_.next();  // not needed: targets_of() finds them
        return;
      }
      if (!names_.declare_label(token.text, static_cast<std::uint32_t>(function_.body.size())))
        in_.fail(token.place, {.what = "label declared twice", .value = std::string(token.text)});
      in_.next();
      in_.next();
      return;
    }
    parse_statement();
  }

  void parse_directive() {
    const Token& token = in_.next();
    if (token.text == "reg") return parse_registers();
    if (token.text == "shared") return parse_local_variable(SymbolSpace::shared);
    if (token.text == "local") return parse_local_variable(SymbolSpace::local);
    if (token.text == "loc" || token.text == "file") {
      if (in_.peek().place.line == token.place.line) in_.skip_line();
      return;
    }
    if (token.text == "pragma") return parse_pragma(token);
    if (token.text == "param") return parse_local_variable(SymbolSpace::parameter);
    in_.syntax_error(token, "an instruction, a label, or .reg .param .shared .local .loc .pragma");
  }

  /// Parses `.pragma "a", "b";`. Each string becomes a statement, so that a label stands before or behind it.
  void parse_pragma(const Token& directive) {
    static const Opcode pragma{.syntax = ".pragma", .operands = "", .shape = Shape::pragma};
    do {
      const Token& string = in_.next();
      if (string.kind != Token::Kind::string) in_.syntax_error(string, "a string behind .pragma");
      function_.body.push_back(
          {.spelling = {.opcode = &pragma}, .place = directive.place, .operands = {}, .pragma = string.text});
    } while (in_.accept(','));
    in_.expect(';', "behind .pragma");
  }

  void parse_local_variable(SymbolSpace space) {
    do {
      module_.symbols.push_back(parse_variable(in_, space));
      names_.declare(*module_.symbols.back());
    } while (in_.accept(','));
    in_.expect(';', "behind a declaration");
  }

  /// Parses `name: .branchtargets L1, L2, ...;`, the targets of a brx.idx.
  void parse_branch_targets(const Token& name) {
    in_.next();
    in_.next();
    in_.next();
    std::vector<Operand>& list = branch_targets_[name.text];
    do {
      const Token& label = in_.expect_word("a label");
      list.push_back({.kind = Operand::Kind::label, .place = label.place, .name = label.text});
    } while (in_.accept(','));
    in_.expect(';', "behind the labels");
  }

  void parse_registers() {
    const std::string_view lanes = in_.accept_dotted("v2") ? "xy" : in_.accept_dotted("v4") ? "xyzw" : "";
    const Type type = parse_type(in_);
    do {
      const Token& name = in_.expect_word("the name of a register");
      if (!lanes.empty()) {
        std::vector<RegisterId>& elements = vector_registers_[name.text];
        elements.clear();
        for (const char lane : lanes) {
          module_.names.push_back(fmt::format("{}.{}", name.text, lane));
          elements.push_back(names_.declare_register(module_.names.back(), type));
        }
      } else if (in_.accept('<')) {
        const std::int64_t count = in_.expect_integer("a number of registers");
        names_.declare_registers(name.text, static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0)),
                                 type);
        in_.expect('>', "behind the number of registers");
      } else {
        names_.declare_register(name.text, type);
      }
    } while (in_.accept(','));
    in_.expect(';', "behind a declaration");
  }

  RegisterId expect_register(const Token& token) {
    if (const auto reg = names_.find_register(token.text)) return *reg;
    fail_undeclared(token, "undefined register");
  }

  [[noreturn]] void fail_undeclared(const Token& token, std::string what) {
    in_.fail(token.place, {.what = std::move(what),
                           .value = std::string(token.text),
                           .legal = fmt::format("declared here: {}", names_.visible_names())});
  }

  void parse_statement() {
    Statement statement;
    if (in_.accept('@')) {
      statement.guard_negated = in_.accept('!');
      const Token& guard = in_.expect_word("a predicate register");
      statement.guard = expect_register(guard);
      if (function_.registers[statement.guard].type != Type::pred)
        in_.fail(guard.place, {.what = "guard is not a predicate", .value = std::string(guard.text)});
    }
    const Token& opcode = in_.expect_word("an instruction");
    statement.place = opcode.place;
    std::vector<std::string_view> suffixes;
    while (in_.peek().kind == Token::Kind::dotted) suffixes.push_back(in_.next().text);
    statement.spelling = match_opcode(in_.source(), opcode.place, opcode.text, suffixes);
    const Shape shape = statement.spelling.opcode->shape;
    if (shape == Shape::call) {
      parse_call(statement);
    } else if (!in_.accept(';')) {
      do
        statement.operands.push_back(parse_operand(
            shape == Shape::branch || (shape == Shape::indexed_branch && !statement.operands.empty())));
      while (in_.accept(','));
      in_.expect(';', "or ',' behind an operand");
    }
    if (shape == Shape::branch || shape == Shape::indexed_branch)
      branch_scopes_.emplace_back(function_.body.size(), names_.current());
    function_.body.push_back(std::move(statement));
  }

  /// Parses `(results), name, (arguments);`. Either list may be missing.
  void parse_call(Statement& statement) {
    const auto list = [&] {
      unsigned count = 0;
      for (; !in_.accept(')'); ++count) {
        statement.operands.push_back(parse_operand(false));
        if (!in_.peek().is(')')) in_.expect(',', "between operands");
      }
      return count;
    };
    if (in_.accept('(')) {
      statement.results = list();
      in_.expect(',', "behind the results");
    }
    const Token& name = in_.expect_word("the name of a function, or a register that holds its address");
    if (const auto reg = names_.find_register(name.text))
      statement.callee_register = *reg;
    else
      statement.callee = name.text;
    if (in_.accept(',')) {
      if (in_.accept('(')) list();
      // A call through a register ends with its prototype, or with the list of its targets.
      if (in_.peek().kind == Token::Kind::word || in_.accept(',')) in_.expect_word("the name of a prototype");
    }
    in_.expect(';', "behind a call");
  }

  Operand parse_operand(bool label) {
    const Token& token = in_.peek();
    Operand operand{.place = token.place};
    if (in_.accept('{')) {
      operand.kind = Operand::Kind::vector;
      do {
        if (in_.peek().is('{')) in_.syntax_error(in_.peek(), "a register or a number: vectors do not nest");
        operand.elements.push_back(parse_operand(false));
      } while (in_.accept(','));
      in_.expect('}', "behind the elements");
      return operand;
    }
    if (in_.accept('[')) {
      parse_address(operand);
      in_.expect(']', "behind an address");
      return operand;
    }
    if (begins_constant(in_)) return literal_operand(parse_constant(in_, "an operand"), operand);
    if (in_.accept('!')) {
      operand.kind = Operand::Kind::reg;
      operand.negated = true;
      operand.reg = expect_register(in_.expect_word("a predicate register"));
      return operand;
    }
    in_.expect_word("an operand");
    if (label) {
      operand.kind = Operand::Kind::label;
      operand.name = token.text;
      return operand;
    }
    return parse_named(token, std::move(operand));
  }

  static Operand literal_operand(const Literal& literal, Operand operand) {
    operand.kind = literal.is_real ? Operand::Kind::real : Operand::Kind::integer;
    operand.integer = literal.integer;
    operand.real = literal.real;
    operand.real_bits = literal.real_bits;
    return operand;
  }

  Operand parse_named(const Token& token, Operand operand, bool may_be_pair = true) {
    if (token.text == "_") {
      operand.kind = Operand::Kind::sink;
    } else if (const auto vector = vector_registers_.find(token.text); vector != vector_registers_.end()) {
      return vector_operand(vector->second, std::move(operand));
    } else if (const auto reg = names_.find_register(token.text)) {
      operand.kind = Operand::Kind::reg;
      operand.reg = *reg;
    } else if (const Function* f =
                   names_.find_symbol(token.text) == nullptr ? module_.find(token.text) : nullptr) {
      operand.integer = static_cast<std::int64_t>(module_.address_of(*f));
    } else if (const auto symbol = names_.find_symbol(token.text)) {
      operand.kind = Operand::Kind::symbol;
      operand.symbol = symbol;
      operand.offset = parse_offset();
    } else {
      return special_operand(token, std::move(operand));
    }
    if (!may_be_pair || !in_.accept('|')) return operand;
    Operand pair{.kind = Operand::Kind::pair, .place = token.place};
    pair.elements.push_back(std::move(operand));
    const Token& second = in_.expect_word("a register behind '|'");
    pair.elements.push_back(parse_named(second, {.place = second.place}, false));
    return pair;
  }

  /// Parses a vector register or one of its elements: V, V.x, V.r.
  Operand vector_operand(const std::vector<RegisterId>& elements, Operand operand) {
    const auto element_named = [&](std::string_view name) {
      for (const std::string_view names : {"xyzw", "rgba"})
        if (name.size() == 1 && names.substr(0, elements.size()).find(name) != names.npos)
          return names.find(name);
      return std::string_view::npos;
    };
    if (in_.peek().kind == Token::Kind::dotted) {
      const auto element = element_named(in_.peek().text);
      if (element == std::string_view::npos) in_.syntax_error(in_.peek(), ".x .y .z .w or .r .g .b .a");
      in_.next();
      operand.kind = Operand::Kind::reg;
      operand.reg = elements[element];
      return operand;
    }
    operand.kind = Operand::Kind::vector;
    for (const RegisterId reg : elements)
      operand.elements.push_back({.kind = Operand::Kind::reg, .place = operand.place, .reg = reg});
    return operand;
  }

  Operand special_operand(const Token& token, Operand operand) {
    std::string name(token.text);
    if (in_.peek().kind == Token::Kind::dotted) name += fmt::format(".{}", in_.next().text);
    const auto number = special_register(name);
    if (!number) fail_undeclared(token, "undefined register or variable");
    operand.kind = Operand::Kind::special;
    operand.special = static_cast<std::uint8_t>(*number);
    return operand;
  }

  /// Parses `+4`, `-4`, `+-4` or nothing.
  std::int64_t parse_offset() {
    if (in_.accept('+')) return parse_constant_integer(in_, "an offset");
    return in_.peek().is('-') ? parse_constant_integer(in_, "an offset") : 0;
  }

  void parse_address(Operand& operand) {
    operand.kind = Operand::Kind::address;
    const Token& base = in_.peek();
    if (base.kind != Token::Kind::word || base.text == "WARP_SZ") {
      operand.offset = parse_constant_integer(in_, "a register, a variable or a number");
      return;
    }
    in_.next();
    if (const auto reg = names_.find_register(base.text)) {
      operand.reg = *reg;
    } else {
      const auto symbol = names_.find_symbol(base.text);
      if (!symbol) fail_undeclared(base, "undefined register or variable");
      operand.symbol = symbol;
    }
    operand.offset = parse_offset();
    while (in_.accept(',')) operand.elements.push_back(parse_operand(false));  // texture coordinates
  }

  void resolve_labels() {
    for (const auto& [index, scope] : branch_scopes_) {
      Statement& branch = function_.body[index];
      if (branch.spelling.opcode->shape == Shape::indexed_branch) {
        resolve_list(branch, scope);
        continue;
      }
      if (branch.operands.size() == 1) branch.target = target_of(branch.operands[0], scope);
    }  // a wrong number is reported when the operands are counted
  }

  std::uint32_t target_of(const Operand& label, int scope) {
    const auto target = names_.find_label(label.name, scope);
    if (!target) fail_label(label, names_.visible_labels(scope));
    return *target;
  }

  void resolve_list(Statement& branch, int scope) {
    if (branch.operands.size() != 2 || branch.operands[1].kind != Operand::Kind::label) return;
    const auto list = branch_targets_.find(branch.operands[1].name);
    if (list == branch_targets_.end())
      in_.fail(branch.operands[1].place,
               {.what = "no .branchtargets of that name", .value = std::string(branch.operands[1].name)});
    for (const Operand& label : list->second) branch.targets.push_back(target_of(label, scope));
  }

  [[noreturn]] void fail_label(const Operand& label, const std::vector<std::string>& known) {
    in_.fail(label.place,
             {.what = "undefined label",
              .value = std::string(label.name),
              .legal = known.empty() ? "none is declared" : fmt::format("{}", fmt::join(known, " ")),
              .nearest = nearest_name(label.name, known)});
  }

  TokenStream& in_;
  Module& module_;
  Function& function_;
  NameScopes names_;
  std::vector<std::pair<std::size_t, int>> branch_scopes_;  ///< branch, and the scope that it stands in
  std::unordered_map<std::string_view, std::vector<Operand>> branch_targets_;
  std::unordered_map<std::string_view, std::vector<RegisterId>> vector_registers_;
};

}  // namespace

void parse_body(TokenStream& in, Module& module, Function& function) {
  BodyParser(in, module, function).run();
}

}  // namespace heddle::ptx
