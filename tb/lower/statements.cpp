// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"
#include "tb/lower/process.hpp"
#include "tb/lower/source_text.hpp"

namespace heddle::lower {
namespace {

constexpr unsigned most_iterations = 1u << 16;
/// Of a loop whose end signals decide: each iteration is a level of nesting.
constexpr unsigned most_nested = 256;
constexpr std::size_t most_statements = 4'000'000;

/// Nodes that do nothing in hardware.
bool is_idle(const Node& node) {
  static const std::set<std::string, std::less<>> kinds{
      "comment",     "display",    "stop",      "finish", "jumplabel", "typedef",        "fclose",
      "fflush",      "dumpctl",    "cover",     "assert", "restrict",  "printtimescale", "monitoroff",
      "elabdisplay", "timeformat", "sysignore", "scctor", "systemt"};
  return kinds.contains(node.kind);
}

std::vector<const Node*> pointers(const std::vector<Node>& nodes) {
  std::vector<const Node*> all;
  for (const Node& n : nodes) all.push_back(&n);
  return all;
}

}  // namespace

bool is_statement(const Node& node) {
  static const std::set<std::string, std::less<>> kinds{
      "assign", "assigndly", "if",  "case",    "begin", "while",      "jumpblock",
      "jumpgo", "stmtexpr",  "var", "taskref", "delay", "contassign", "readmem"};
  return kinds.contains(node.kind) || is_idle(node);
}

void Process::run(const std::vector<const Node*>& statements) { execute_all(statements); }

std::vector<Statement> Process::take() {
  if (trigger_ != Trigger::change) return std::move(statements_);
  std::vector<Statement> all;
  for (const Net* net : order_) {
    if (!undefined_.contains(net)) continue;
    Statement& s = all.emplace_back();
    s.place = statements_.empty() ? place_ : statements_.front().place;
    s.net = net;
    s.target = net->text();
    s.value = Bits(std::string(net->width, 'x')).text();
  }
  std::move(statements_.begin(), statements_.end(), std::back_inserter(all));
  return all;
}

Statement& Process::emit(Statement statement) {
  if (++count_ > most_statements)
    throw Error({.place = place_.text(),
                 .what = "a process becomes too large for synthesis when its loops are unrolled",
                 .value = fmt::format("{} statements", count_),
                 .legal = fmt::format("up to {}", most_statements)});
  to_->push_back(std::move(statement));
  return to_->back();
}

void Process::emit_assign(const Net& net, std::string target, std::string value, bool clocked) {
  if (locals_.contains(&net) && !defined_.contains(&net)) {
    const bool whole = target == net.text();
    if (depth_ == 0 && whole) {
      defined_.insert(&net);
    } else if (undefined_.insert(&net).second) {
      order_.push_back(&net);
    }
  }
  emit({.kind = Statement::Kind::assign,
        .place = place_,
        .net = &net,
        .target = std::move(target),
        .value = std::move(value),
        .clocked = clocked});
}

void Process::branch(const Value& condition, const std::function<void()>& then,
                     const std::function<void()>& otherwise) {
  if (const auto known = condition.number()) return *known != 0 ? then() : otherwise();
  Statement statement{.kind = Statement::Kind::branch, .place = place_, .value = condition.text()};
  std::vector<Statement>* outer = to_;
  const auto before = known_;
  ++depth_;
  to_ = &statement.then;
  then();
  auto after_then = std::exchange(known_, before);
  to_ = &statement.otherwise;
  otherwise();
  --depth_;
  to_ = outer;
  std::erase_if(known_, [&](const auto& entry) {
    const auto other = after_then.find(entry.first);
    return other == after_then.end() || !(other->second == entry.second);
  });
  if (!statement.then.empty() || !statement.otherwise.empty()) emit(std::move(statement));
}

void Process::go_on(const std::function<void()>& rest) {
  std::string left;
  for (const Jump& j : frame().jumps) {
    const auto known = known_.find(j.taken);
    if (known == known_.end())
      left += (left.empty() ? "" : " || ") + j.taken->text();
    else if (known->second.value() == 1u)
      return;
  }
  if (left.empty()) return rest();
  const auto jumps = frame().jumps;
  branch(
      Value::expression(1, fmt::format("(!({}))", left)),
      [&] {
        for (const Jump& j : jumps) known_[j.taken] = Bits(1, 0);
        rest();
      },
      [] {});
}

void Process::execute_all(const std::vector<const Node*>& statements, std::size_t from) {
  for (std::size_t i = from; i < statements.size(); ++i) {
    execute(*statements[i]);
    if (frame().jumps.empty()) continue;
    bool certain = true;
    for (const Jump& j : frame().jumps)
      certain = certain && known_.contains(j.taken) && known_.at(j.taken).value() == 0u;
    if (certain) continue;
    return go_on([&] { execute_all(statements, i + 1); });
  }
}

/// An asynchronous reset must stay a condition around the assignment, but Verilator has made a choice of it,
/// and of a choice between one bit and a constant `reset & d` or `reset | d`. False when the expression is
/// none of these.
bool Process::execute_reset(const Node& target, const Node& expression, bool clocked) {
  const auto way = [&](std::size_t i) { return [&, i] { assign(target, expression.child(i), clocked); }; };
  if (expression.is("cond")) {
    branch(evaluate(expression.child(0)), way(1), way(2));
    return true;
  }
  const bool is_and = expression.is("and");
  if ((!is_and && !expression.is("or")) || design_.types().width(expression) != 1) return false;
  const auto is_reset = [&](const Node& n) {
    const bool opposite = n.is("not") || n.is("lognot");
    return std::ranges::find(events_, evaluate(opposite ? n.child(0) : n).text()) != events_.end();
  };
  const std::size_t reset = is_reset(expression.child(0)) ? 0 : 1;
  if (reset == 1 && !is_reset(expression.child(1))) return false;
  const auto constant = [&] { assign_value(target, Value::constant(Bits(1, is_and ? 0 : 1)), clocked); };
  const Value condition = evaluate(expression.child(reset));
  is_and ? branch(condition, way(1 - reset), constant) : branch(condition, constant, way(1 - reset));
  return true;
}

void Process::execute_if(const Node& node) {
  const Value condition = evaluate(node.child(0));
  const Value truth = condition.width() == 1 ? condition
                      : condition.bits()     ? Value::constant(Bits(1, condition.number() != 0u))
                                             : Value::expression(1, fmt::format("(|{})", condition.text()));
  const auto way = [&](std::size_t i) {
    return [&, i] {
      if (node.children.size() > i) execute(node.children[i]);
    };
  };
  branch(truth, way(1), way(2));
}

void Process::execute_while(const Node& node, unsigned iteration) {
  const auto part = [&](std::size_t i) {
    if (node.children.size() > i) execute_all(pointers(node.children[i].children));
  };
  for (;; ++iteration) {
    part(0);
    const Value condition = evaluate(node.child(1).child(0));
    const auto known = condition.number();
    if (known == 0u) return;
    if (iteration >= (known ? most_iterations : most_nested))
      throw Error({.place = node.place.text(),
                   .what = "synthesis cannot tell how often this loop runs",
                   .value = fmt::format("{} times and more", iteration),
                   .legal = "a loop whose end constants decide"});
    if (!known) {
      place_ = node.place;
      return branch(
          condition,
          [&] {
            part(2);
            go_on([&] {
              part(3);
              go_on([&] { execute_while(node, iteration + 1); });
            });
          },
          [] {});
    }
    part(2);
    bool certain = true;
    for (const Jump& j : frame().jumps)
      certain = certain && known_.contains(j.taken) && known_.at(j.taken).value() == 0u;
    if (!certain)
      return go_on([&] {
        part(3);
        go_on([&] { execute_while(node, iteration + 1); });
      });
    part(3);
  }
}

/// Verilator's XML does not say which block a jump leaves; its word does.
void Process::jump(const Node& node) {
  const auto& jumps = frame().jumps;
  if (jumps.empty()) refuse(node, "it is not known what it leaves");
  std::string word = word_at(node.place);
  if (word != "return" && word != "break" && word != "continue" && word != "disable")
    word = node.place.length == 5   ? "break"
           : node.place.length == 8 ? "continue"
           : node.place.length == 7 ? "disable"
                                    : "return";
  const std::size_t loops = frame().loops;
  std::string disabled;
  if (word == "disable") {
    Place at = node.place;
    at.column += static_cast<unsigned>(word.size());
    while (word_at(at).empty() && at.column < node.place.column + 80) ++at.column;
    disabled = word_at(at);
  }
  const Jump* target = nullptr;
  if (jumps.size() == 1 || word == "return") target = &jumps.front();
  for (auto j = jumps.rbegin(); target == nullptr && j != jumps.rend(); ++j) {
    if (word == "break" && j->loops < loops) target = &*j;
  }
  for (const Jump& j : jumps)
    if (word == "disable" && target == nullptr && j.name == disabled) target = &j;
  if (target == nullptr && word == "continue")  // the outermost inside of the innermost loop
    for (const Jump& j : jumps)
      if (target == nullptr && j.loops == loops) target = &j;
  if (target == nullptr) refuse(node, "it is not known what it leaves");
  emit_assign(*target->taken, target->taken->text(), "1'b1", false);
  known_[target->taken] = Bits(1, 1);
}

void Process::execute(const Node& node) {
  if (node.place.line != 0) place_ = node.place;
  if (is_idle(node)) return;
  if (node.is("begin")) {
    frame().blocks.emplace_back();
    const std::string path = frame().path;
    if (!node.name().empty()) frame().path += node.name() + ".";
    execute_all(pointers(node.children));
    frame().path = path;
    frame().blocks.pop_back();
  } else if (node.is("var")) {
    declare(node);
  } else if (node.is("assign") || node.is("assigndly") || node.is("contassign")) {
    const bool clocked = node.is("assigndly");
    const Node &expression = node.child(0), &target = node.children.back();
    if (trigger_ != Trigger::edges || depth_ != 0 || !execute_reset(target, expression, clocked))
      assign(target, expression, clocked);
  } else if (node.is("if")) {
    execute_if(node);
  } else if (node.is("case")) {
    execute_case(node);
  } else if (node.is("while")) {
    ++frame().loops;
    execute_while(node, 0);
    --frame().loops;
  } else if (node.is("jumpblock")) {
    const Net& taken = make_local("left", 1);
    emit_assign(taken, taken.text(), "1'b0", false);
    known_[&taken] = Bits(1, 0);
    const std::string& path = frame().path;
    const std::size_t dot = path.size() < 2 ? std::string::npos : path.rfind('.', path.size() - 2);
    const std::string block = path.empty() ? "" : path.substr(dot + 1, path.size() - dot - 2);
    frame().jumps.push_back({block, &taken, frame().loops});
    execute_all(pointers(node.children));
    frame().jumps.pop_back();
  } else if (node.is("jumpgo")) {
    jump(node);
  } else if (node.is("stmtexpr")) {
    for (const Node& c : node.children) execute(c);
  } else if (node.is("taskref") || node.is("funcref")) {
    call(node, [](const Variable&) {});
  } else if (node.is("readmem")) {
    read_contents(node);
  } else if (node.is("delay")) {
    for (const Node& c : node.children)
      if (is_statement(c)) execute(c);
  } else {
    refuse(node, "no plain Verilog is known for this statement");
  }
}

}  // namespace heddle::lower
