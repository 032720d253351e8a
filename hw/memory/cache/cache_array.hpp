#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/memory/cache/byte_mask.hpp"
#include "hw/memory/cache/cache_config.hpp"
#include "hw/memory/line/line_format.hpp"

namespace heddle {

/// A line of a cache: its address, its bytes, and which of them are valid and which are dirty.
struct CacheLine {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  std::uint64_t address = nowhere;  ///< of its first byte
  bool reserved = false;            ///< a fill is on its way: it must not be replaced
  std::uint16_t mshr = 0;           ///< its owner's note: which register waits for that fill
  std::uint64_t used = 0;           ///< grows with each use
  ByteMask valid, dirty;
  LineFormat format;  ///< of its bytes, which are all valid then
  alignas(16) std::array<unsigned char, 128> data{};
};

/// The lines of a set-associative cache with least-recently-used replacement. It only stores and finds lines;
/// its owner decides what is a hit or a miss, and acts on it.
class CacheArray {
 public:
  /// Throws Error as CacheConfig::validate.
  explicit CacheArray(const CacheConfig& config);

  std::uint64_t line_of(std::uint64_t address) const { return address & ~std::uint64_t{line_bytes_ - 1}; }
  /// The line that holds `address`, or null. It does not count as a use of the line.
  CacheLine* find(std::uint64_t address);
  /// Makes it the most recently used of its set.
  void use(CacheLine& line) { line.used = ++clock_; }
  /// The line to replace for `address`: an empty one, else the least recently used that is not reserved; null
  /// when all are. Its contents are unchanged.
  CacheLine* victim(std::uint64_t address);
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
      if (line.address != CacheLine::nowhere) visit(line);
  }

 private:
  unsigned fermi_set(std::uint64_t number) const;
  CacheLine* first_way(std::uint64_t address) { return &lines_[std::size_t{set_of(address)} * ways_]; }

  const unsigned line_bytes_, line_shift_, ways_, sets_;
  const bool hashed_;
  std::uint64_t clock_ = 0;
  std::vector<CacheLine> lines_;  ///< set by set
};

}  // namespace heddle
