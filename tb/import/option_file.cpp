// SPDX-License-Identifier: Apache-2.0
#include "tb/import/option_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "models/base/error.hpp"

namespace heddle {
namespace {

/// A value may be a negative number, so a name begins with a letter.
bool names_an_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1]));
}

void require_value(const std::vector<SimOption>& options) {
  if (!options.empty() && options.back().value.empty())
    throw Error({.place = options.back().place, .what = options.back().name + " has no value"});
}

}  // namespace

std::vector<SimOption> sim_options_of(std::string_view text, const std::string& file) {
  std::vector<SimOption> all;
  std::string quoted_at;  // the place of an open quote
  for (unsigned line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    rest = rest.substr(0, rest.find('#'));
    const std::string place = fmt::format("{}:{}", file, line);
    constexpr std::string_view blanks = " \t\r\v\f";
    for (std::size_t at = 0; (at = rest.find_first_not_of(blanks, at)) != rest.npos;) {
      const std::size_t stop = std::min(rest.find_first_of(blanks, at), rest.size());
      std::string word(rest.substr(at, stop - at));
      at = stop;
      if (quoted_at.empty() && names_an_option(word)) {
        require_value(all);
        all.push_back({.name = std::move(word), .place = place, .line = line});
        continue;
      }
      if (all.empty())
        throw Error({.place = place,
                     .what = "this is no configuration of GPGPU-Sim",
                     .value = word,
                     .legal = "options, each \"-name value\", and comments behind #"});
      for (std::size_t quote; (quote = word.find('"')) != word.npos; word.erase(quote, 1))
        quoted_at = quoted_at.empty() ? place : "";
      std::string& value = all.back().value;
      if (!word.empty()) value += (value.empty() ? "" : " ") + word;
    }
  }
  if (!quoted_at.empty()) throw Error({.place = quoted_at, .what = "a text in quotes has no end"});
  require_value(all);
  if (all.empty())
    throw Error({.place = file,
                 .what = "this is no configuration of GPGPU-Sim: it has no option",
                 .legal = "options, each \"-name value\", and comments behind #"});
  return all;
}

}  // namespace heddle
