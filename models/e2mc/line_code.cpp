// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/line_code.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"
#include "models/e2mc/bit_row.hpp"

namespace heddle::e2mc {
namespace {

void require_layout(std::size_t line_bytes, unsigned ways) {
  if (line_bytes != 64 && line_bytes != most_line_bytes)
    throw Error({.place = "line code",
                 .what = "a line cannot have so many bytes",
                 .value = fmt::format("{}", line_bytes),
                 .legal = "64, 128"});
  if (ways != 1 && ways != 2 && ways != 4 && ways != 8)
    throw Error({.place = "line code",
                 .what = "a line cannot be decoded in so many ways",
                 .value = fmt::format("{}", ways),
                 .legal = "1, 2, 4, 8"});
}

std::size_t whole_bytes(std::size_t bits) { return (bits + 7) / 8; }

}  // namespace

unsigned pointer_bits(std::size_t line_bytes, unsigned ways) {
  require_layout(line_bytes, ways);
  return static_cast<unsigned>(std::countr_zero(line_bytes));
}

WayLayout ways_of(std::span<const unsigned char> stored, std::size_t line_bytes, unsigned ways) {
  WayLayout layout;
  const unsigned bits = pointer_bits(line_bytes, ways);
  BitReader in(stored, 0, stored.size() * 8);
  std::size_t last = whole_bytes((ways - 1) * bits) * 8;
  layout.legal = last <= stored.size() * 8;
  if (!layout.legal) return layout;
  layout.ways[0].first = last;
  for (unsigned w = 1; w < ways; ++w) {
    const std::size_t first = in.get(bits).value() * std::size_t{8};
    if (first < last || first > stored.size() * 8) layout.legal = false;
    layout.ways[w - 1].end = layout.ways[w].first = last = first;
  }
  layout.ways[ways - 1].end = stored.size() * 8;
  return layout;
}

}  // namespace heddle::e2mc
