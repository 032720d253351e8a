#pragma once

#include <array>
#include <cstdint>

namespace heddle {

/// The decoded instructions of a warp that wait for issue, in program order (two, as in GPGPU-Sim).
class InstructionBuffer {
 public:
  static constexpr unsigned size = 2;

  bool empty() const { return first_ == end_; }
  /// Index in Kernel::code of the next one.
  std::uint32_t front() const { return index_[first_]; }
  void pop() { ++first_; }
  void clear() { first_ = end_ = 0; }
  /// Only while it is not full; it is filled when it is empty.
  void push(std::uint32_t index) {
    if (empty()) clear();
    index_[end_++] = index;
  }

 private:
  std::array<std::uint32_t, size> index_{};
  std::uint8_t first_ = 0, end_ = 0;
};

}  // namespace heddle
