// SPDX-License-Identifier: Apache-2.0
#include "tb/import/conversion.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/value.hpp"

namespace heddle {

std::vector<std::string> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> all(1);
  for (const char c : text)
    if (separators.find(c) != separators.npos)
      all.emplace_back();
    else
      all.back() += c;
  return all;
}

std::vector<std::string> Conversion::parts(std::string_view separators, std::size_t least, std::size_t most,
                                           std::string_view form) const {
  std::vector<std::string> all = parts_of(value(), separators);
  if (all.size() < least || all.size() > most)
    refuse(option_.value, fmt::format("it has {} parts", all.size()), std::string(form));
  return all;
}

std::uint64_t Conversion::number(std::string_view text) const {
  std::uint64_t n = 0;
  if (parse_unsigned(text, std::numeric_limits<std::uint32_t>::max(), n) != Parse::ok)
    refuse(text, "this is not a natural number", "0 .. 4294967295");
  return n;
}

double Conversion::real(std::string_view text) const {
  double x = 0;
  if (parse_real(text, x) != Parse::ok || !std::isfinite(x) || x < 0)
    refuse(text, "this is not a number", "0 or more");
  return x;
}

bool Conversion::flag() const {
  const std::string text = value();
  if (text != "0" && text != "1") refuse(text, "this is neither on nor off", "0, 1");
  return text == "1";
}

std::string Conversion::other(const std::string& name, const std::string& fallback) {
  if (name == option_.name) return value();
  const auto found = all_.find(name);
  const std::string text = found == all_.end() ? fallback : without_blanks(found->second.value);
  origin_ += fmt::format(", {} {}{}", name, text, found == all_.end() ? " (GPGPU-Sim's default)" : "");
  return text;
}

std::uint64_t Conversion::other_number(const std::string& name, std::uint64_t fallback) {
  const auto found = all_.find(name);
  if (name == option_.name || found == all_.end()) return number(other(name, std::to_string(fallback)));
  const std::string text = other(name, "");
  return Conversion(found->second, key_, why_, all_).number(text);  // an error names that option
}

void Conversion::set(std::vector<std::pair<std::string, std::string>> together) {
  groups.push_back({std::move(together), origin_, option_.place});
}

void Conversion::note(std::string text) {
  notes.push_back({shown(option_), option_.line, std::move(text), option_.file});
}

std::string Conversion::shown(const SimOption& option) {
  const std::string text = option.name + " " + option.value;
  return option.file.empty() ? text : fmt::format("{}: {}", option.file, text);
}

void Conversion::refuse(std::string_view part, std::string what, std::string legal) const {
  throw Error({.place = option_.place,
               .what = fmt::format("{}: {}", option_.name, what),
               .value = std::string(part),
               .legal = std::move(legal)});
}

std::string Conversion::without_blanks(std::string_view text) {
  constexpr std::string_view separators = ",:;=";
  const auto separates = [&](std::size_t at) {
    return at < text.size() && separators.find(text[at]) != separators.npos;
  };
  std::string kept;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != ' ' || !(separates(at + 1) || (at > 0 && separates(at - 1)))) kept += text[at];
  return kept;
}

std::uint64_t bounded_product(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product)) return std::numeric_limits<std::uint64_t>::max();
  return product;
}

}  // namespace heddle
