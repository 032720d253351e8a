// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/tree.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle::lower {

std::string Place::text() const { return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column); }

const std::string& Node::attribute(std::string_view key) const {
  static const std::string none;
  for (const auto& [name, value] : attributes)
    if (name == key) return value;
  return none;
}

const Node& Node::child(std::size_t index) const {
  if (index >= children.size()) refuse(*this, fmt::format("its part {} is missing", index + 1));
  return children[index];
}

std::vector<const Node*> Node::all(std::string_view a_kind) const {
  std::vector<const Node*> found;
  for (const Node& c : children)
    if (c.is(a_kind)) found.push_back(&c);
  return found;
}

const Node* Node::first(std::string_view a_kind) const {
  for (const Node& c : children)
    if (c.is(a_kind)) return &c;
  return nullptr;
}

void refuse(const Node& node, std::string_view why) {
  const std::string& name = node.name();
  throw Error({.place = node.place.text(),
               .what = fmt::format("this RTL cannot be made plain Verilog for synthesis: {}", why),
               .value = name.empty() ? node.kind : fmt::format("{} {}", node.kind, name),
               .legal = "constructs that tb/lower/README.md lists, or plain Verilog"});
}

}  // namespace heddle::lower
