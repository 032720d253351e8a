// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/library/device_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::ptx {
namespace {

/// Whether a file declares it and none defines it.
bool is_missing(const Module& module, std::string_view name) {
  return std::ranges::any_of(module.functions, [&](const auto& f) {
    return f->name == name && !f->entry && f->definition == nullptr;
  });
}

void replace(std::string& in, std::string_view name, std::uint64_t value) {
  const std::string number = std::to_string(value);
  for (std::size_t at = in.find(name); at != in.npos; at = in.find(name, at + number.size()))
    in.replace(at, name.size(), number);
}

}  // namespace

bool may_need_device_library(std::string_view text) {
  constexpr std::array<std::string_view, 4> names{"vprintf", "malloc", "free", "__assertfail"};
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return text.find(name) != text.npos; });
}

std::string library_text(std::string_view text, unsigned address_bits,
                         std::initializer_list<std::pair<std::string_view, std::uint64_t>> names) {
  std::string result(text);
  replace(result, "$", address_bits);
  for (const auto& [name, value] : names) replace(result, name, value);
  return result;
}

std::string device_library_for(const Module& module) {
  std::string text;
  const bool asserts = is_missing(module, "__assertfail");
  if (asserts || is_missing(module, "vprintf")) text += print_library(module.address_bits);
  if (asserts) text += assertion_library(module.address_bits);
  if (is_missing(module, "malloc") || is_missing(module, "free")) text += heap_library(module.address_bits);
  return text.empty() ? text : fmt::format(".address_size {}\n{}", module.address_bits, text);
}

}  // namespace heddle::ptx
