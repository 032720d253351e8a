// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// How much is taken of what comes from outside. A file may be damaged, or made so that a few bytes of it
// become many in memory: beyond these limits it is refused, with the limit in the message.

namespace heddle {

/// The most bytes of a kind of file, by the name that messages give it.
struct OutsideLimit {
  std::string_view kind;
  std::uint64_t bytes;
};
inline constexpr std::uint64_t mebibyte = 1 << 20;
inline constexpr std::array outside_limits{
    OutsideLimit{"configuration file", 4 * mebibyte},  // a word of YAML takes some hundred bytes
    OutsideLimit{"launch file", 4 * mebibyte},
    OutsideLimit{"PTX file", 32 * mebibyte},
    OutsideLimit{"subroutine", 32 * mebibyte},
    OutsideLimit{"recording", 64 * mebibyte},
    OutsideLimit{"archive", 32 * mebibyte},  // packed; an entry of its list takes some hundred bytes
    OutsideLimit{"trace", 256 * mebibyte},
    OutsideLimit{"file of registers", 256 * mebibyte},
    OutsideLimit{"liberty", 512 * mebibyte},               // unpacked
    OutsideLimit{"file of memory lines", 576 * mebibyte},  // unpacked: 4 Mi lines
};

/// 1 GiB where the table says nothing.
constexpr std::uint64_t most_bytes_of(std::string_view kind) {
  for (const OutsideLimit& limit : outside_limits)
    if (limit.kind == kind) return limit.bytes;
  return 1024 * mebibyte;
}

/// Lists and objects of JSON inside one another.
inline constexpr unsigned most_json_nesting = 64;
/// Groups of a liberty inside one another, and all of its groups and attributes that are kept.
inline constexpr unsigned most_liberty_nesting = 50, most_liberty_parts = 4'000'000;
/// Bytes of a value that a message shows.
inline constexpr std::size_t most_shown_bytes = 400;

/// "it is larger than 4 MiB".
std::string larger_than(std::uint64_t bytes);

}  // namespace heddle
