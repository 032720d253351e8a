// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "tb/lines/line_set.hpp"

namespace heddle {

/// Lines of words that are drawn from `values` small numbers; every third is one that nobody has written.
inline std::vector<RecordedLine> made_lines(unsigned count, unsigned values, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<RecordedLine> lines(count);
  for (unsigned i = 0; i < count; ++i) {
    RecordedLine& line = lines[i];
    line.address = 128 * std::uint64_t{random()};
    line.channel = static_cast<std::uint16_t>(random() % 12);
    line.buffer = static_cast<std::uint16_t>(random() % 4);
    line.launch = static_cast<std::uint16_t>(random());
    line.ever_written = i % 3 != 2;
    if (!line.ever_written) continue;
    line.to_dram = random() % 2 != 0;
    for (unsigned w = 0; w < 128; w += 2) line.bytes[w] = static_cast<unsigned char>(random() % values);
  }
  return lines;
}

inline std::string file_of(const std::vector<RecordedLine>& lines) {
  LineRecording recording;
  for (const RecordedLine& line : lines) recording.add(line);
  return recording.content();
}

inline memory_lines::LineSet set_of(const std::vector<RecordedLine>& lines) {
  memory_lines::LineSet set;
  for (const RecordedLine& line : lines) set.add(line);
  return set;
}

/// Lines of random bytes, which nothing can compress.
inline std::vector<RecordedLine> random_lines(unsigned count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<RecordedLine> lines(count);
  for (RecordedLine& line : lines) {
    line.ever_written = true;
    for (unsigned char& byte : line.bytes) byte = static_cast<unsigned char>(random());
  }
  return lines;
}

}  // namespace heddle
