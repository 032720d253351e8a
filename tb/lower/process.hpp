// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tb/lower/statement.hpp"
#include "tb/lower/value.hpp"

namespace heddle::lower {

/// Is it something that a process executes? (Beside labels, expressions, declarations of types.)
bool is_statement(const Node& node);

/// Turns a process of the RTL into statements of plain Verilog, by executing it as far as it is known:
/// loops are unrolled, functions and tasks become what they do, `return`, `break` and `continue` become
/// conditions, elements of arrays become variables. It keeps what variables are known to be, so that the
/// counters of loops are constants.
class Process {
 public:
  enum class Trigger { change, edge, edges, initial };  ///< edges: with an asynchronous reset

  /// `events`: the signals whose edges it waits for, as text; an asynchronous reset is among them.
  Process(Design& design, Scope& scope, Trigger trigger, std::vector<std::string> events = {})
      : design_(design), trigger_(trigger), events_(std::move(events)) {
    frame().scope = &scope;
  }

  void run(const std::vector<const Node*>& statements);
  /// target = expression; both of any shape.
  void assign(const Node& target, const Node& expression, bool clocked);
  /// The same where the two stand in different scopes: of an array of instances, copy `copy` of `copies`.
  void connect(const Design::Connection& connection);
  /// The net gets the constant that its declaration holds.
  void drive(Variable& variable, const Node& declaration);
  Value evaluate(const Node& expression);

  /// What it has become.
  std::vector<Statement> take();

 private:
  // expressions.cpp
  Value evaluate_operator(const Node& node);
  Value constant(const Node& node) const;
  Value choose(const Value& condition, const Value& a, const Value& b) const;
  Value low_part(const Node& node, unsigned lsb, unsigned width);
  Value sized(const Value& value, unsigned width);
  Value extended(const Value& value, unsigned width, bool sign);
  Value power(const Node& node);
  Value power_of_signals(const Node& node, const Value& base, const Value& exponent);
  Value sum_of_bits(const Value& value, unsigned width);
  Value streamed(const Node& node);
  Value equal_arrays(const Node& node);
  Value part_of_expression(const Node& node);
  Value selectable(const Value& value);

  // arrays.cpp: elements from the left on
  std::vector<Value> evaluate_array(const Node& node, const Shape& expected);
  std::vector<Value> elements_of(const Variable& variable, const Node& node);
  std::vector<Value> initial_array(const Node& node, const Shape& shape);
  std::vector<Value> element(std::vector<Value> array, const Range& range, const Value& index);
  void assign_array(const Node& target, std::vector<Value> values, bool clocked);

  // spots.cpp: parts of variables
  struct Spot {
    Variable* variable = nullptr;
    std::vector<Value> indices{};   ///< of the unpacked dimensions
    unsigned lsb = 0, width = 0;    ///< of the part that is known
    std::vector<Value> shifts{};    ///< further lowest bits, which signals decide
    std::vector<unsigned> rooms{};  ///< how many values each of them may take
  };
  bool is_spot(const Node& node) const;
  Spot spot(const Node& node);
  Value read(const Spot& spot, const Node& node);
  void write(const Spot& spot, const Value& value, bool clocked);
  void write_element(const Spot& spot, std::size_t dimension, unsigned offset, const Value& value,
                     bool clocked);
  void write_part(const Net& net, const std::string& name, const Spot& spot, const Value& value,
                  bool clocked);
  void write_all(Variable& variable, const std::vector<Value>& values);
  void write_whole(const Net& net, const Value& value, bool clocked);
  void assign_value(const Node& target, const Value& value, bool clocked);
  std::string row_text(const Spot& spot) const;
  Variable& variable(const Node& reference);

  // statements.cpp
  void execute(const Node& statement);
  void execute_all(const std::vector<const Node*>& statements, std::size_t from = 0);
  void execute_if(const Node& node);
  bool execute_reset(const Node& target, const Node& expression, bool clocked);
  void execute_while(const Node& node, unsigned iteration);
  void jump(const Node& node);
  void branch(const Value& condition, const std::function<void()>& then,
              const std::function<void()>& otherwise);
  /// Runs `rest` unless a jump has left what is being executed.
  void go_on(const std::function<void()>& rest);
  Statement& emit(Statement statement);
  void emit_assign(const Net& net, std::string target, std::string value, bool clocked);

  // cases.cpp
  void execute_case(const Node& node);
  Value hit(const Value& selector, const Node& label);
  void execute_items(const Value& selector, const Node& node, std::size_t item);

  // memory_contents.cpp: $readmemh, $readmemb
  void read_contents(const Node& node);

  // calls.cpp
  void call(const Node& reference, const std::function<void(const Variable&)>& result);
  Variable& result_of_call(const Node& reference);
  void declare(const Node& var);

  struct Jump {
    std::string name;  ///< of the block that it stands in
    const Net* taken;
    std::size_t loops;  ///< that stood around it
  };
  /// What a routine, or the process itself, sees.
  struct Frame {
    Scope* scope = nullptr;
    std::vector<std::map<std::string, Variable*, std::less<>>> blocks{1};
    std::vector<Jump> jumps{};
    std::size_t loops = 0;
    std::string path{};
    bool routine = false;
  };
  Frame& frame() { return frames_.back(); }
  const Frame& frame() const { return frames_.back(); }
  const Net& make_local(const std::string& name, unsigned width);
  Value hold(const Value& value);  ///< in a variable of its own

  Design& design_;
  const Trigger trigger_;
  const std::vector<std::string> events_;
  std::vector<Frame> frames_{1};
  std::vector<Statement> statements_;
  std::vector<Statement>* to_ = &statements_;
  std::unordered_map<const Net*, Bits> known_;
  std::map<const Node*, Variable*> declared_;  ///< of the process itself
  std::set<const Net*> locals_, undefined_;    ///< undefined: not assigned on every way
  std::vector<const Net*> order_;              ///< of the undefined ones
  std::set<const Net*> defined_;
  Place place_{};
  unsigned depth_ = 0;
  std::size_t count_ = 0;
};

}  // namespace heddle::lower
