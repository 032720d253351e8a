// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/sm/types/code_image.hpp"
#include "hw/sm/types/scoreboard.hpp"
#include "models/caba/subroutine.hpp"

namespace heddle {

/// The code of all subroutines of a machine, as the assist warp store holds it: one behind the other, by
/// SR.ID, a word of CodeImage for each instruction.
class AssistCode {
 public:
  /// Throws Error when they are more than a store of `words` has, or more than there are SR.IDs.
  AssistCode(const std::vector<Subroutine>& subroutines, unsigned words);

  struct Part {
    const Subroutine* subroutine;
    unsigned first;  ///< address of its first word
    CodeImage image;
    std::vector<Hazards> hazards{};  ///< by instruction
  };
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<std::uint64_t>& words() const { return words_; }
  /// The instruction of a subroutine that a word names. Throws Error when it is none of it.
  std::uint32_t index_of(unsigned subroutine, std::uint64_t word) const;

 private:
  std::vector<Part> parts_;
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle
