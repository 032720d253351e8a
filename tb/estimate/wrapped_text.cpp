// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/wrapped_text.hpp"

#include <sstream>

namespace heddle::estimate {

std::string wrapped(std::string_view label, const std::string& text) {
  constexpr std::size_t columns = 100;
  const std::string indent = std::string(label.size(), ' ');
  std::string all(label);
  std::size_t column = label.size();
  std::istringstream words(text);
  for (std::string word; words >> word; column += word.size() + 1) {
    if (column + word.size() > columns && column > label.size()) {
      all.back() = '\n';
      all += indent;
      column = label.size();
    }
    all += word + ' ';
  }
  all.back() = '\n';
  return all;
}

}  // namespace heddle::estimate
