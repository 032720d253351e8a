// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/register_virtualization/release_points.hpp"

namespace heddle {

/// A kernel's code with its metadata instructions in place: the order of words in memory, eight bytes each.
/// A basic block begins with as many pbr as its releases need and a pir; a further pir follows every 18
/// instructions. Branch targets, reconvergence points and the instruction behind a call are such heads, so a
/// warp that goes to `pc` finds its metadata by fetching from first_word(pc).
class ReleaseProgram {
 public:
  struct Word {
    bool metadata = false;
    std::uint32_t instruction = 0;  ///< in Kernel::code: itself, or the one that the metadata lies ahead of
    std::uint64_t bits = 0;         ///< of a metadata instruction (release_instruction.hpp)
  };

  explicit ReleaseProgram(const ReleasePoints&);

  const std::vector<Word>& words() const { return words_; }
  /// Where a warp begins to fetch whose next instruction is Kernel::code[pc]: its metadata, if any lie ahead.
  std::uint32_t first_word(std::uint32_t pc) const { return pc == 0 ? 0 : place_[pc - 1] + 1; }
  /// Where the instruction itself lies.
  std::uint32_t word_of(std::uint32_t pc) const { return place_[pc]; }
  /// The metadata ahead of an instruction, in the order of their fetch: pbr, then pir.
  std::span<const Word> ahead(std::uint32_t pc) const {
    return std::span(words_).subspan(first_word(pc), place_[pc] - first_word(pc));
  }
  std::uint32_t pirs() const { return pirs_; }
  std::uint32_t pbrs() const { return pbrs_; }

 private:
  void add(std::uint64_t bits, std::uint32_t ahead_of) { words_.push_back({true, ahead_of, bits}); }
  void add_pbrs(RegisterSet released, std::uint32_t ahead_of);
  void add_pir(const ReleasePoints& points, std::uint32_t ahead_of);

  std::vector<Word> words_;
  std::vector<std::uint32_t> place_;
  std::uint32_t pirs_ = 0, pbrs_ = 0;
};

}  // namespace heddle
