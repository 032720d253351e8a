// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/base/parameter.hpp"

namespace heddle {

/// The hash of an address that chooses its slice, so that a stride does not fall on few of them: none; the
/// upper bits, folded by XOR, are added (among a power of two slices: combined by XOR); or the remainder by
/// an irreducible polynomial (Rau, "Pseudo-randomly interleaved memory", ISCA 1991), as GPGPU-Sim's IPOLY.
enum class SliceHash : std::uint8_t { none, fold, polynomial };
constexpr auto names_of(SliceHash) {
  return std::array{Named{SliceHash::none, "none"}, Named{SliceHash::fold, "fold"},
                    Named{SliceHash::polynomial, "polynomial"}};
}

/// Which L2 slice, and with it which DRAM channel, serves an address. Memory is interleaved: of chunks of
/// `interleave` bytes (a power of two), a row of as many as there are slices has one in each, in ascending
/// order or as the hash permutes them. Within a slice its chunks lie side by side at local addresses, so that
/// its sets are all used.
class SliceMap {
 public:
  SliceMap(unsigned interleave, unsigned slices, SliceHash hash = SliceHash::none)
      : shift_(static_cast<unsigned>(std::countr_zero(interleave))),
        slices_(slices),
        bits_(static_cast<unsigned>(std::bit_width(slices - 1))),
        hash_(slices == 1 ? SliceHash::none : hash) {}

  /// Can so many slices be chosen by it? A polynomial takes a power of two, up to 256.
  static bool can(SliceHash hash, unsigned slices) {
    return hash != SliceHash::polynomial || (std::has_single_bit(slices) && slices <= 256);
  }

  unsigned slices() const { return slices_; }
  std::uint64_t interleave() const { return std::uint64_t{1} << shift_; }
  unsigned slice_of(std::uint64_t address) const {
    const std::uint64_t chunk = address >> shift_, row = chunk / slices_;
    const auto place = static_cast<unsigned>(chunk % slices_);
    if (hash_ == SliceHash::none) return place;
    return std::has_single_bit(slices_) ? place ^ hash_of(row) : (place + hash_of(row)) % slices_;
  }
  std::uint64_t local(std::uint64_t address) const {
    return (address >> shift_) / slices_ << shift_ | (address & (interleave() - 1));
  }
  std::uint64_t global(std::uint64_t local, unsigned slice) const {
    const std::uint64_t row = local >> shift_;
    unsigned place = slice;
    if (hash_ != SliceHash::none)
      place =
          std::has_single_bit(slices_) ? slice ^ hash_of(row) : (slice + slices_ - hash_of(row)) % slices_;
    return (row * slices_ + place) << shift_ | (local & (interleave() - 1));
  }

 private:
  /// Less than the number of slices.
  unsigned hash_of(std::uint64_t row) const {
    if (hash_ == SliceHash::polynomial) return remainder(row);
    std::uint64_t folded = 0;
    for (; row != 0; row >>= bits_) folded ^= row & ((std::uint64_t{1} << bits_) - 1);
    return static_cast<unsigned>(folded % slices_);
  }
  /// Of row * x^bits, a polynomial over GF(2), divided by the irreducible one of that degree.
  unsigned remainder(std::uint64_t row) const {
    constexpr std::array<unsigned, 9> irreducible{1, 0x3, 0x7, 0xb, 0x13, 0x25, 0x43, 0x83, 0x11d};
    unsigned rest = 0;
    for (unsigned k = static_cast<unsigned>(std::bit_width(row)); k-- > 0;) {
      rest = rest << 1 ^ static_cast<unsigned>(row >> k & 1) << bits_;
      if (rest >> bits_ != 0) rest ^= irreducible[bits_];
    }
    return rest;
  }

  unsigned shift_, slices_, bits_;
  SliceHash hash_;
};

}  // namespace heddle
