// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

// The flags of pir instructions that an SM keeps (Jeon2015, section 7.2).

namespace heddle {

inline constexpr unsigned most_flag_entries = 32;
inline constexpr unsigned flag_bits_of_pir = 54;  ///< 18 instructions, three bits each

/// The state of a release flag cache: direct mapped, with whole addresses as tags.
class ReleaseFlags {
 public:
  /// `entries`: 0 to most_flag_entries; throws Error otherwise. Without entries every lookup misses.
  explicit ReleaseFlags(unsigned entries);

  /// The flags of the pir that is word `address` of the code.
  std::optional<std::uint64_t> find(std::uint16_t address) const;
  /// Replaces the entry of that address.
  void put(std::uint16_t address, std::uint64_t flags);
  void drop_all();

 private:
  struct Entry {
    bool valid = false;
    std::uint16_t address = 0;
    std::uint64_t flags = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace heddle
