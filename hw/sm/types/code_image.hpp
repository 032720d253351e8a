// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/sm/types/kernel_plan.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// The code of a kernel as it lies in device memory: a word of 8 bytes for each instruction, which names it.
/// The low half is its index in Kernel::code, the high half are check bits of that index and of the kernel,
/// so that no word with a wrong bit, and none of another kernel, passes for an instruction. Words of
/// metadata may lie between them; their highest bit is set, an instruction's is not.
class CodeImage {
 public:
  static constexpr unsigned word_bytes = 8;

  CodeImage() = default;
  explicit CodeImage(const ptx::Kernel& kernel);
  /// `first_words`: by instruction, where a warp begins to fetch that jumps there.
  CodeImage(const ptx::Kernel& kernel, const std::vector<CodeWord>& words,
            std::vector<std::uint32_t> first_words);

  static bool is_metadata(std::uint64_t word) { return word >> 63 != 0; }

  const std::vector<std::uint64_t>& words() const { return words_; }
  /// Images with the same identity have the same words. None is 0.
  std::uint64_t identity() const { return std::uint64_t{signature_} << 32 | words_.size(); }
  /// The instruction that a word names; nothing when it is none of this kernel.
  std::optional<std::uint32_t> index_of(std::uint64_t word) const {
    const auto index = static_cast<std::uint32_t>(word);
    if (index >= instructions_ || word >> 32 != check_bits(index)) return std::nullopt;
    return index;
  }

  /// The word at which a warp begins to fetch when its next instruction is Kernel::code[pc].
  std::uint32_t first_word(std::uint32_t pc) const { return first_words_.empty() ? pc : first_words_[pc]; }

 private:
  std::uint64_t word_of(std::uint32_t index) const { return std::uint64_t{check_bits(index)} << 32 | index; }
  /// With a parity bit, as the others alone are not one to one in `index`.
  std::uint32_t check_bits(std::uint32_t index) const {
    std::uint32_t h = (index ^ signature_) * 0x9e3779b1u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    const auto parity = static_cast<std::uint32_t>(std::popcount(index) & 1);
    return ((h ^ h >> 13) & 0x3fffffffu) | parity << 30;
  }

  std::uint32_t signature_ = 0;  ///< of the kernel
  std::uint32_t instructions_ = 0;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> first_words_;  ///< by instruction, if there is metadata
};

}  // namespace heddle
