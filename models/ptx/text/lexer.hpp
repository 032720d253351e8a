// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/error.hpp"
#include "models/ptx/text/joined_files.hpp"

namespace heddle::ptx {

/// A position in a PTX file, counted from 1; lines through all files (JoinedFiles).
struct Place {
  std::uint32_t line = 0, column = 0;
};

/// PTX files while they are being read: names places in messages.
struct SourceText {
  const JoinedFiles& files;

  /// Throws Error at `place`; `problem.place` is filled in here.
  [[noreturn]] void fail(Place place, Problem problem) const;
  /// "b.ptx:12:7"
  std::string place(Place place) const;
  /// Index of the file.
  std::uint32_t file_of(Place place) const { return files.part_of(place.line); }
};

struct Token {
  enum class Kind : std::uint8_t {
    word,    ///< identifier, register, opcode: starts with a letter, _, $ or %
    dotted,  ///< directive or suffix; `text` is without the dot
    number,
    string,
    punct,  ///< one character
    end
  } kind = Kind::end;
  std::string_view text;
  Place place;

  bool is(char c) const { return kind == Kind::punct && text[0] == c; }
  bool is_dotted(std::string_view name) const { return kind == Kind::dotted && text == name; }
};

/// Splits the files into tokens; comments vanish; the last token of each file has kind `end`.
/// Throws Error at a character that PTX does not know or at an unterminated string or comment.
std::vector<Token> tokenize(const SourceText&);

}  // namespace heddle::ptx
