// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "tb/lower/process.hpp"

// Parts of variables: elements of arrays, members of structs, selections of bits.

namespace heddle::lower {
namespace {

/// The lowest bit, as an expression: the sum of what is known and what signals decide.
std::string position(unsigned lsb, const std::vector<Value>& shifts) {
  if (lsb == 0 && shifts.size() == 1) return shifts[0].text();
  std::string sum = lsb == 0 ? "" : Bits(32, lsb).text();
  for (const Value& shift : shifts) {
    const std::string wide =
        shift.width() >= 32 ? shift.text() : fmt::format("{{{}'b0, {}}}", 32 - shift.width(), shift.text());
    sum += (sum.empty() ? "" : " + ") + wide;
  }
  return fmt::format("({})", sum);
}

/// May the value of `width` bits be beyond `room` values?
bool may_exceed(const Value& value, unsigned room) {
  return value.width() >= 32 || (std::uint64_t{1} << value.width()) > room;
}

}  // namespace

bool Process::is_spot(const Node& node) const {
  if (node.is("varref") || node.is("varxref")) return true;
  return (node.is("arraysel") || node.is("structsel") || node.is("sel")) && !node.children.empty() &&
         is_spot(node.children[0]);
}

Variable& Process::variable(const Node& reference) {
  const std::string& name = reference.name();
  Variable* found = nullptr;
  if (reference.is("varxref")) {
    found = design_.find(*frame().scope, reference.attribute("dotted"), name);
  } else {
    for (auto block = frame().blocks.rbegin(); found == nullptr && block != frame().blocks.rend(); ++block)
      if (const auto local = block->find(name); local != block->end()) found = local->second;
    if (found == nullptr) found = design_.find(*frame().scope, name);
  }
  if (found == nullptr) refuse(reference, "it is not known which variable this is");
  if (!found->usable) design_.types().shape(*found->declaration);  // throws what is wrong with its type
  return *found;
}

Process::Spot Process::spot(const Node& node) {
  if (node.is("varref") || node.is("varxref")) {
    Variable& v = variable(node);
    return {.variable = &v, .width = v.shape.width};
  }
  Spot s = spot(node.child(0));
  if (node.is("arraysel")) {
    s.indices.push_back(evaluate(node.child(1)));
  } else if (node.is("structsel")) {
    const Types::Member m = design_.types().member(node.child(0), node);
    s.lsb += m.lsb;
    s.width = m.width;
  } else {
    const Value from = evaluate(node.child(1));
    const auto width = evaluate(node.child(2)).number();
    if (!width) refuse(node, "the width of a part is no constant");
    if (const auto lsb = from.number()) {
      s.lsb += static_cast<unsigned>(std::min<std::uint64_t>(*lsb, 1u << 30));
    } else {
      s.shifts.push_back(from);
      s.rooms.push_back(s.width >= *width ? s.width - static_cast<unsigned>(*width) + 1 : 1);
    }
    s.width = static_cast<unsigned>(*width);
  }
  return s;
}

std::string Process::row_text(const Spot& s) const {
  return fmt::format("{}[{}]", s.variable->nets[0]->text(), s.indices.at(0).text());
}

Value Process::read(const Spot& s, const Node& node) {
  const Variable& v = *s.variable;
  const auto known_net = [&](const Net& net) {
    const auto known = known_.find(&net);
    return known != known_.end() ? Value::constant(known->second) : Value::of(net);
  };
  Value whole = Value::constant(Bits(1, 0));
  if (v.memory && s.indices.size() == 1) {
    whole = Value::named(v.shape.width, row_text(s));
  } else if (v.shape.is_array()) {
    if (s.indices.size() != v.shape.dimensions.size()) refuse(node, "an array where a value is expected");
    unsigned at = 0;
    bool all_known = !v.nets.empty();
    for (std::size_t d = 0; d < s.indices.size(); ++d) {
      const auto index = s.indices[d].number();
      all_known = all_known && index && *index < v.shape.dimensions[d].size();
      if (all_known) at = at * v.shape.dimensions[d].size() + static_cast<unsigned>(*index);
    }
    if (all_known) {
      whole = known_net(*v.nets[at]);
    } else {
      std::vector<Value> values = elements_of(v, node);
      for (std::size_t d = 0; d < s.indices.size(); ++d)
        values = element(std::move(values), v.shape.dimensions[d], s.indices[d]);
      whole = values.at(0);
    }
  } else if (v.nets.empty()) {
    if (v.declaration->children.empty()) refuse(node, "it has no value");
    whole = evaluate(v.declaration->children.back());
  } else {
    whole = known_net(*v.nets[0]);
  }
  if (s.shifts.empty()) {
    if (s.lsb == 0 && s.width == whole.width()) return whole;
    return (whole.selectable() ? whole : hold(whole)).part(s.lsb, s.width);
  }
  const std::string base = whole.whole() ? whole.text() : hold(whole).text();
  if (whole.width() == 1) return whole;
  const std::string from = position(s.lsb, s.shifts);
  return Value::expression(s.width, s.width == 1 ? fmt::format("{}[{}]", base, from)
                                                 : fmt::format("{}[{} +: {}]", base, from, s.width));
}

void Process::write(const Spot& s, const Value& value, bool clocked) {
  const Value fitting = sized(value, s.width);
  const Variable& v = *s.variable;
  if (v.nets.empty()) refuse(*v.declaration, "a constant is assigned");
  if (v.memory) return write_part(*v.nets[0], row_text(s), s, fitting, clocked);
  if (s.indices.size() != v.shape.dimensions.size()) refuse(*v.declaration, "an array is assigned a value");
  write_element(s, 0, 0, fitting, clocked);
}

void Process::write_element(const Spot& s, std::size_t dimension, unsigned offset, const Value& value,
                            bool clocked) {
  const Variable& v = *s.variable;
  if (dimension == v.shape.dimensions.size()) {
    const Net& net = *v.nets.at(offset);
    return write_part(net, net.text(), s, value, clocked);
  }
  const unsigned size = v.shape.dimensions[dimension].size();
  const Value& index = s.indices[dimension];
  if (const auto known = index.number()) {
    if (*known < size)
      write_element(s, dimension + 1, offset * size + static_cast<unsigned>(*known), value, clocked);
    return;
  }
  Statement choice{.kind = Statement::Kind::choice, .place = place_, .value = index.text()};
  std::vector<Statement>* outer = to_;
  const auto before = known_;
  ++depth_;
  for (unsigned i = 0; i < size && (index.width() >= 32 || i < (1u << index.width())); ++i) {
    Statement::Item item{Bits(index.width(), i).text(), {}};
    to_ = &item.statements;
    write_element(s, dimension + 1, offset * size + i, value, clocked);
    choice.items.push_back(std::move(item));
  }
  --depth_;
  to_ = outer;
  known_ = before;
  for_all({choice}, [&](const Statement& inner) {
    if (inner.kind == Statement::Kind::assign) known_.erase(inner.net);
  });
  choice.defaults = may_exceed(index, size);
  emit(std::move(choice));
}

void Process::write_part(const Net& net, const std::string& name, const Spot& s, const Value& value,
                         bool clocked) {
  if (net.rows == 0 && s.shifts.empty() && s.lsb == 0 && s.width == net.width)
    return write_whole(net, value, clocked);
  if (s.shifts.empty()) {
    if (s.lsb >= net.width) return;
    const unsigned width = std::min(s.width, net.width - s.lsb);
    const Value inside = sized(value, width);
    if (const auto known = known_.find(&net); !clocked && net.rows == 0 && known != known_.end()) {
      if (inside.bits())
        known->second = known->second.with(s.lsb, *inside.bits());
      else
        known_.erase(known);
    }
    return emit_assign(net, part_text(name, net.width, s.lsb, width), inside.text(), clocked);
  }
  known_.erase(&net);
  if (net.width == 1) return emit_assign(net, name, value.text(), clocked);
  std::string inside;  // the condition that keeps an index from reaching other members
  for (std::size_t i = 0; i < s.shifts.size(); ++i)
    if ((s.shifts.size() > 1 || s.rooms[i] + s.width - 1 < net.width) && may_exceed(s.shifts[i], s.rooms[i]))
      inside += fmt::format("{}({} < {})", inside.empty() ? "" : " && ", s.shifts[i].text(),
                            Bits(std::max(32u, s.shifts[i].width()), s.rooms[i]).text());
  const std::string from = position(s.lsb, s.shifts);
  const std::string target =
      s.width == 1 ? fmt::format("{}[{}]", name, from) : fmt::format("{}[{} +: {}]", name, from, s.width);
  if (inside.empty()) return emit_assign(net, target, value.text(), clocked);
  branch(
      Value::expression(1, "(" + inside + ")"), [&] { emit_assign(net, target, value.text(), clocked); },
      [] {});
}

void Process::write_whole(const Net& net, const Value& value, bool clocked) {
  emit_assign(net, net.text(), value.text(), clocked);
  if (clocked) return;
  if (value.bits() && !value.bits()->has_unknown())
    known_[&net] = *value.bits();
  else
    known_.erase(&net);
}

void Process::assign_value(const Node& target, const Value& value, bool clocked) {
  if (target.is("concat")) {
    const unsigned low = design_.types().width(target.child(1));
    const Value whole = value.selectable() && value.bits() ? value : hold(value);
    assign_value(target.child(0), whole.part(low, whole.width() - low), clocked);
    return assign_value(target.child(1), whole.part(0, low), clocked);
  }
  if (!is_spot(target)) refuse(target, "no plain Verilog is known for what is assigned here");
  write(spot(target), value, clocked);
}

void Process::assign(const Node& target, const Node& expression, bool clocked) {
  const Shape shape = design_.types().shape(target);
  if (shape.is_array()) return assign_array(target, evaluate_array(expression, shape), clocked);
  assign_value(target, sized(evaluate(expression), shape.width), clocked);
}

/// All elements of a variable, from the left.
void Process::write_all(Variable& v, const std::vector<Value>& values) {
  const std::vector<Net*> nets = from_left(v);
  for (std::size_t i = 0; i < nets.size(); ++i)
    write_whole(*nets[i], sized(values.at(i), v.shape.width), false);
}

void Process::drive(Variable& v, const Node& declaration) {
  const Node& value = declaration.children.back();
  write_all(v, v.shape.is_array() ? evaluate_array(value, v.shape) : std::vector<Value>{evaluate(value)});
}

void Process::connect(const Design::Connection& c) {
  const Node& outside = *c.expression;
  Variable& port = *c.port;
  const Shape shape = design_.types().shape(outside);
  // Of an array of instances, each has its part of the expression, or all have all of it.
  const bool divided =
      c.copies != 0 && (shape.is_array() ? shape.dimensions.size() > port.shape.dimensions.size()
                                         : shape.width != port.shape.width);
  frame().scope = c.outside;
  if (shape.is_array() || port.shape.is_array()) {
    if (c.input) {
      std::vector<Value> values = evaluate_array(outside, shape.is_array() ? shape : port.shape);
      const std::size_t each = divided ? values.size() / c.copies : values.size();
      const std::size_t first = divided ? (c.copies - 1 - c.copy) * each : 0;
      const auto from = values.begin() + static_cast<std::ptrdiff_t>(first);
      return write_all(port, {from, from + static_cast<std::ptrdiff_t>(each)});
    }
    if (divided && !port.shape.is_array()) {
      Spot at = spot(outside);
      at.indices.push_back(Value::constant(Bits(32, shape.dimensions[0].offset(c.copies - 1 - c.copy))));
      return write(at, Value::of(*port.nets[0]), false);
    }
    if (divided) refuse(outside, "an array of instances with arrays as outputs");
    return assign_array(outside, elements_of(port, outside), false);
  }
  const unsigned width = port.shape.width;
  if (c.input) {
    const Value value = evaluate(outside);
    const Value part = divided ? selectable(value).part(c.copy * width, width) : value;
    return write_whole(*port.nets[0], sized(part, width), false);
  }
  if (!divided) return assign_value(outside, sized(Value::of(*port.nets[0]), shape.width), false);
  if (!is_spot(outside)) refuse(outside, "an output of an array of instances is connected to no variable");
  Spot at = spot(outside);
  at.lsb += c.copy * width;
  at.width = width;
  write(at, Value::of(*port.nets[0]), false);
}

}  // namespace heddle::lower
