#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/ptx/draft.hpp"

namespace heddle::ptx {

/// Instructions to be put between those of a function, all at once. A jump to an instruction leads to what
/// was inserted before it, with its pragmas ahead of that.
class CodeEdit {
 public:
  void before(std::uint32_t i, Draft d) { before_[i].push_back(std::move(d)); }
  void after(std::uint32_t i, Draft d) { after_[i].push_back(std::move(d)); }
  bool empty() const { return before_.empty() && after_.empty(); }

  void apply(std::vector<Draft>& code) {
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
  std::map<std::uint32_t, std::vector<Draft>> before_, after_;
};

}  // namespace heddle::ptx
