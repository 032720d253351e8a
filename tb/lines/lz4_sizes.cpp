// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/lz4_sizes.hpp"

#include <lz4.h>
#include <lz4hc.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle::memory_lines {
namespace {

/// The size of a block of these lines.
std::size_t lz4_block_size(std::span<const MemoryLine> lines, int level, std::vector<char>& out) {
  const auto* from = reinterpret_cast<const char*>(lines.data());
  const int bytes = static_cast<int>(lines.size_bytes()), room = LZ4_compressBound(bytes);
  out.resize(static_cast<std::size_t>(room));
  const int size = level == 0 ? LZ4_compress_default(from, out.data(), bytes, room)
                              : LZ4_compress_HC(from, out.data(), bytes, room, level);
  if (size <= 0) throw Error({.place = "lz4", .what = "memory lines cannot be compressed"});
  return static_cast<std::size_t>(size);
}

}  // namespace

std::vector<unsigned> lz4_sizes(std::span<const MemoryLine> lines, int level) {
  std::vector<char> out;
  std::vector<unsigned> sizes;
  for (std::size_t i = 0; i < lines.size(); ++i)
    sizes.push_back(std::min(static_cast<unsigned>(lz4_block_size(lines.subspan(i, 1), level, out)), 128u));
  return sizes;
}

std::size_t lz4_stream_size(std::span<const MemoryLine> lines, int level) {
  constexpr std::size_t most = std::size_t{1} << 23;  // lines of a block, whose matches reach back 64 KB
  std::vector<char> out;
  std::size_t size = 0;
  for (std::size_t i = 0; i < lines.size(); i += most)
    size += lz4_block_size(lines.subspan(i, std::min(most, lines.size() - i)), level, out);
  return size;
}

}  // namespace heddle::memory_lines
