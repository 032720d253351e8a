// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/source_text.hpp"

#include <cctype>
#include <fstream>
#include <map>
#include <vector>

namespace heddle::lower {
namespace {

const std::string& line_of(const Place& place) {
  static std::map<std::string, std::vector<std::string>, std::less<>> files;
  static const std::string none;
  const auto [file, fresh] = files.try_emplace(place.file);
  if (fresh) {
    std::ifstream in(place.file);
    for (std::string line; std::getline(in, line);) file->second.push_back(line);
  }
  return place.line >= 1 && place.line <= file->second.size() ? file->second[place.line - 1] : none;
}

}  // namespace

std::string text_before(const Place& place) {
  const std::string& line = line_of(place);
  return place.column >= 1 && place.column <= line.size() ? line.substr(0, place.column - 1) : "";
}

std::string word_at(const Place& place) {
  const std::string& line = line_of(place);
  std::string word;
  if (place.column >= 1)
    for (std::size_t i = place.column - 1;
         i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_'); ++i)
      word += line[i];
  return word;
}

}  // namespace heddle::lower
