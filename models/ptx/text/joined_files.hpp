// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

/// A PTX file: what stands in it, and its name in messages.
struct PtxFile {
  std::string text, name;
};

/// The files of a program, one after the other, as one text. Its lines are counted from 1 through all
/// of them: those of the first file have the numbers that they have in the file.
class JoinedFiles {
 public:
  struct Part {
    std::string file;  ///< empty: the device library
    std::uint32_t first_line = 1;
    std::size_t begin = 0;  ///< of its text
  };
  void add(std::string_view text, std::string name);

  const std::string& text() const { return text_; }
  std::uint32_t lines() const { return lines_; }
  const std::vector<Part>& parts() const { return parts_; }
  std::string_view text_of(std::size_t part) const;
  /// Index of the file in which a line stands.
  std::uint32_t part_of(std::uint32_t line) const;
  /// "b.ptx:12"
  std::string place_of(std::uint32_t line) const;
  /// "a.ptx, b.ptx"
  std::string names() const;

 private:
  std::string text_;
  std::uint32_t lines_ = 0;
  std::vector<Part> parts_;
};

}  // namespace heddle::ptx
