// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "models/base/fresh_file.hpp"

namespace heddle {

/// Writes a file in Chrome's trace format (JSON object form), which Perfetto and chrome://tracing show.
/// Events go to disk as they come, in blocks, to a FreshFile, which is complete JSON after each block; it
/// takes the file's place when it is closed, also by the destructor, so that a run that is killed leaves what
/// stood there. Throws Error when the file cannot be written.
///
/// A microsecond of the viewer stands for one cycle of the core clock.
class ChromeTrace {
 public:
  explicit ChromeTrace(const std::string& file);
  /// Writes what is left; an error then is not reported any more: `close` does.
  ~ChromeTrace();
  ChromeTrace(const ChromeTrace&) = delete;
  ChromeTrace& operator=(const ChromeTrace&) = delete;

  /// Names; `order` sorts processes among themselves and threads within their process.
  void name_process(unsigned process, std::string_view name, unsigned order);
  void name_thread(unsigned process, unsigned thread, std::string_view name, unsigned order);

  /// `arguments` is the inside of a JSON object, or empty. Slices of one thread must not overlap unless one
  /// holds the other.
  void slice(unsigned process, unsigned thread, std::string_view name, double begin, double end,
             std::string_view arguments = "");
  /// Slices of any overlap, each with an `id` of its own.
  void asynchronous(unsigned process, std::string_view category, std::uint64_t id, std::string_view name,
                    double begin, double end, std::string_view arguments = "");
  void close();

  std::uint64_t events() const { return events_; }

 private:
  void event(std::string_view text);
  void write();

  [[noreturn]] void fail(const std::string& why) const;

  FreshFile fresh_;
  std::FILE* file_;
  std::string block_;
  std::uint64_t events_ = 0;
};

/// As a JSON string, with its quotes.
std::string json_string(std::string_view text);

}  // namespace heddle
