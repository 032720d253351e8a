// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

// The metadata cache of a memory controller (Vijaykumar2015, section 5.3.2; Lal2017, section III-D). Two bits
// of each memory line say how many bursts the line takes; they lie in memory in blocks of one or two bursts,
// and the cache keeps some of the blocks.

namespace heddle {

inline constexpr unsigned shortest_metadata_block = 32, longest_metadata_block = 64;  ///< bytes
inline constexpr unsigned most_metadata_ways = 8;
inline constexpr unsigned most_metadata_bytes = 65'536;

/// A block's bytes; of a block of 32 bytes the others are zero. Entry i is bits 2i+1..2i of it, little
/// endian.
using MetadataBlock = std::array<unsigned char, longest_metadata_block>;

inline constexpr unsigned metadata_bits = 2;                    ///< of an entry
inline constexpr unsigned entries_of_byte = 8 / metadata_bits;  ///< of a block's byte
constexpr unsigned metadata_entry(const MetadataBlock& block, unsigned entry) {
  return block[entry / entries_of_byte] >> metadata_bits * (entry % entries_of_byte) & 3;
}
constexpr void set_metadata_entry(MetadataBlock& block, unsigned entry, unsigned bits) {
  unsigned char& byte = block[entry / entries_of_byte];
  const unsigned place = metadata_bits * (entry % entries_of_byte);
  byte = static_cast<unsigned char>((byte & ~(3u << place)) | (bits & 3) << place);
}

/// Throws Error when these are no sizes of a cache: blocks of 32 or 64 bytes, 1, 2, 4 or 8 ways, and a power
/// of two of bytes, at least a block in each way.
void require_metadata_sizes(unsigned bytes, unsigned ways, unsigned block_bytes);

/// The state of a metadata cache: set-associative, the least recently used block of a set is replaced. Block
/// n belongs to set n modulo the sets. Of the number of an entry only the bits that a block needs count.
class MetadataCacheState {
 public:
  struct Kept {
    std::uint32_t block = 0;  ///< its number
    bool dirty = false;       ///< an entry was recorded since the block's fill
    MetadataBlock data{};
  };
  struct Filled {
    bool hit = false;  ///< the block was there: nothing has changed
    std::optional<Kept> evicted{};
  };

  /// `bytes` of data; throws Error as require_metadata_sizes does.
  MetadataCacheState(unsigned bytes, unsigned ways, unsigned block_bytes);

  /// The entry of a block, which is used thereby; nothing when the block is not there.
  std::optional<unsigned> look_up(std::uint32_t block, unsigned entry);
  /// Writes two bits, which uses the block. False when it is not there.
  bool record(std::uint32_t block, unsigned entry, unsigned bits);
  /// Puts a block there that is not, in use and clean; bytes that blocks do not have are ignored.
  Filled fill(std::uint32_t block, const MetadataBlock& data);
  /// Takes a block out.
  std::optional<Kept> drop(std::uint32_t block);
  /// Nothing is there.
  void clear();

  unsigned sets() const { return static_cast<unsigned>(sets_.size()); }
  unsigned entries() const { return entries_of_byte * block_bytes_; }  ///< of a block
  /// The blocks of a set, the one that was used last first.
  const std::vector<Kept>& set(unsigned number) const { return sets_[number]; }

 private:
  using Set = std::vector<Kept>;
  Set& set_of(std::uint32_t block) { return sets_[block % sets_.size()]; }
  /// The block, moved to the front of its set; null when it is not there.
  Kept* use(std::uint32_t block);

  unsigned ways_, block_bytes_;
  std::vector<Set> sets_;
};

}  // namespace heddle
