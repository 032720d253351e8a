// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/line_set.hpp"

#include "models/base/error.hpp"

namespace heddle::memory_lines {

void LineSet::add(const RecordedLine& line, unsigned run) {
  lines.push_back(line.bytes);
  written.push_back(line.ever_written);
  users.push_back({run, line.buffer, line.launch});
}

LineSet LineSet::written_lines() const {
  LineSet some;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (written[i]) {
      some.lines.push_back(lines[i]);
      some.users.push_back(users[i]);
    }
  some.written.assign(some.lines.size(), true);
  return some;
}

LineSet line_set_of(const std::vector<std::filesystem::path>& files) {
  LineSet set;
  unsigned run = 0;
  for (const auto& file : files) {
    const std::size_t before = set.lines.size();
    each_line(file, [&](const RecordedLine& line) { set.add(line, run); });
    if (set.lines.size() == before)
      throw Error({.what = "there are no memory lines in the file", .value = file.string()});
    ++run;
  }
  return set;
}

}  // namespace heddle::memory_lines
