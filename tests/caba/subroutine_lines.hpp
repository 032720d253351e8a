// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "models/caba/line_slot.hpp"
#include "models/caba/subroutine_run.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// How many lines a test tries: HEDDLE_LINES times as many as usual, for long runs by hand.
inline unsigned lines_to_try(unsigned usual) {
  const char* times = std::getenv("HEDDLE_LINES");
  return times != nullptr ? usual * static_cast<unsigned>(std::atoi(times)) : usual;
}

inline Subroutine subroutine(const std::string& name) {
  return load_subroutine(std::string(HEDDLE_SOURCE_DIR) + "/configs/subroutines/" + name + ".ptx");
}

inline LineSlot slot_of(const LineBytes& bytes, unsigned length, bool compressed) {
  LineSlot slot;
  std::memcpy(slot.bytes.data(), bytes.data(), bytes.size());
  slot.set_word(LineSlot::compressed_at, compressed ? 1 : 0);
  slot.set_word(LineSlot::length_at, length);
  return slot;
}
/// A stored line, whose bytes behind `length` are such as no compressor leaves: they mean nothing.
inline LineSlot stored_slot(const LineBytes& bytes, unsigned length) {
  LineSlot slot = slot_of(bytes, length, true);
  for (unsigned b = length; b < 128; ++b) slot.bytes[b] = std::byte{0xa5};
  return slot;
}

/// Lines of each kind: values near zero, near one of some bases, and both, of 2, 4 and 8 bytes; and lines
/// that differ from them in a byte.
class SubroutineLines {
 public:
  explicit SubroutineLines(unsigned seed) : random_(seed) {}
  LineBytes next() {
    LineBytes line{};
    const unsigned width = 2u << draw(3), reach = 1u << draw(3), kinds = draw(4), bases = 1 + draw(6);
    std::array<std::uint64_t, 6> base{};
    for (std::uint64_t& b : base) b = random_() & (draw(2) == 0 ? ~std::uint64_t{0} : 0xff00'ff00'ff00'ff00);
    for (unsigned at = 0; at < line.size(); at += width) {
      const auto delta = static_cast<std::int64_t>(random_()) >> (64 - 8 * reach + draw(2) * 4);
      const bool near_zero = kinds == 0 || (kinds == 1 && draw(2) == 0);
      const std::uint64_t from = near_zero ? 0 : base[draw(bases)];
      const std::uint64_t value = kinds == 3 ? from : static_cast<std::uint64_t>(delta) + from;
      std::memcpy(&line[at], &value, width);
    }
    if (draw(4) == 0) std::memset(&line[32 * draw(4)], static_cast<int>(draw(3) * 17), 32);
    if (draw(8) == 0) line = {};
    if (draw(4) == 0) line[draw(128)] ^= static_cast<unsigned char>(1u << draw(8));
    return line;
  }

 private:
  unsigned draw(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::mt19937_64 random_;
};

}  // namespace heddle
