// SPDX-License-Identifier: Apache-2.0
// Printing resolved configurations and schemas as YAML.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/base/config_tree.hpp"

namespace heddle {
namespace {

/// Keeps keys in the order of their first appearance, so that a section which was resolved several times is
/// printed once.
struct Node {
  std::string key{};
  std::vector<Node> children{};
  std::vector<std::string> before{};  ///< comment lines above the key
  std::string line{};                 ///< value and comment behind it; empty for a section

  Node& child(const std::string& name) {
    for (Node& node : children)
      if (node.key == name) return node;
    return children.emplace_back(Node{.key = name});
  }

  /// Returns the node at a path; "a[2].b" is a -> [2] -> b.
  Node& at(const std::string& path) {
    Node* node = this;
    std::string part;
    for (const char c : path) {
      if (c == '.' || c == '[') {
        if (!part.empty()) node = &node->child(part);
        part.clear();
      }
      if (c != '.') part += c;
    }
    return node->child(part);
  }
};

std::string scalar(const std::string& text) {
  const bool plain =
      !text.empty() && text != "~" && text != "null" && text != "Null" && text != "NULL" &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-") ==
          std::string::npos &&
      text != "-" && text != "---";
  if (plain) return text;
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string value_text(const ParameterInfo& info, const std::vector<std::string>& values) {
  if (!info.list) return scalar(values.front());
  std::string all;
  for (const std::string& value : values) all += (all.empty() ? "" : ", ") + scalar(value);
  return "[" + all + "]";
}

void print(const Node& node, int indent, bool list_item, std::string& out) {
  bool first = true;
  for (const Node& child : node.children) {
    const bool item = child.key.starts_with('[');
    // The first key of a list element is printed behind the element's dash.
    std::string margin(indent, ' ');
    if (first && list_item) margin.replace(indent - 2, 2, "- ");
    first = false;
    if (item) {
      print(child, indent + 2, true, out);
      continue;
    }
    for (const std::string& line : child.before)
      out += fmt::format("{}# {}\n", std::string(indent, ' '), line);
    out += fmt::format("{}{}:{}\n", margin, child.key, child.line.empty() ? "" : " " + child.line);
    print(child, indent + 2, false, out);
  }
}

std::string printed(const Node& root) {
  std::string out;
  print(root, 0, false, out);
  return out;
}

}  // namespace

std::string show(const ConfigTree& tree) {
  Node root;
  for (const auto& [info, values, origin] : tree.resolved()) {
    const std::string unit = info.unit.empty() ? "" : info.unit + "; ";
    root.at(info.path).line = fmt::format("{}  # {}{}", value_text(info, values), unit, origin);
  }
  return printed(root);
}

std::string schema_text(const std::vector<ParameterInfo>& parameters) {
  Node root;
  for (const ParameterInfo& info : parameters) {
    Node& node = root.at(info.path);
    node.line = value_text(info, info.defaults);
    node.before = {info.help,
                   fmt::format("{}{}: {}{}", info.type, info.unit.empty() ? "" : " in " + info.unit,
                               info.legal, info.calibrated ? "; a calibration" : ""),
                   "source: " + info.source};
  }
  return printed(root);
}

}  // namespace heddle
