// SPDX-License-Identifier: Apache-2.0
#include "tb/exec/fat_binary.hpp"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "models/base/error.hpp"

namespace heddle::exec {
namespace {

constexpr std::uint32_t magic = 0xba55ed50;
constexpr std::uint16_t kind_ptx = 1, kind_code = 2;
constexpr std::uint64_t flag_64_bits = 0x1, flag_linux = 0x10, flag_lz4 = 0x2000, flag_zstd = 0x8000;
constexpr std::uint64_t most_text = std::uint64_t{1} << 30;

struct Head {
  std::uint32_t magic;
  std::uint16_t version, head_bytes;
  std::uint64_t bytes;  ///< behind the head
};

/// Ahead of an entry's bytes; longer where a compiler says more.
struct EntryHead {
  std::uint16_t kind, version;
  std::uint32_t head_bytes;
  std::uint64_t bytes;  ///< behind the head, with padding
  std::uint32_t compressed_bytes, unused1;
  std::uint16_t minor, major;
  std::uint32_t architecture;
  std::uint64_t name, flags, unused2, text_bytes;  ///< text_bytes: of a compressed entry
};
static_assert(sizeof(Head) == 16 && sizeof(EntryHead) == 64);

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

std::string text_of(const EntryHead& head, std::span<const std::byte> stored) {
  std::string text;
  if ((head.flags & (flag_lz4 | flag_zstd)) == 0) {
    text.assign(reinterpret_cast<const char*>(stored.data()), stored.size());
  } else {
    if (head.text_bytes > most_text || head.compressed_bytes > stored.size())
      refuse("a compressed text is longer than can be", fmt::format("{} bytes", head.text_bytes));
    text.resize(head.text_bytes);
    const auto* from = reinterpret_cast<const char*>(stored.data());
    const bool is_zstd = (head.flags & flag_zstd) != 0;
    const bool good =
        is_zstd ? ZSTD_decompress(text.data(), text.size(), from, head.compressed_bytes) == text.size()
                : LZ4_decompress_safe(from, text.data(), static_cast<int>(head.compressed_bytes),
                                      static_cast<int>(text.size())) == static_cast<int>(text.size());
    if (!good) refuse("a compressed text cannot be read", is_zstd ? "Zstandard" : "LZ4");
  }
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

template <class T>
void put(std::vector<std::byte>& bytes, const T& value) {
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof(T));
}

}  // namespace

bool is_fat_binary(std::span<const std::byte> bytes) {
  return bytes.size() >= sizeof(Head) && at<Head>(bytes, 0).magic == magic;
}

std::vector<FatEntry> read_fat_binary(std::span<const std::byte> binary) {
  const auto head = at<Head>(binary, 0);
  if (head.magic != magic) refuse("this is none", fmt::format("{:#x}", head.magic));
  if (head.head_bytes < sizeof(Head) || head.head_bytes > binary.size() ||
      head.bytes > binary.size() - head.head_bytes)
    refuse("it is cut short");
  const auto entries = binary.subspan(head.head_bytes, head.bytes);
  std::vector<FatEntry> found;
  for (std::size_t offset = 0; offset < entries.size();) {
    const auto entry = at<EntryHead>(entries, offset);
    if (entry.head_bytes < sizeof(EntryHead) || entry.head_bytes > entries.size() - offset ||
        entry.bytes > entries.size() - offset - entry.head_bytes)
      refuse("an entry is cut short");
    if (entry.kind == kind_ptx)
      found.push_back({true, entry.architecture,
                       text_of(entry, entries.subspan(offset + entry.head_bytes, entry.bytes))});
    if (entry.kind == kind_code) found.push_back({false, entry.architecture, {}});
    offset += entry.head_bytes + entry.bytes;
  }
  return found;
}

std::vector<std::byte> write_fat_binary(const std::string& ptx, unsigned architecture) {
  const std::uint64_t bytes = (ptx.size() + 8) / 8 * 8;  // at least one zero ends the text
  std::vector<std::byte> binary;
  put(binary, Head{magic, 1, sizeof(Head), sizeof(EntryHead) + bytes});
  put(binary, EntryHead{.kind = kind_ptx,
                        .version = 0x101,
                        .head_bytes = sizeof(EntryHead),
                        .bytes = bytes,
                        .compressed_bytes = 0,
                        .unused1 = sizeof(EntryHead),
                        .minor = 0,
                        .major = 6,
                        .architecture = architecture,
                        .name = 0,
                        .flags = flag_64_bits | flag_linux,
                        .unused2 = 0,
                        .text_bytes = 0});
  binary.resize(binary.size() + bytes);
  std::memcpy(binary.data() + sizeof(Head) + sizeof(EntryHead), ptx.data(), ptx.size());
  return binary;
}

}  // namespace heddle::exec
