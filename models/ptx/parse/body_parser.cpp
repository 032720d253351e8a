// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/body_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/ptx/module/name_scopes.hpp"
#include "models/ptx/parse/dialect.hpp"
#include "models/ptx/parse/operand_parser.hpp"
#include "models/ptx/parse/variable.hpp"

namespace heddle::ptx {
namespace {

class BodyParser {
 public:
  BodyParser(TokenStream& in, Module& module, Function& function)
      : in_(in),
        module_(module),
        function_(function),
        names_(function.registers, module.names),
        operands_(in, module, function, names_) {
    for (std::size_t i = 0; i < function.visible; ++i) {
      const Symbol& variable = *module.variables[i];
      if (variable.file != function.file) continue;
      names_.declare(variable.definition != nullptr ? *variable.definition : variable);
    }
    for (const auto* formals : {&function.results, &function.parameters})
      for (const Formal& formal : *formals) {
        if (formal.reg != no_register)
          names_.declare_register(function.registers[formal.reg].name, formal.reg);
        else
          names_.declare(*formal.symbol);
      }
    for (const VectorRegister& vector : function.vectors) names_.declare_vector(vector);
    names_.open();
  }

  void run() {
    const Token& open = in_.peek();
    in_.expect('{', "before the kernel's body");
    for (unsigned depth = 1; depth > 0;) {
      if (in_.at_end()) in_.syntax_error(open, "a matching '}'");
      if (in_.accept('{')) {
        in_.check_nesting(++depth);
        names_.open();
        prototypes_.emplace_back();
      } else if (in_.accept('}')) {
        if (--depth > 0) names_.close();
        close_prototypes();
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
      if (in_.peek(2).is_dotted("callprototype") || in_.peek(2).is_dotted("calltargets"))
        return parse_prototype(token);
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
    if (token.text == "align") {
      alignment_ = parse_alignment(in_);
      return;
    }
    if (token.text == "global" || token.text == "const" || token.text == "tex")
      return declare_device_variables();
    if (token.text == "reg") return parse_registers();
    if (token.text == "shared") return parse_local_variable(SymbolSpace::shared);
    if (token.text == "local") return parse_local_variable(SymbolSpace::local);
    if (token.text == "loc" || token.text == "file") return in_.skip_location();
    if (token.text == "pragma") return parse_pragma(token);
    if (token.text == "param") return parse_parameters();
    in_.syntax_error(
        token, "an instruction, a label, or .reg .param .shared .local .global .const .align .loc .pragma");
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
    for (auto& symbol : parse_variables(in_, space, std::exchange(alignment_, 0))) {
      require_size(in_, *symbol);
      require_new(symbol->name, symbol->place);
      names_.declare(*symbol);
      module_.symbols.push_back(std::move(symbol));
    }
  }

  /// Variables for calls; before version 1.4 a kernel's own parameters, which are known since the module was
  /// read.
  void parse_parameters() {
    if (!function_.declares_parameters_in_body()) return parse_local_variable(SymbolSpace::parameter);
    alignment_ = 0;
    while (!in_.accept(';')) in_.next();
  }

  /// The variables are known since the module was read.
  void declare_device_variables() {
    alignment_ = 0;
    for (const Symbol* symbol : module_.body_variables.at(in_.position() - 1)) names_.declare(*symbol);
    while (!in_.accept(';')) in_.next();
  }

  /// What a call through a register must fit: `name: .callprototype (results) _ (parameters);`. Which
  /// functions it may mean is not taken from a list of `.calltargets`: Module::targets_of finds them.
  struct Prototype {
    bool is_list = false;
    unsigned results = 0, parameters = 0;
  };
  struct PointerCall {
    Token prototype;
    unsigned results = 0, arguments = 0;
  };
  /// Those of the braces that are open.
  struct PrototypeScope {
    std::unordered_map<std::string_view, Prototype> declared{};
    std::vector<PointerCall> calls{};  ///< that stand there, or further in and have not found theirs there
  };

  void parse_prototype(const Token& name) {
    in_.next();
    in_.next();
    Prototype prototype{.is_list = in_.next().text == "calltargets"};
    const auto count = [&] {
      unsigned number = in_.peek().is(')') ? 0 : 1;
      for (; !in_.at_end() && !in_.accept(')'); in_.next()) number += in_.peek().is(',');
      return number;
    };
    if (!prototype.is_list) {
      if (in_.accept('(')) prototype.results = count();
      in_.expect_word("'_'");
      if (in_.accept('(')) prototype.parameters = count();
    }
    while (!in_.at_end() && !in_.accept(';')) in_.next();
    prototypes_.back().declared[name.text] = prototype;
  }

  void close_prototypes() {
    const PrototypeScope scope = std::move(prototypes_.back());
    prototypes_.pop_back();
    for (const PointerCall& call : scope.calls) {
      const auto found = scope.declared.find(call.prototype.text);
      if (found == scope.declared.end() && !prototypes_.empty()) {
        prototypes_.back().calls.push_back(call);
        continue;
      }
      if (found == scope.declared.end())
        in_.fail(call.prototype.place,
                 {.what = "a call through a register needs a prototype",
                  .value = std::string(call.prototype.text),
                  .legal = "the label of a .callprototype or .calltargets in this body"});
      const Prototype& p = found->second;
      if (p.is_list || (p.results == call.results && p.parameters == call.arguments)) continue;
      in_.fail(call.prototype.place,
               {.what = "a call has other operands than its prototype",
                .value = fmt::format("{} results, {} arguments", call.results, call.arguments),
                .legal = fmt::format("{} results, {} arguments", p.results, p.parameters)});
    }
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

  /// Throws Error when the braces that are open declare the name already. A parameter may be hidden.
  void require_new(std::string_view name, Place place) const {
    if (names_.declares(name)) refuse_second(name, place);
  }
  [[noreturn]] void refuse_second(std::string_view name, Place place) const {
    in_.fail(place, {.what = "declared twice within the same braces",
                     .value = std::string(name),
                     .legal = "names of their own"});
  }

  void parse_registers() {
    if (in_.accept_dotted("align")) parse_alignment(in_);
    const unsigned lanes = in_.accept_dotted("v2") ? 2 : in_.accept_dotted("v4") ? 4 : 1;
    const Type type = parse_type(in_);
    if (in_.accept_dotted("align")) parse_alignment(in_);
    do {
      const Token& name = in_.expect_word("the name of a register");
      const bool is_range = in_.peek().is('<');
      if (!is_range) require_new(name.text, name.place);
      if (in_.accept('<')) {
        const Token& number = in_.peek();
        const std::int64_t count = in_.expect_integer("a number of registers");
        if (count < 0) in_.syntax_error(number, "a number of registers, 0 or more");
        if (names_.meets(name.text, static_cast<std::uint64_t>(count))) refuse_second(name.text, name.place);
        lanes > 1 ? names_.declare_vectors(name.text, static_cast<std::uint64_t>(count), lanes, type)
                  : names_.declare_registers(name.text, static_cast<std::uint64_t>(count), type);
        in_.expect('>', "behind the number of registers");
      } else {
        lanes > 1 ? names_.declare_vector(name.text, lanes, type)
                  : static_cast<void>(names_.declare_register(name.text, type));
      }
    } while (in_.accept(','));
    in_.expect(';', "behind a declaration");
  }

  void parse_statement() {
    Statement statement;
    if (in_.accept('@')) {
      statement.guard_negated = in_.accept('!');
      const Token& guard = in_.expect_word("a predicate register");
      statement.guard = operands_.expect_register(guard);
      if (function_.registers[statement.guard].type != Type::pred)
        in_.fail(guard.place, {.what = "guard is not a predicate", .value = std::string(guard.text)});
    }
    const Token& opcode = in_.expect_word("an instruction");
    statement.place = opcode.place;
    std::vector<std::string_view> suffixes;
    while (in_.peek().kind == Token::Kind::dotted) {
      suffixes.push_back(in_.next().text);
      if (suffixes.back() == "const" && in_.peek().is('[') && in_.peek(2).is(']') &&
          in_.peek(3).kind == Token::Kind::dotted)
        skip_bank(in_);
    }
    statement.spelling =
        match_opcode(in_.source(), opcode.place, opcode.text,
                     with_implied_suffixes(function_.dialect, opcode.text, std::move(suffixes)));
    const Shape shape = statement.spelling.opcode->shape;
    operands_.begin_statement(statement.spelling);
    if (shape == Shape::call) {
      parse_call(statement);
    } else if (!in_.accept(';')) {
      do
        statement.operands.push_back(operands_.parse(
            shape == Shape::branch || (shape == Shape::indexed_branch && !statement.operands.empty())));
      while (in_.accept(','));
      in_.expect(';', "or ',' behind an operand");
    }
    if (shape == Shape::load || shape == Shape::store)
      operands_.element_to_address(statement, shape == Shape::load ? 1 : 0);
    if (shape == Shape::branch || shape == Shape::indexed_branch)
      branch_scopes_.emplace_back(function_.body.size(), names_.current());
    function_.body.push_back(std::move(statement));
  }

  /// Parses `(results), name, (arguments);`. Either list may be missing.
  void parse_call(Statement& statement) {
    unsigned written = 0;  // operands of the last list, as the text has them
    const auto list = [&] {
      unsigned count = 0;
      written = 0;
      for (; !in_.accept(')'); ++count, ++written) {
        Operand operand = operands_.parse(false);
        if (!in_.peek().is(')')) in_.expect(',', "between operands");
        if (operand.kind != Operand::Kind::vector) {
          statement.operands.push_back(std::move(operand));
          continue;
        }
        // As many operands as the function's vector register has parts.
        count += static_cast<unsigned>(operand.elements.size()) - 1;
        for (Operand& part : operand.elements) statement.operands.push_back(std::move(part));
      }
      return count;
    };
    PointerCall pointer{.prototype = in_.peek()};
    if (in_.accept('(')) {
      statement.results = list();
      pointer.results = written;
      in_.expect(',', "behind the results");
    }
    const Token& name = in_.expect_word("the name of a function, or a register that holds its address");
    if (const auto reg = names_.find_register(name.text))
      statement.callee_register = *reg;
    else
      statement.callee = name.text;
    pointer.prototype = name;
    if (in_.accept(',')) {
      if (in_.accept('(')) {
        list();
        pointer.arguments = written;
      }
      // A call through a register ends with its prototype, or with the list of its targets.
      if (in_.peek().kind == Token::Kind::word || in_.accept(','))
        pointer.prototype = in_.expect_word("the name of a prototype");
    }
    in_.expect(';', "behind a call");
    if (statement.callee_register != no_register) prototypes_.back().calls.push_back(pointer);
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
  OperandParser operands_;
  std::vector<std::pair<std::size_t, int>> branch_scopes_;  ///< branch, and the scope that it stands in
  std::unordered_map<std::string_view, std::vector<Operand>> branch_targets_;
  std::vector<PrototypeScope> prototypes_{1};  ///< the innermost braces last
  std::uint64_t alignment_ = 0;                ///< of the declaration that follows, bytes; 0 = not said
};

}  // namespace

void parse_body(TokenStream& in, Module& module, Function& function) {
  BodyParser(in, module, function).run();
}

}  // namespace heddle::ptx
