// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// RTL as Verilator has elaborated it: a tree. What follows reads no file format; one reader a format makes it
// (xml_tree.cpp: Verilator's XML).

namespace heddle::lower {

/// Where a node stands in the user's RTL.
struct Place {
  std::string file{};
  unsigned line = 0, column = 0;
  unsigned length = 0;  ///< of its first word, when that ends on the same line

  std::string text() const;
};

struct Node {
  std::string kind{};  ///< Verilator's name of it: "add", "varref", "always"
  Place place{};
  std::vector<std::pair<std::string, std::string>> attributes{};
  std::vector<Node> children{};

  /// An empty text when there is no such attribute.
  const std::string& attribute(std::string_view key) const;
  const std::string& name() const { return attribute("name"); }
  bool is(std::string_view a_kind) const { return kind == a_kind; }
  /// Throws Error naming this node when there are fewer children.
  const Node& child(std::size_t index) const;
  /// Those of one kind, and the first of them; null when there is none.
  std::vector<const Node*> all(std::string_view a_kind) const;
  const Node* first(std::string_view a_kind) const;
};

/// Throws Error that says that this construct cannot be lowered.
[[noreturn]] void refuse(const Node& node, std::string_view why);

/// Reads what `verilator --xml-only` has written; the root holds modules, packages and the table of types.
Node read_xml_tree(const std::filesystem::path& file);

}  // namespace heddle::lower
