#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ptx/program.hpp"

namespace heddle {

/// The code of a kernel as it lies in device memory: a word of 8 bytes for each instruction, which names it.
/// The low half is its index in Kernel::code, the high half are check bits of that index and of the kernel,
/// so that no word with a wrong bit, and none of another kernel, passes for an instruction.
class CodeImage {
 public:
  static constexpr unsigned word_bytes = 8;

  CodeImage() = default;
  explicit CodeImage(const ptx::Kernel& kernel);

  const std::vector<std::uint64_t>& words() const { return words_; }
  /// Images with the same identity have the same words. None is 0.
  std::uint64_t identity() const { return std::uint64_t{signature_} << 32 | words_.size(); }
  /// The instruction that a word names; nothing when it is none of this kernel.
  std::optional<std::uint32_t> index_of(std::uint64_t word) const {
    const auto index = static_cast<std::uint32_t>(word);
    if (index >= words_.size() || word >> 32 != check_bits(index)) return std::nullopt;
    return index;
  }

 private:
  /// One to one in `index`.
  std::uint32_t check_bits(std::uint32_t index) const {
    std::uint32_t h = (index ^ signature_) * 0x9e3779b1u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    return h ^ h >> 13;
  }

  std::uint32_t signature_ = 0;  ///< of the kernel
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle
