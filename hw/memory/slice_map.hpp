#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

/// Which L2 slice serves an address: chunks of `interleave` bytes (a power of two) go round the slices.
/// Within a slice its chunks lie side by side at local addresses, so that its sets are all used.
class SliceMap {
 public:
  SliceMap(unsigned interleave, unsigned slices)
      : shift_(static_cast<unsigned>(std::countr_zero(interleave))), slices_(slices) {}

  unsigned slices() const { return slices_; }
  std::uint64_t interleave() const { return std::uint64_t{1} << shift_; }
  unsigned slice_of(std::uint64_t address) const {
    return static_cast<unsigned>((address >> shift_) % slices_);
  }
  std::uint64_t local(std::uint64_t address) const {
    return (address >> shift_) / slices_ << shift_ | (address & (interleave() - 1));
  }
  std::uint64_t global(std::uint64_t local, unsigned slice) const {
    return ((local >> shift_) * slices_ + slice) << shift_ | (local & (interleave() - 1));
  }

 private:
  unsigned shift_, slices_;
};

}  // namespace heddle
