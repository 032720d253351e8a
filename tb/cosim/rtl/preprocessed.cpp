// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/preprocessed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tb/cosim/rtl/verilator.hpp"

namespace heddle {
namespace {

constexpr std::string_view directive = "`line ";  // `line 12 "file" 0

}  // namespace

std::string preprocessed(const RtlSource& source, const std::vector<std::string>& more) {
  return run_verilator(source, {"-E"}, true, more);
}

bool is_origin(const std::string& text, const std::string& file) {
  const std::string quoted = fmt::format("\"{}\"", file);
  for (std::size_t at = 0; (at = text.find(directive, at)) != std::string::npos; ++at)
    if (text.substr(at, text.find('\n', at) - at).find(quoted) != std::string::npos) return true;
  return false;
}

std::string place_in(const std::string& text, std::size_t position) {
  const std::size_t at = text.rfind(directive, position);
  if (at == std::string::npos) return "";
  const std::size_t open = text.find('"', at), close = text.find('"', open + 1), end = text.find('\n', at);
  const auto line = std::stoul(text.substr(at + directive.size()));
  const auto lines = std::count(text.begin() + static_cast<std::ptrdiff_t>(end + 1),
                                text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  return fmt::format("{}:{}", text.substr(open + 1, close - open - 1),
                     line + static_cast<unsigned long>(lines));
}

}  // namespace heddle
