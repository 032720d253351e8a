// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "models/line/line_recording.hpp"

namespace heddle::memory_lines {

using MemoryLine = std::array<unsigned char, 128>;

/// Which run had a line come by, in which of its buffers it is, and in which launch that was.
struct LineUser {
  unsigned run = 0, buffer = 0, launch = 0;
};

/// Memory lines in the order in which they came by.
struct LineSet {
  std::vector<MemoryLine> lines{};
  std::vector<bool> written{};    ///< of each line: had somebody written in it before it came by?
  std::vector<LineUser> users{};  ///< of each line

  /// `run`: which file it is from.
  void add(const RecordedLine& line, unsigned run = 0);
  /// The lines in which somebody had written.
  LineSet written_lines() const;
};

/// The lines of one or more files that `record_lines` has left. Throws Error that names the file as
/// `read_lines` does, and when it has no line.
LineSet line_set_of(const std::vector<std::filesystem::path>& files);

}  // namespace heddle::memory_lines
