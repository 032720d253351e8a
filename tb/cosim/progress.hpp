// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace heddle {

/// A line of progress, on a terminal only, removed with the object. It is drawn at most ten times a second,
/// so updates may be frequent.
class ProgressBar {
 public:
  explicit ProgressBar(std::FILE* stream = stderr);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const std::string& label, std::uint64_t done, std::uint64_t total);
  /// The same with a line of the caller's, cut to the width of the terminal. `due()` says whether it would be
  /// shown now.
  bool due() const;
  bool terminal() const { return terminal_; }
  void show(const std::string& line);
  /// Takes the line away, as before other output.
  void clear();

 private:
  std::FILE* stream_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

/// The line itself, at most `columns` wide: "label  [####----]  42%".
std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total,
                          unsigned columns);

}  // namespace heddle
