// SPDX-License-Identifier: Apache-2.0
#include "tb/exec/fat_binary.hpp"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "models/base/error.hpp"
#include "tb/exec/fat_binary_header.hpp"

namespace heddle::exec {
namespace {

constexpr std::uint16_t kind_ptx = 1, kind_code = 2;
constexpr std::uint64_t flag_64_bits = 0x1, flag_linux = 0x10, flag_lz4 = 0x2000, flag_zstd = 0x8000;
constexpr std::uint64_t most_text = std::uint64_t{1} << 30;

/// With what an entry begins; longer where a compiler says more.
struct EntryHeader {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  ///< that follow the header, with padding
  std::uint32_t compressed_bytes, unused1;
  std::uint16_t minor, major;
  std::uint32_t architecture;
  std::uint64_t name, flags, unused2, text_bytes;  ///< text_bytes: of a compressed entry
};
static_assert(sizeof(EntryHeader) == 64);

[[noreturn]] void refuse(const std::string& what, const std::string& value = {}) {
  throw Error({.place = "fat binary", .what = what, .value = value});
}

template <class T>
T at(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) refuse("it is cut short");
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::string text_of(const EntryHeader& header, std::span<const std::byte> stored) {
  std::string text;
  if ((header.flags & (flag_lz4 | flag_zstd)) == 0) {
    text.assign(reinterpret_cast<const char*>(stored.data()), stored.size());
  } else {
    if (header.text_bytes > most_text || header.compressed_bytes > stored.size())
      refuse("a compressed text is longer than can be", fmt::format("{} bytes", header.text_bytes));
    text.resize(header.text_bytes);
    const auto* from = reinterpret_cast<const char*>(stored.data());
    const bool is_zstd = (header.flags & flag_zstd) != 0;
    const bool good =
        is_zstd ? ZSTD_decompress(text.data(), text.size(), from, header.compressed_bytes) == text.size()
                : LZ4_decompress_safe(from, text.data(), static_cast<int>(header.compressed_bytes),
                                      static_cast<int>(text.size())) == static_cast<int>(text.size());
    if (!good) refuse("a compressed text cannot be read", is_zstd ? "Zstandard" : "LZ4");
  }
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace

std::vector<FatEntry> read_fat_binary(std::span<const std::byte> binary) {
  const auto header = at<FatBinaryHeader>(binary, 0);
  if (header.magic != FatBinaryHeader::right_magic)
    refuse("this is none", fmt::format("{:#x}", header.magic));
  if (header.header_bytes < sizeof(FatBinaryHeader) || header.header_bytes > binary.size() ||
      header.bytes > binary.size() - header.header_bytes)
    refuse("it is cut short");
  const auto entries = binary.subspan(header.header_bytes, header.bytes);
  std::vector<FatEntry> found;
  for (std::size_t offset = 0; offset < entries.size();) {
    const auto entry = at<EntryHeader>(entries, offset);
    if (entry.header_bytes < sizeof(EntryHeader) || entry.header_bytes > entries.size() - offset ||
        entry.bytes > entries.size() - offset - entry.header_bytes)
      refuse("an entry is cut short");
    if (entry.kind == kind_ptx)
      found.push_back({true, entry.architecture,
                       text_of(entry, entries.subspan(offset + entry.header_bytes, entry.bytes))});
    if (entry.kind == kind_code) found.push_back({false, entry.architecture, {}});
    offset += entry.header_bytes + entry.bytes;
  }
  return found;
}

std::vector<std::byte> write_fat_binary(const std::string& ptx, unsigned architecture) {
  const std::uint64_t bytes = (ptx.size() + 8) / 8 * 8;  // at least one zero ends the text
  const FatBinaryHeader header{FatBinaryHeader::right_magic, 1, sizeof(FatBinaryHeader),
                               sizeof(EntryHeader) + bytes};
  const EntryHeader entry{.kind = kind_ptx,
                          .version = 0x101,
                          .header_bytes = sizeof(EntryHeader),
                          .bytes = bytes,
                          .compressed_bytes = 0,
                          .unused1 = sizeof(EntryHeader),
                          .minor = 0,
                          .major = 6,
                          .architecture = architecture,
                          .name = 0,
                          .flags = flag_64_bits | flag_linux,
                          .unused2 = 0,
                          .text_bytes = 0};
  std::vector<std::byte> binary(sizeof(header) + sizeof(entry) + bytes);
  std::memcpy(binary.data(), &header, sizeof(header));
  std::memcpy(binary.data() + sizeof(header), &entry, sizeof(entry));
  std::memcpy(binary.data() + sizeof(header) + sizeof(entry), ptx.data(), ptx.size());
  return binary;
}

}  // namespace heddle::exec
