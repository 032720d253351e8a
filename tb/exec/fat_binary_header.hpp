// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle::exec {

/// With what a fat binary begins: the container of PTX and machine code that compilers of CUDA put into a
/// program.
struct FatBinaryHeader {
  static constexpr std::uint32_t right_magic = 0xba55ed50;

  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  ///< that follow the header
};
static_assert(sizeof(FatBinaryHeader) == 16);

/// Does a fat binary begin here? Reads 4 bytes.
inline bool is_fat_binary(const void* image) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof(magic));
  return magic == FatBinaryHeader::right_magic;
}

/// Its bytes, header and all.
inline std::size_t bytes_of_fat_binary(const void* image) {
  FatBinaryHeader header;
  std::memcpy(&header, image, sizeof(header));
  return header.header_bytes + header.bytes;
}

}  // namespace heddle::exec
