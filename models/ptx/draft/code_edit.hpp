// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "models/ptx/draft/draft.hpp"

namespace heddle::ptx {

/// Instructions to be put between those of a function, and others to be taken away, all at once. A jump to an
/// instruction leads to what was inserted before it, with its pragmas before that. What follows an
/// instruction that goes takes over its pragmas and the jumps to it; a function's last one must not go.
class CodeEdit {
 public:
  void before(std::uint32_t i, Draft d) { before_[i].push_back(std::move(d)); }
  void after(std::uint32_t i, Draft d) { after_[i].push_back(std::move(d)); }
  void remove(std::uint32_t i) { gone_.insert(i); }
  bool empty() const { return before_.empty() && after_.empty() && gone_.empty(); }

  void apply(std::vector<Draft>& code) {
    hand_on_pragmas(code);
    std::vector<Draft> result;
    std::vector<std::uint32_t> place;  // of each instruction, with what stands before it
    const auto append = [&](auto& additions, std::uint32_t i) {
      const auto found = additions.find(i);
      if (found == additions.end()) return;
      for (Draft& d : found->second) result.push_back(std::move(d));
    };
    const auto size = static_cast<std::uint32_t>(code.size());
    for (std::uint32_t i = 0; i < size; ++i) {
      place.push_back(static_cast<std::uint32_t>(result.size()));
      append(before_, i);
      if (gone_.contains(i)) continue;
      result.push_back(std::move(code[i]));
      if (place[i] + 1 != result.size()) result[place[i]].pragmas = std::move(result.back().pragmas);
      append(after_, i);
    }
    place.push_back(static_cast<std::uint32_t>(result.size()));
    code = std::move(result);
    for (Draft& d : code)
      if (d.instruction.control == Control::branch) d.instruction.target = place[d.instruction.target];
  }

 private:
  /// A jump to what takes them over did not meet them.
  void hand_on_pragmas(std::vector<Draft>& code) const {
    for (const std::uint32_t i : gone_) {
      std::vector<PragmaText>& own = code[i].pragmas;
      std::vector<PragmaText>& next = code[i + 1].pragmas;
      if (own.empty()) continue;
      for (Draft& d : code)
        if (d.instruction.control == Control::branch && d.instruction.target == i + 1)
          d.passed_pragmas += static_cast<std::uint32_t>(own.size());
      next.insert(next.begin(), own.begin(), own.end());
      own.clear();
    }
  }

  std::set<std::uint32_t> gone_;
  std::map<std::uint32_t, std::vector<Draft>> before_, after_;
};

}  // namespace heddle::ptx
