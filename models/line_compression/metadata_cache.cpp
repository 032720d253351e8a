// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/metadata_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"

namespace heddle {
namespace {

auto find(std::vector<MetadataCacheState::Kept>& set, std::uint32_t block) {
  return std::find_if(set.begin(), set.end(), [&](const auto& kept) { return kept.block == block; });
}

}  // namespace

void require_metadata_sizes(unsigned bytes, unsigned ways, unsigned block_bytes) {
  if (block_bytes != shortest_metadata_block && block_bytes != longest_metadata_block)
    throw Error({.what = "block_bytes must be 32 or 64",
                 .value = fmt::format("{}", block_bytes),
                 .legal = fmt::format("{}, {}", shortest_metadata_block, longest_metadata_block),
                 .key = "block_bytes"});
  if (!std::has_single_bit(ways) || ways > most_metadata_ways)
    throw Error({.what = "ways must be a power of two",
                 .value = fmt::format("{}", ways),
                 .legal = "1, 2, 4, 8",
                 .key = "ways"});
  if (!std::has_single_bit(bytes) || bytes < ways * block_bytes || bytes > most_metadata_bytes)
    throw Error({.what = "bytes must be a power of two with room for a block in each way",
                 .value = fmt::format("{}", bytes),
                 .legal = fmt::format("powers of two, {} to {}", ways * block_bytes, most_metadata_bytes),
                 .key = "bytes"});
}

MetadataCacheState::MetadataCacheState(unsigned bytes, unsigned ways, unsigned block_bytes)
    : ways_(ways), block_bytes_(block_bytes) {
  require_metadata_sizes(bytes, ways, block_bytes);
  sets_.resize(bytes / (ways * block_bytes));
  for (Set& set : sets_) set.reserve(ways);
}

MetadataCacheState::Kept* MetadataCacheState::use(std::uint32_t block) {
  Set& set = set_of(block);
  const auto found = find(set, block);
  if (found == set.end()) return nullptr;
  std::rotate(set.begin(), found, found + 1);
  return &set.front();
}

std::optional<unsigned> MetadataCacheState::look_up(std::uint32_t block, unsigned entry) {
  const Kept* kept = use(block);
  if (kept == nullptr) return std::nullopt;
  return metadata_entry(kept->data, entry % entries());
}

bool MetadataCacheState::record(std::uint32_t block, unsigned entry, unsigned bits) {
  Kept* kept = use(block);
  if (kept == nullptr) return false;
  set_metadata_entry(kept->data, entry % entries(), bits);
  kept->dirty = true;
  return true;
}

MetadataCacheState::Filled MetadataCacheState::fill(std::uint32_t block, const MetadataBlock& data) {
  Set& set = set_of(block);
  if (find(set, block) != set.end()) return {.hit = true};
  Filled result;
  if (set.size() == ways_) {
    result.evicted = set.back();
    set.pop_back();
  }
  Kept kept{.block = block};
  std::copy_n(data.begin(), block_bytes_, kept.data.begin());
  set.insert(set.begin(), kept);
  return result;
}

std::optional<MetadataCacheState::Kept> MetadataCacheState::drop(std::uint32_t block) {
  Set& set = set_of(block);
  const auto found = find(set, block);
  if (found == set.end()) return std::nullopt;
  const Kept kept = *found;
  set.erase(found);
  return kept;
}

void MetadataCacheState::clear() {
  for (Set& set : sets_) set.clear();
}

}  // namespace heddle
