// SPDX-License-Identifier: Apache-2.0
#include "models/base/content_hash.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>

namespace heddle {

struct ContentHash::State {
  XXH3_state_t xxh3;
};

void ContentHash::Delete::operator()(State* state) const { delete state; }

ContentHash::ContentHash() : state_(new State) { XXH3_128bits_reset(&state_->xxh3); }

void ContentHash::add(std::string_view part) {
  const std::uint64_t size = part.size();
  XXH3_128bits_update(&state_->xxh3, &size, sizeof size);
  XXH3_128bits_update(&state_->xxh3, part.data(), part.size());
}

std::string ContentHash::text() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh3);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string content_hash(std::string_view content) {
  ContentHash hash;
  hash.add(content);
  return hash.text();
}

}  // namespace heddle
