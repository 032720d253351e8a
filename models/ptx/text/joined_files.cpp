// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/text/joined_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

void JoinedFiles::add(std::string_view text, std::string name) {
  if (!parts_.empty()) text_ += '\n';
  parts_.push_back({std::move(name), lines_ + 1, text_.size()});
  text_ += text;
  lines_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

std::string_view JoinedFiles::text_of(std::size_t part) const {
  const std::size_t begin = parts_[part].begin;
  const std::size_t end = part + 1 < parts_.size() ? parts_[part + 1].begin - 1 : text_.size();
  return std::string_view(text_).substr(begin, end - begin);
}

std::uint32_t JoinedFiles::part_of(std::uint32_t line) const {
  const auto behind = std::upper_bound(parts_.begin(), parts_.end(), line,
                                       [](std::uint32_t l, const Part& p) { return l < p.first_line; });
  return behind == parts_.begin() ? 0 : static_cast<std::uint32_t>(behind - parts_.begin() - 1);
}

std::string JoinedFiles::place_of(std::uint32_t line) const {
  const Part& part = parts_[part_of(line)];
  return fmt::format("{}:{}", part.file.empty() ? "device library" : part.file, line - part.first_line + 1);
}

std::string JoinedFiles::names() const {
  std::string all;
  for (const Part& part : parts_)
    if (!part.file.empty()) all += (all.empty() ? "" : ", ") + part.file;
  return all;
}

std::string Kernel::place_of(std::uint32_t line) const {
  return files != nullptr ? files->place_of(line) : fmt::format("{}:{}", file, line);
}

std::string Kernel::line_name(std::uint32_t line) const {
  if (files == nullptr || files->parts().size() == 1) return fmt::format("{}", line);
  const JoinedFiles::Part& part = files->parts()[files->part_of(line)];
  return part.file == file ? fmt::format("{}", line - part.first_line + 1) : files->place_of(line);
}

std::uint32_t Kernel::joined_line(std::uint32_t line) const {
  if (files == nullptr) return line;
  for (const JoinedFiles::Part& part : files->parts())
    if (part.file == file) return part.first_line - 1 + line;
  return line;
}

}  // namespace heddle::ptx
