// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tb/lower/bits.hpp"
#include "tb/lower/design.hpp"

namespace heddle::lower {

/// An expression of plain Verilog, unsigned, whose width does not depend on what surrounds it; or a constant.
class Value {
 public:
  static Value constant(Bits bits);
  static Value of(const Net& net);
  /// `text` is an operator with its operands, in parentheses, a concatenation, or a selection.
  static Value expression(unsigned width, std::string text);
  /// A word of a memory or another name of so many bits that can be selected from.
  static Value named(unsigned width, std::string text);

  unsigned width() const { return width_; }
  const std::string& text() const { return text_; }
  const std::optional<Bits>& bits() const { return bits_; }
  /// The number, when it is known.
  std::optional<std::uint64_t> number() const { return bits_ ? bits_->value() : std::nullopt; }
  bool is_zero() const { return number() == 0u; }
  bool is_ones() const { return bits_ && bits_->digits().find_first_not_of('1') == std::string::npos; }

  /// Can a part be selected as it stands?
  bool selectable() const { return bits_ || !base_.empty(); }
  Value part(unsigned lsb, unsigned width) const;  ///< only when `selectable`; beyond it: x
  bool whole() const { return !base_.empty() && lsb_ == 0 && width_ == base_width_; }
  const std::string& base() const { return base_; }

 private:
  unsigned width_ = 1;
  std::string text_{};
  std::optional<Bits> bits_{};
  std::string base_{};  ///< what can be selected from, of which this is a part
  unsigned base_width_ = 0, lsb_ = 0;
};

/// "name[7:4]", "name[3]", or the name alone when that is all of it.
std::string part_text(const std::string& name, unsigned all, unsigned lsb, unsigned width);

}  // namespace heddle::lower
