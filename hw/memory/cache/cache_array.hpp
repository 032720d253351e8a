// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/memory/cache/byte_mask.hpp"
#include "hw/memory/cache/cache_config.hpp"
#include "hw/memory/line/line_format.hpp"

namespace heddle {

/// A line of a cache: its address, its bytes, and which of them are valid and which are dirty.
struct CacheLine {
  static constexpr std::uint64_t no_address = ~std::uint64_t{0};
  std::uint64_t address = no_address;  ///< of its first byte
  bool reserved = false;               ///< a fill is on its way: it must not be replaced
  std::uint16_t mshr = 0;              ///< its owner's note: which register waits for that fill
  bool decoding = false;               ///< its owner's note: loads wait for it to be decoded; `mshr` has them
  bool prefetched = false;             ///< its owner's note: no access has wanted it yet
  std::uint64_t used = 0;              ///< grows with each use
  ByteMask valid, dirty;
  LineFormat format;          ///< of its bytes, which are all valid then
  std::uint64_t version = 0;  ///< its owner's note: another one for other bytes
  alignas(16) std::array<unsigned char, 128> data{};

  /// Whether it is allocated to no address.
  bool empty() const { return address == no_address; }
};

/// More tags than lines' worth of data, so that a set holds more lines if some are encoded: a line takes
/// whole segments, as in Alameldeen and Wood (ISCA 2004) and Pekhimenko et al. (PACT 2012), which
/// Vijaykumar2015 cites in section 7.5.
struct TagSpace {
  unsigned tags = 1;           ///< for each way of data
  unsigned segment_bytes = 8;  ///< in which the bytes of lines are counted
};

/// The lines of a set-associative cache with least-recently-used replacement. It only stores and finds lines;
/// its owner decides what is a hit or a miss, and acts on it.
class CacheArray {
 public:
  /// Throws Error as CacheConfig::validate.
  explicit CacheArray(const CacheConfig& config, TagSpace space = {});

  std::uint64_t line_of(std::uint64_t address) const { return address & ~std::uint64_t{line_bytes_ - 1}; }
  /// The line that holds `address`, or null. It does not count as a use of the line.
  CacheLine* find(std::uint64_t address);
  /// Makes it the most recently used of its set.
  void use(CacheLine& line) { line.used = ++clock_; }
  /// The line to replace for `address`: an empty one, else the least recently used that is not reserved; null
  /// when all are. Its contents are unchanged.
  CacheLine* victim(std::uint64_t address);
  /// Bytes of data that `line` takes: those of its format in whole segments; all of a line that is not
  /// encoded or that a fill is on its way to.
  unsigned space_of(const CacheLine& line) const;
  /// Bytes of data that the set of `address` has room for, beside those that its other lines take: all of
  /// `ways` lines, less the lines at other addresses.
  unsigned room_for(std::uint64_t address);
  /// Sets whose lines take more bytes than the set has; there must be none.
  unsigned overfull_sets() const;
  /// The least recently used line of the set that could be evicted to make room for another line at
  /// `address`; null when there is none. Lines that take no bytes are none.
  CacheLine* crowding(std::uint64_t address);
  /// Gives `line` to `address`, with no byte valid.
  void assign(CacheLine& line, std::uint64_t address);
  /// Forgets the line's contents.
  static void drop(CacheLine& line);
  void drop_all();

  unsigned sets() const { return sets_; }
  unsigned set_of(std::uint64_t address) const;
  /// Calls `visit(line)` for each line that holds an address.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (CacheLine& line : lines_)
      if (!line.empty()) visit(line);
  }

 private:
  unsigned fermi_set(std::uint64_t number) const;
  /// All lines of the set of `address`.
  std::span<CacheLine> set(std::uint64_t address) {
    return {&lines_[std::size_t{set_of(address)} * tags_], tags_};
  }

  const unsigned line_bytes_, line_shift_, sets_;
  const unsigned tags_;       ///< of a set
  const unsigned set_bytes_;  ///< of data of a set
  const unsigned segment_bytes_;
  const bool hashed_;
  std::uint64_t clock_ = 0;
  std::vector<CacheLine> lines_;  ///< set by set
};

}  // namespace heddle
