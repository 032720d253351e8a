// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/lower/process.hpp"

namespace heddle::lower {
namespace {

const Node* value_of(const Variable& variable) {
  const Node& d = *variable.declaration;
  return variable.nets.empty() && !d.children.empty() ? &d.children.back() : nullptr;
}

}  // namespace

std::vector<Value> Process::elements_of(const Variable& variable, const Node& node) {
  if (const Node* value = value_of(variable)) return evaluate_array(*value, variable.shape);
  if (variable.memory || variable.nets.empty()) refuse(node, "this array cannot be read as a whole");
  std::vector<Value> values;
  for (const Net* net : from_left(variable)) {
    const auto known = known_.find(net);
    values.push_back(known != known_.end() ? Value::constant(known->second) : Value::of(*net));
  }
  return values;
}

/// '{...}: Verilator numbers its items from the lowest index on, and leaves out those without a value.
std::vector<Value> Process::initial_array(const Node& node, const Shape& shape) {
  if (!shape.is_array()) refuse(node, "it is not known which array this is");
  std::map<unsigned, const Node*> items;
  for (const Node* item : node.all("inititem"))
    items[static_cast<unsigned>(std::stoul(item->attribute("index")))] = &item->child(0);
  const Range& range = shape.dimensions[0];
  const Shape inner = shape.inner();
  std::vector<Value> all;
  for (unsigned position = 0; position < range.size(); ++position) {
    const auto item = items.find(range.offset(position));
    std::vector<Value> values;
    if (item == items.end())
      values.assign(inner.elements(), Value::constant(Bits(std::string(shape.width, 'x'))));
    else if (inner.is_array())
      values = evaluate_array(*item->second, inner);
    else
      values = {sized(evaluate(*item->second), shape.width)};
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

/// One element, or one inner array, of an array whose outermost dimension is `range`.
std::vector<Value> Process::element(std::vector<Value> array, const Range& range, const Value& index) {
  const std::size_t each = array.size() / range.size();
  const auto begin = [&](unsigned offset) {
    return array.begin() + static_cast<std::ptrdiff_t>(range.offset(offset) * each);
  };
  if (const auto known = index.number()) {
    if (*known < range.size()) {
      const auto at = begin(static_cast<unsigned>(*known));
      return {at, at + static_cast<std::ptrdiff_t>(each)};
    }
    return std::vector<Value>(each, Value::constant(Bits(std::string(array[0].width(), 'x'))));
  }
  std::vector<const Net*> nets;
  for (std::size_t i = 0; i < each; ++i) nets.push_back(&make_local("element", array[0].width()));
  Statement choice{.kind = Statement::Kind::choice, .place = place_, .value = index.text()};
  std::vector<Statement>* outer = to_;
  ++depth_;
  const bool all = index.width() < 32 && range.size() >= (1u << index.width());
  for (unsigned offset = 0; offset < range.size(); ++offset) {
    if (index.width() < 32 && offset >= (1u << index.width())) break;
    Statement::Item item{Bits(index.width(), offset).text(), {}};
    to_ = &item.statements;
    for (std::size_t i = 0; i < each; ++i)
      emit_assign(*nets[i], nets[i]->text(), (begin(offset) + static_cast<std::ptrdiff_t>(i))->text(), false);
    choice.items.push_back(std::move(item));
  }
  if (!all) {
    choice.defaults = true;
    to_ = &choice.otherwise;
    for (const Net* net : nets)
      emit_assign(*net, net->text(), Bits(std::string(net->width, 'x')).text(), false);
  }
  to_ = outer;
  --depth_;
  emit(std::move(choice));
  std::vector<Value> values;
  for (const Net* net : nets) {
    if (depth_ == 0) {  // each way assigns it
      undefined_.erase(net);
      defined_.insert(net);
    }
    values.push_back(Value::of(*net));
  }
  return values;
}

std::vector<Value> Process::evaluate_array(const Node& node, const Shape& expected) {
  if (node.is("initarray")) return initial_array(node, expected);
  if (node.is("varref") || node.is("varxref")) return elements_of(variable(node), node);
  if (node.is("funcref")) return elements_of(result_of_call(node), node);
  if (node.is("cond")) {
    const Value condition = evaluate(node.child(0));
    if (const auto known = condition.number())
      return evaluate_array(node.child(*known != 0 ? 1 : 2), expected);
    std::vector<Value> a = evaluate_array(node.child(1), expected),
                       b = evaluate_array(node.child(2), expected);
    if (a.size() != b.size()) refuse(node, "the two arrays differ in their sizes");
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = choose(condition, a[i], b[i]);
    return a;
  }
  if (node.is("arraysel")) {
    const Shape outer = design_.types().shape(node.child(0));
    const Value index = evaluate(node.child(1));
    return element(evaluate_array(node.child(0), outer), outer.dimensions.at(0), index);
  }
  if (node.is("slicesel")) {
    const Shape outer = design_.types().shape(node.child(0));
    const auto low = evaluate(node.child(1)).number(), count = evaluate(node.child(2)).number();
    if (!low || !count || outer.dimensions.empty()) refuse(node, "the bounds of a slice are no constants");
    const std::vector<Value> all = evaluate_array(node.child(0), outer);
    const Range& range = outer.dimensions[0];
    const std::size_t each = all.size() / range.size();
    std::vector<Value> part;
    for (unsigned position = 0; position < range.size(); ++position)
      if (const unsigned offset = range.offset(position); offset >= *low && offset < *low + *count)
        part.insert(part.end(), all.begin() + static_cast<std::ptrdiff_t>(position * each),
                    all.begin() + static_cast<std::ptrdiff_t>((position + 1) * each));
    return part;
  }
  refuse(node, "no plain Verilog is known for this array");
}

void Process::assign_array(const Node& target, std::vector<Value> values, bool clocked) {
  const Shape shape = design_.types().shape(target);
  if (shape.elements() != values.size()) refuse(target, "the two arrays differ in their sizes");
  std::vector<unsigned> offsets;  // of the elements of a slice in the outermost dimension
  const Node* base = &target;
  Shape whole = shape;
  unsigned low = 0;
  if (target.is("slicesel")) {
    base = &target.child(0);
    whole = design_.types().shape(*base);
    low = static_cast<unsigned>(evaluate(target.child(1)).number().value_or(0));
  }
  Spot at = spot(*base);
  if (!clocked)  // the new values may be made of the old ones
    for (Value& v : values)
      if (!v.bits()) v = hold(v);
  std::size_t next = 0;
  const auto all = [&](const auto& self, std::size_t d) -> void {
    if (d == whole.dimensions.size()) return write(at, values[next++], clocked);
    const Range& range = whole.dimensions[d];
    for (unsigned position = 0; position < range.size(); ++position) {
      const unsigned offset = range.offset(position);
      if (d == 0 && target.is("slicesel") && (offset < low || offset >= low + shape.dimensions[0].size()))
        continue;
      at.indices.push_back(Value::constant(Bits(32, offset)));
      self(self, d + 1);
      at.indices.pop_back();
    }
  };
  all(all, 0);
}

}  // namespace heddle::lower
