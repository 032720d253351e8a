// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

inline constexpr std::array<char, kinds> kind_letter{'p', 'h', 'r', 'd', 'x', 'f', 'g'};
inline constexpr std::array<const char*, kinds> kind_type{"pred", "b16", "b32", "b64", "b16", "f32", "f64"};

/// Lines of a kernel or function, and the registers that it has used so far.
class PtxWriter {
 public:
  template <class... A>
  void line(fmt::format_string<A...> format, A&&... a) {
    instruction_lines_.push_back(lines_++);
    text_ += guard_;
    fmt::format_to(std::back_inserter(text_), format, std::forward<A>(a)...);
    text_ += ";\n";
  }
  /// A label or a brace.
  void raw(const std::string& text) {
    text_ += text + "\n";
    ++lines_;
  }
  /// All lines until the next call have this in front: "@%p0 ".
  void guard(std::string guard) { guard_ = "\t" + std::move(guard); }

  /// Returns the name of a register of the tree.
  std::string reg(Reg r) {
    auto& most = used_[static_cast<unsigned>(r.kind)];
    most = std::max<unsigned>(most, r.number + 1u);
    return fmt::format("%{}{}", kind_letter[static_cast<unsigned>(r.kind)], r.number);
  }
  /// Returns a register that nothing else uses.
  std::string temporary(Kind k) {
    return fmt::format("%t{}{}", kind_letter[static_cast<unsigned>(k)],
                       temporaries_[static_cast<unsigned>(k)]++);
  }

  std::string declarations() const {
    std::string text;
    for (unsigned k = 0; k < kinds; ++k) {
      if (used_[k] != 0) text += fmt::format("\t.reg .{} %{}<{}>;\n", kind_type[k], kind_letter[k], used_[k]);
      if (temporaries_[k] != 0)
        text += fmt::format("\t.reg .{} %t{}<{}>;\n", kind_type[k], kind_letter[k], temporaries_[k]);
    }
    return text;
  }
  const std::string& text() const { return text_; }
  /// The lines of the text, from 0 on, that `line` has written.
  const std::vector<unsigned>& instruction_lines() const { return instruction_lines_; }

 private:
  std::string text_, guard_ = "\t";
  unsigned lines_ = 0;
  std::vector<unsigned> instruction_lines_;
  std::array<unsigned, kinds> used_{}, temporaries_{};
};

}  // namespace heddle::fuzz
