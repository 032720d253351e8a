// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

namespace heddle {

/// Bytes at 64-bit addresses, all zero until written; only written pages are allocated.
class SparseMemory {
 public:
  static constexpr std::uint64_t page_bytes = 1 << 16;

  /// Ranges may cross pages; the last byte must not lie beyond the address space.
  void read(std::uint64_t address, std::span<unsigned char> to) const;
  void write(std::uint64_t address, std::span<const unsigned char> from);
  /// Writes byte i only where `enables`, repeated as often as needed and not empty, is not zero.
  void write(std::uint64_t address, std::span<const unsigned char> from,
             std::span<const unsigned char> enables);

  std::size_t pages() const { return pages_.size(); }

 private:
  using Page = std::array<unsigned char, page_bytes>;
  const Page* find(std::uint64_t number) const;
  Page& touch(std::uint64_t number);

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace heddle
