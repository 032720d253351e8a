// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/hooks/hook.hpp"

#include <fmt/format.h>

namespace heddle {

Error excluded(const HookRule& rule, const std::vector<std::string>& techniques) {
  return Error({.place = "command line",
                .what = fmt::format("these techniques exclude each other: each decides {} ({})", rule.decides,
                                    rule.name),
                .value = fmt::format("{}", fmt::join(techniques, ",")),
                .legal = "one of them"});
}

Error held_twice(Hook hook) {
  const HookRule& rule = rule_of(hook);
  return Error({.what = "two techniques hold a hook of which there is one",
                .value = std::string(rule.name),
                .legal = fmt::format("one holder, who decides {}", rule.decides)});
}

}  // namespace heddle
