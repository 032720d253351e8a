// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

/// An instruction that the decoder hands to a warp.
struct DecodedWord {
  std::uint32_t index = 0;  ///< in Kernel::code
  std::uint8_t flags = 0;   ///< what the FetchHook says of it
};

/// The decoded instructions of a warp that wait for issue, in program order (two, as in GPGPU-Sim).
class InstructionBuffer {
 public:
  static constexpr unsigned size = 2;

  bool empty() const { return first_ == end_; }
  const DecodedWord& front() const { return words_[first_]; }
  void pop() { ++first_; }
  void clear() { first_ = end_ = 0; }
  /// Only while it is not full; it is filled when it is empty.
  void push(const DecodedWord& word) {
    if (empty()) clear();
    words_[end_++] = word;
  }

 private:
  std::array<DecodedWord, size> words_{};
  std::uint8_t first_ = 0, end_ = 0;
};

}  // namespace heddle
