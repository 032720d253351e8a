// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/lower/tree.hpp"

namespace heddle::lower {

/// One unpacked dimension, as declared.
struct Range {
  int left = 0, right = 0;

  unsigned size() const { return static_cast<unsigned>(left < right ? right - left : left - right) + 1; }
  int low() const { return left < right ? left : right; }
  /// The distance of element `position`, counted from the left, from the lowest index.
  unsigned offset(unsigned position) const { return left <= right ? position : size() - 1 - position; }
  bool operator==(const Range&) const = default;
};

/// What a type is in plain Verilog: elements of so many bits, in unpacked dimensions (outermost first).
struct Shape {
  unsigned width = 1;
  std::vector<Range> dimensions{};
  bool interface = false;  ///< it refers to an interface

  bool is_array() const { return !dimensions.empty(); }
  unsigned elements() const;
  Shape inner() const;  ///< without the outermost dimension
};

/// The table of types.
class Types {
 public:
  explicit Types(const Node& netlist);

  /// The type of an expression or a declaration. Throws Error for a type that hardware has not: strings,
  /// reals, classes, queues.
  Shape shape(const Node& node) const;
  unsigned width(const Node& node) const { return shape(node).width; }

  struct Member {
    unsigned lsb = 0, width = 0;
  };
  /// A member of an unpacked struct or union, which becomes a vector. `of` is the expression of the struct.
  Member member(const Node& of, const Node& select) const;

 private:
  Shape shape_of(const std::string& id, const Node& user) const;
  const Node& type(const std::string& id, const Node& user) const;

  std::map<std::string, const Node*, std::less<>> types_;
  mutable std::map<std::string, Shape, std::less<>> shapes_;
};

}  // namespace heddle::lower
