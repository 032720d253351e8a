// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_ahead_stored_stimulus.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace heddle {
namespace {

enum class CpackAheadStored : std::uint8_t {
  as_made,
  wrong_bit,
  bit_behind,
  one_fault,
  any_parts,
  uncompressed,
  anything
};
constexpr std::array cpack_ahead_stored{
    CpackAheadStored::as_made,   CpackAheadStored::wrong_bit,    CpackAheadStored::bit_behind,
    CpackAheadStored::one_fault, CpackAheadStored::one_fault,    CpackAheadStored::one_fault,
    CpackAheadStored::any_parts, CpackAheadStored::uncompressed, CpackAheadStored::anything};

constexpr unsigned cpack_word_faults = 4, cpack_value_faults = 4;

/// The first word that names this value; the number of words, if none does.
unsigned cpack_first_of(unsigned k, const CpackAheadParts& parts) {
  unsigned i = 0;
  while (i < parts.codes.size() &&
         !(cpack_names_value(parts.codes[i]) && cpack_value_of(parts.codes[i]) == k))
    ++i;
  return i;
}

}  // namespace

/// The first and the last of a burst are as a compressor makes them.
void CpackAheadStoredStimulus::draw(BurstPlace place, StoredLineBytes& stored) {
  using enum CpackAheadStored;
  const CpackAheadStored kind = place == BurstPlace::inside && random_.one_in(2)
                                    ? cpack_ahead_stored[random_.below(cpack_ahead_stored.size())]
                                    : as_made;
  lines_.draw(place, stored.data);
  stored.compressed = kind != uncompressed;
  if (kind == anything) lines_.anything(stored.data);
  if (kind == anything || kind == uncompressed) return;
  if (kind == as_made) {
    const CpackLine made = cpack_ahead_compress(std::span(stored.data).first(line_bytes_));
    stored.compressed = made.compressed;
    store(made.bytes, stored.data);
    return;
  }
  if (kind == bit_behind) {
    set_behind(stored.data);
    return;
  }
  CpackAheadParts parts = kind == any_parts ? any_parts_of_all() : compressed_parts();
  if (kind == one_fault) break_one(parts);
  const CpackLine made = cpack_ahead_pack(parts, words());
  store(made.bytes, stored.data);
  if (kind == wrong_bit)
    flip(random_.below(8 * (random_.one_in(2) ? made.length : line_bytes_)), stored.data);
}

/// The bit whose turn it is, behind a line that is short enough for it; one right behind at times.
void CpackAheadStoredStimulus::set_behind(LineBytes& stored) {
  const unsigned bit = 4 * words() + behind_turn_++ % (8 * line_bytes_ - 4 * words());
  CpackLine made = cpack_ahead_pack(compressed_parts(), words());
  for (unsigned n = 0; n < 4 && 8 * made.length > bit; ++n)
    made = cpack_ahead_pack(compressed_parts(), words());
  if (8 * made.length > bit) made = cpack_ahead_pack({}, words());
  store(made.bytes, stored);
  flip(random_.one_in(4) ? 8 * made.length + random_.below(8) : bit, stored);
}

void CpackAheadStoredStimulus::store(const LineBytes& bytes, LineBytes& stored) const {
  std::copy_n(bytes.begin(), line_bytes_, stored.begin());
}

CpackAheadStoredStimulus::Parts CpackAheadStoredStimulus::compressed_parts() {
  const auto drawn = words_.compressed(words());
  LineBytes line{};
  std::memcpy(line.data(), drawn.data(), line_bytes_);
  return cpack_ahead_unpack(cpack_ahead_compress(std::span(line).first(line_bytes_)).bytes, words());
}

CpackAheadStoredStimulus::Parts CpackAheadStoredStimulus::any_parts_of_all() {
  Parts parts;
  const std::uint32_t codes = random_.one_in(2) ? 16 : 12;
  for (unsigned i = 0; i < words(); ++i) {
    parts.codes[i] = static_cast<std::uint8_t>(random_.below(codes));
    parts.bytes[i] = static_cast<std::uint8_t>(random_.one_in(2) ? 0 : random_.below(256));
  }
  for (std::uint32_t& value : parts.values) value = static_cast<std::uint32_t>(random_() >> 32);
  return parts;
}

void CpackAheadStoredStimulus::break_one(Parts& parts) {
  const unsigned kinds = cpack_word_faults + cpack_value_faults, kind = fault_turn_ % kinds;
  if (kind < cpack_word_faults)
    break_word(kind, fault_turn_ / kinds % words(), parts);
  else
    break_value(kind - cpack_word_faults, parts);
  ++fault_turn_;
}

void CpackAheadStoredStimulus::break_word(unsigned kind, unsigned i, Parts& parts) {
  // A value that has been named before this word, any if there are several.
  std::uint32_t k = random_.below(cpack_ahead_values);
  for (unsigned n = 0; n < cpack_ahead_values && cpack_first_of(k, parts) >= i; ++n)
    k = (k + 1) % cpack_ahead_values;
  const bool named = cpack_first_of(k, parts) < i;
  const auto set = [&](unsigned code, std::uint32_t byte) {
    parts.codes[i] = static_cast<std::uint8_t>(code);
    parts.bytes[i] = static_cast<std::uint8_t>(byte);
  };
  if (kind == 0) {  // a code that is not used
    const std::uint32_t byte = random_.one_in(2) ? 0 : random_.below(256);
    const bool near = named && random_.one_in(2);
    set(near ? cpack_near + cpack_ahead_values + k : 2 + random_.below(2), byte);
  } else if (kind == 1) {
    set(cpack_byte, 0);
  } else if (kind == 2) {
    if (named) set(cpack_near + k, parts.values[k]);
  } else if (!cpack_needs_byte(parts.codes[i])) {
    set(parts.codes[i], random_.one_in(2) ? 1u << random_.below(8) : 1 + random_.below(255));
  }
}

void CpackAheadStoredStimulus::break_value(unsigned kind, Parts& parts) {
  const unsigned used = parts.used();
  if (used == 0) return;
  const std::uint32_t k = random_.below(used);
  std::uint32_t& value = parts.values[k];
  if (kind == 0) {  // the word that first names it is not it
    const unsigned i = cpack_first_of(k, parts);
    parts.codes[i] = static_cast<std::uint8_t>(cpack_near + k);
    parts.bytes[i] = static_cast<std::uint8_t>(value ^ (1 + random_.below(255)));
  } else if (kind == 1) {
    value &= 0xff;
  } else if (kind == 2) {
    name_too_early(parts);
  } else if (k > 0) {
    value = (parts.values[random_.below(k)] & 0xffffff00) | (value & 0xff);
  }
}

/// Value k is named behind the first m values, and those between come behind it.
void CpackAheadStoredStimulus::name_too_early(Parts& parts) {
  const std::uint32_t k = 1 + random_.below(cpack_ahead_values - 1),
                      m = random_.below(std::min(k, parts.used()));
  const Parts before = parts;
  std::array<unsigned, cpack_ahead_values> now{};
  for (unsigned p = 0; p < now.size(); ++p) {
    now[p] = p < m ? p : p == m ? k : p <= k ? p - 1 : p;
    parts.values[now[p]] = before.values[p];
  }
  for (std::uint8_t& code : parts.codes)
    if (cpack_names_value(code))
      code = static_cast<std::uint8_t>(code - cpack_value_of(code) + now[cpack_value_of(code)]);
}

}  // namespace heddle
