// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "models/base/value.hpp"
#include "models/e2mc/code_table.hpp"

namespace heddle {

/// What there are codes of E2MC for. The paper has one for an application, and leaves more to future work.
enum class CodesFor : std::uint8_t { run, kernel, allocation };
constexpr auto names_of(CodesFor) {
  return std::array{Named{CodesFor::run, "run"}, Named{CodesFor::kernel, "kernel"},
                    Named{CodesFor::allocation, "allocation"}};
}

/// What a code of its own is for: a kernel, by name, or an allocation of the host program, by number. Neither
/// stands for all lines that have no code of their own, and share the common one.
struct CodeOwner {
  std::string kernel{};
  unsigned allocation = 0;
  auto operator<=>(const CodeOwner&) const = default;
};

struct OwnedCode {
  CodeOwner owner;
  e2mc::CodeTable table;
};

}  // namespace heddle
