// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace heddle {
namespace {

unsigned columns_of(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total,
                          unsigned columns) {
  const double part = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string percent = fmt::format("{:3.0f}%", 100 * part);
  const std::size_t around = label.size() + percent.size() + 6;
  if (columns <= around + 4) return (label + " " + percent).substr(0, columns);
  const std::size_t width = std::min<std::size_t>(40, columns - around);
  const auto full = static_cast<std::size_t>(part * static_cast<double>(width));
  return fmt::format("{}  [{}{}]  {}", label, std::string(full, '#'), std::string(width - full, '-'),
                     percent);
}

ProgressBar::ProgressBar(std::FILE* stream) : stream_(stream), terminal_(isatty(fileno(stream)) != 0) {}

bool ProgressBar::due() const {
  return terminal_ && std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(100);
}

void ProgressBar::show(const std::string& label, std::uint64_t done, std::uint64_t total) {
  if (due()) show(progress_line(label, done, total, columns_of(stream_) - 1));
}

void ProgressBar::show(const std::string& line) {
  if (!due()) return;
  last_ = std::chrono::steady_clock::now();
  shown_ = true;
  fmt::print(stream_, "\r\033[K{}", line.substr(0, columns_of(stream_) - 1));
  std::fflush(stream_);
}

void ProgressBar::clear() {
  if (!shown_) return;
  fmt::print(stream_, "\r\033[K");
  std::fflush(stream_);
  shown_ = false;
}

}  // namespace heddle
