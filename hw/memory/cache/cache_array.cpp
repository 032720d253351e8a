// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/cache/cache_array.hpp"

#include <bit>

namespace heddle {
namespace {

const CacheConfig& checked(const CacheConfig& config) {
  config.validate();
  return config;
}

}  // namespace

CacheArray::CacheArray(const CacheConfig& config, TagSpace space)
    : line_bytes_(checked(config).line_bytes),
      line_shift_(static_cast<unsigned>(std::countr_zero(config.line_bytes))),
      sets_(config.sets()),
      tags_(config.ways * space.tags),
      set_bytes_(config.ways * config.line_bytes),
      segment_bytes_(space.segment_bytes),
      hashed_(config.hashed_index),
      lines_(std::size_t{sets_} * tags_) {}

/// As measured on Fermi's L1 of 32 sets (16 KB) and 64 sets (48 KB): C. Nugteren et al., "A Detailed GPU
/// Cache Model Based on Reuse Distance Theory", HPCA 2014, as in GPGPU-Sim's set index function H. Five bits
/// of the line's number are the exclusive or of its lowest ones and of address bits 13, 14, 15, 17 and 19.
unsigned CacheArray::fermi_set(std::uint64_t number) const {
  const std::uint64_t upper = (number >> 6 & 0x7) | (number >> 7 & 0x8) | (number >> 8 & 0x10);
  const std::uint64_t set = (number & 0x1f) ^ upper;
  return static_cast<unsigned>(sets_ == 64 ? set | (number & 0x20) : set);
}

/// Folding takes the bits above the index into it, so that power-of-two strides use all sets.
unsigned CacheArray::set_of(std::uint64_t address) const {
  std::uint64_t number = address >> line_shift_;
  if (hashed_ && line_bytes_ == 128 && (sets_ == 32 || sets_ == 64)) return fermi_set(number);
  if (hashed_) number ^= number / sets_ ^ number / sets_ / sets_;
  return static_cast<unsigned>(std::has_single_bit(sets_) ? number & (sets_ - 1) : number % sets_);
}

CacheLine* CacheArray::find(std::uint64_t address) {
  const std::uint64_t at = line_of(address);
  for (CacheLine& line : set(address))
    if (line.address == at) return &line;
  return nullptr;
}

CacheLine* CacheArray::victim(std::uint64_t address) {
  CacheLine* found = nullptr;
  for (CacheLine& line : set(address)) {
    if (line.empty()) return &line;
    if (!line.reserved && (found == nullptr || line.used < found->used)) found = &line;
  }
  return found;
}

unsigned CacheArray::space_of(const CacheLine& line) const {
  if (line.empty()) return 0;
  if (line.reserved || line.format.unencoded()) return line_bytes_;
  return (line.format.length() + segment_bytes_ - 1) / segment_bytes_ * segment_bytes_;
}

unsigned CacheArray::room_for(std::uint64_t address) {
  const std::uint64_t at = line_of(address);
  unsigned taken = 0;
  for (const CacheLine& line : set(address))
    if (line.address != at) taken += space_of(line);
  return taken < set_bytes_ ? set_bytes_ - taken : 0;
}

unsigned CacheArray::overfull_sets() const {
  unsigned count = 0;
  for (auto line = lines_.begin(); line != lines_.end();) {
    unsigned taken = 0;
    for (unsigned k = 0; k < tags_; ++k) taken += space_of(*line++);
    count += taken > set_bytes_ ? 1u : 0u;
  }
  return count;
}

CacheLine* CacheArray::crowding(std::uint64_t address) {
  const std::uint64_t at = line_of(address);
  CacheLine* found = nullptr;
  for (CacheLine& line : set(address))
    if (line.address != at && !line.reserved && space_of(line) != 0 &&
        (found == nullptr || line.used < found->used))
      found = &line;
  return found;
}

void CacheArray::assign(CacheLine& line, std::uint64_t address) {
  drop(line);
  line.address = line_of(address);
  use(line);
}

void CacheArray::drop(CacheLine& line) {
  line.address = CacheLine::no_address;
  line.reserved = line.decoding = line.prefetched = false;
  line.valid = line.dirty = {};
  line.format = {};
}

void CacheArray::drop_all() {
  for (CacheLine& line : lines_) drop(line);
}

}  // namespace heddle
