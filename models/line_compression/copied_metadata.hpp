// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "models/line_compression/metadata_cache.hpp"

namespace heddle {

/// Entries of metadata blocks that the host has changed in memory behind the cache's back. Until its block
/// has left the cache, such an entry is newer than what the cache has.
class CopiedMetadata {
 public:
  bool changes(std::uint32_t block) const { return blocks_.contains(block); }
  void set(std::uint32_t block, unsigned entry, unsigned bits) {
    Entries& entries = blocks_[block];
    set_metadata_entry(entries.changed, entry, 3);
    set_metadata_entry(entries.bits, entry, bits);
  }
  /// The entry, if the host has changed it.
  std::optional<unsigned> find(std::uint32_t block, unsigned entry) const {
    const auto found = blocks_.find(block);
    if (found == blocks_.end() || metadata_entry(found->second.changed, entry) == 0) return std::nullopt;
    return metadata_entry(found->second.bits, entry);
  }
  /// Puts a block's entries into `data`, the block as it was before, and forgets them.
  void move_into(std::uint32_t block, MetadataBlock& data) {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    const auto& [changed, bits] = found->second;
    for (std::size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<unsigned char>((data[i] & ~changed[i]) | bits[i]);
    blocks_.erase(found);
  }
  /// The block is not in the cache.
  void forget(std::uint32_t block) { blocks_.erase(block); }

 private:
  struct Entries {
    MetadataBlock changed{}, bits{};  ///< `changed`: all ones in the entries that are
  };
  std::unordered_map<std::uint32_t, Entries> blocks_;
};

}  // namespace heddle
