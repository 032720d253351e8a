// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/code_number.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/e2mc/line_code.hpp"

namespace heddle::e2mc {
namespace {

unsigned last_pointer_byte(unsigned line_bytes, unsigned ways) {
  return (ways - 1) * pointer_bits(line_bytes, ways) / 8;
}

}  // namespace

unsigned code_number_bits(unsigned line_bytes, unsigned ways) {
  const unsigned used = (ways - 1) * pointer_bits(line_bytes, ways);
  return (8 - used % 8) % 8;
}

unsigned code_number(std::span<const unsigned char> stored, unsigned line_bytes, unsigned ways) {
  const unsigned bits = code_number_bits(line_bytes, ways);
  return bits == 0 ? 0 : stored[last_pointer_byte(line_bytes, ways)] & ((1u << bits) - 1);
}

void put_code_number(std::span<unsigned char> stored, unsigned line_bytes, unsigned ways, unsigned number) {
  if (number == 0) return;
  const unsigned bits = code_number_bits(line_bytes, ways);
  if (number >> bits != 0)
    throw Error({.place = "line code",
                 .what = "a line has no room for the number of its code",
                 .value = fmt::format("{}", number),
                 .legal = fmt::format("0 .. {} in {} ways", (1u << bits) - 1, ways)});
  stored[last_pointer_byte(line_bytes, ways)] |= static_cast<unsigned char>(number);
}

}  // namespace heddle::e2mc
