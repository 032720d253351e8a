// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/types.hpp"

#include <cstdlib>
#include <set>

#include "tb/lower/bits.hpp"

namespace heddle::lower {
namespace {

int number(const Node& constant) {
  const auto bits = Bits::parse(constant.name());
  const auto value = bits ? bits->signed_value() : std::nullopt;
  if (!value) refuse(constant, "a bound of a dimension is no number");
  return static_cast<int>(*value);
}

int number(const std::string& text) { return std::atoi(text.c_str()); }

Range range_of(const Node& array) {
  const Node* range = array.first("range");
  if (range == nullptr) refuse(array, "a dimension has no range");
  return {number(range->child(0)), number(range->child(1))};
}

unsigned basic_width(const Node& type) {
  static const std::set<std::string, std::less<>> vectors{
      "logic", "bit", "logic_implicit", "int", "integer", "shortint", "longint", "byte", "time"};
  if (!vectors.contains(type.name())) refuse(type, "hardware has no such type");
  const std::string &left = type.attribute("left"), &right = type.attribute("right");
  return left.empty() ? 1 : Range{number(left), number(right)}.size();
}

}  // namespace

unsigned Shape::elements() const {
  unsigned count = 1;
  for (const Range& r : dimensions) count *= r.size();
  return count;
}

Shape Shape::inner() const {
  Shape rest = *this;
  rest.dimensions.erase(rest.dimensions.begin());
  return rest;
}

Types::Types(const Node& netlist) {
  const Node* table = netlist.first("typetable");
  if (table == nullptr) return;
  const auto add = [&](const auto& self, const Node& node) -> void {
    for (const Node& c : node.children) {
      if (const std::string& id = c.attribute("id"); !id.empty()) types_[id] = &c;
      self(self, c);
    }
  };
  add(add, *table);
}

const Node& Types::type(const std::string& id, const Node& user) const {
  const auto found = types_.find(id);
  if (found == types_.end()) refuse(user, "it has no type");
  return *found->second;
}

Shape Types::shape_of(const std::string& id, const Node& user) const {
  if (const auto known = shapes_.find(id); known != shapes_.end()) return known->second;
  const Node& t = type(id, user);
  const std::string& sub = t.attribute("sub_dtype_id");
  Shape shape;
  if (t.is("basicdtype")) {
    shape.width = basic_width(t);
  } else if (t.is("packarraydtype")) {
    shape.width = shape_of(sub, t).width * range_of(t).size();
  } else if (t.is("unpackarraydtype")) {
    shape = shape_of(sub, t);
    shape.dimensions.insert(shape.dimensions.begin(), range_of(t));
  } else if (t.is("structdtype") || t.is("uniondtype")) {
    shape.width = 0;
    for (const Node* m : t.all("memberdtype")) {
      const Shape one = shape_of(m->attribute("sub_dtype_id"), *m);
      if (one.is_array()) refuse(*m, "an unpacked array inside of a struct");
      shape.width = t.is("uniondtype") ? std::max(shape.width, one.width) : shape.width + one.width;
    }
  } else if (t.is("ifacerefdtype")) {
    shape.interface = true;
  } else if (!sub.empty()) {  // typedefs, enumerations, parameters that are types
    shape = shape_of(sub, t);
  } else {
    refuse(t, "hardware has no such type");
  }
  return shapes_[id] = shape;
}

Shape Types::shape(const Node& node) const { return shape_of(node.attribute("dtype_id"), node); }

Types::Member Types::member(const Node& of, const Node& select) const {
  const Node* t = &type(of.attribute("dtype_id"), of);
  while (!t->is("structdtype") && !t->is("uniondtype")) t = &type(t->attribute("sub_dtype_id"), of);
  Member found;
  for (auto m = t->children.rbegin(); m != t->children.rend(); ++m) {
    found.width = shape_of(m->attribute("sub_dtype_id"), *m).width;
    if (m->name() == select.name()) return found;
    if (t->is("structdtype")) found.lsb += found.width;
  }
  refuse(select, "the struct has no such member");
}

}  // namespace heddle::lower
