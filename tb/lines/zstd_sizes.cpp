// SPDX-License-Identifier: Apache-2.0
#define ZSTD_STATIC_LINKING_ONLY  // frames without a magic number
#include "tb/lines/zstd_sizes.hpp"

#include <fmt/format.h>
#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

#include "models/base/error.hpp"

namespace heddle::memory_lines {
namespace {

using Context = std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>;
using Dictionary = std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)>;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result))
    throw Error(
        {.place = "zstd", .what = "memory lines cannot be compressed", .value = ZSTD_getErrorName(result)});
  return result;
}

/// The size of the contents of a frame's only block.
unsigned zstd_block_size(std::span<const unsigned char> frame) {
  ZSTD_frameHeader header;
  checked(ZSTD_getFrameHeader_advanced(&header, frame.data(), frame.size(), ZSTD_f_zstd1_magicless));
  constexpr unsigned block_header = 3;
  const std::size_t contents = frame.size() - header.headerSize - block_header;
  const unsigned char* at = frame.data() + header.headerSize;
  const unsigned size = (at[0] | at[1] << 8 | at[2] << 16) >> 3, type = at[0] >> 1 & 3;
  const bool last = (at[0] & 1) != 0, repeats_a_byte = type == 1;
  if (!last || contents != (repeats_a_byte ? 1 : size))
    throw Error({.place = "zstd", .what = "a memory line has become more than one block"});
  return static_cast<unsigned>(contents);
}

}  // namespace

std::string zstd_dictionary(std::span<const MemoryLine> lines) {
  std::string dictionary(zstd_dictionary_bytes, '\0');
  const std::vector<std::size_t> sizes(lines.size(), sizeof(MemoryLine));
  const std::size_t bytes = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), lines.data(),
                                                  sizes.data(), static_cast<unsigned>(sizes.size()));
  dictionary.resize(ZDICT_isError(bytes) ? 0 : bytes);
  return dictionary;
}

std::vector<unsigned> zstd_sizes(std::span<const MemoryLine> lines, int level,
                                 const std::string& dictionary) {
  const Context context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  const auto set = [&](ZSTD_cParameter parameter, int value) {
    checked(ZSTD_CCtx_setParameter(context.get(), parameter, value));
  };
  set(ZSTD_c_compressionLevel, level);
  set(ZSTD_c_format, ZSTD_f_zstd1_magicless);
  set(ZSTD_c_contentSizeFlag, 0);
  set(ZSTD_c_checksumFlag, 0);
  set(ZSTD_c_dictIDFlag, 0);
  const Dictionary prepared(
      dictionary.empty() ? nullptr : ZSTD_createCDict(dictionary.data(), dictionary.size(), level),
      &ZSTD_freeCDict);
  if (prepared) checked(ZSTD_CCtx_refCDict(context.get(), prepared.get()));
  std::vector<unsigned char> frame(ZSTD_compressBound(sizeof(MemoryLine)));
  std::vector<unsigned> sizes;
  for (const MemoryLine& line : lines) {
    const std::size_t bytes =
        checked(ZSTD_compress2(context.get(), frame.data(), frame.size(), line.data(), line.size()));
    sizes.push_back(std::min(zstd_block_size({frame.data(), bytes}), 128u));
  }
  return sizes;
}

std::size_t zstd_stream_size(std::span<const MemoryLine> lines, int level) {
  std::vector<unsigned char> out(ZSTD_compressBound(lines.size_bytes()));
  return checked(ZSTD_compress(out.data(), out.size(), lines.data(), lines.size_bytes(), level));
}

}  // namespace heddle::memory_lines
