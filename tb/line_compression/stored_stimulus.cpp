// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/stored_stimulus.hpp"

#include <algorithm>

namespace heddle {
namespace {

/// What is wrong, or at an end, in forged bytes; the rest is as a compressor makes it.
enum class Forged : std::uint8_t {
  base_lowest,
  base_highest,
  zero_lowest,
  zero_highest,
  first_has_delta,  ///< the first value from the base
  not_from_base,    ///< a value from the base that zero would hold
  unused_base,
  anything
};
constexpr unsigned forged_kinds = 8;

}  // namespace

void StoredStimulus::draw(BurstPlace place, StoredLineBytes& stored) {
  const std::uint64_t r = random_();
  const bool inside = place == BurstPlace::inside;
  if (!inside || (r & 1) != 0) {
    compressed(place, stored);
    if (inside && stored.compressed && (r >> 1 & 3) == 0) {
      const unsigned length = bytes_of(BdiLineEncoding(stored.data[0] % bdi_line_encodings), line_bytes_);
      // The first bits more often: they are few.
      const unsigned bit = (r >> 3 & 3) == 0 ? bit_turn_++ % 8 : random_.below(8 * length);
      stored.data[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
  } else {
    lines_.anything(stored.data);
    stored.compressed = (r >> 1 & 31) != 0;
    const unsigned e = (r >> 8 & 0xffff) % 6 + first_with_deltas;
    const bool any_encoding = (r >> 6 & 3) == 0;
    if (any_encoding && (r >> 32 & 1) != 0) stored.data[0] %= bdi_line_encodings;
    if (any_encoding) return;
    const LineBytes behind = stored.data;
    with_values(BdiLineEncoding(e),
                [&]<class Values>(Values) { forged<Values>(BdiLineEncoding(e), stored.data); });
    if ((r >> 33 & 1) != 0)
      std::copy(behind.begin() + bytes_of(BdiLineEncoding(e), line_bytes_), behind.end(),
                stored.data.begin() + bytes_of(BdiLineEncoding(e), line_bytes_));
  }
}

void StoredStimulus::compressed(BurstPlace place, StoredLineBytes& stored) {
  LineBytes bytes;
  lines_.draw(place, bytes);
  const auto line = std::span(bytes).first(line_bytes_);
  BdiLine made = bdi_line_compress(line, rule_);
  if (random_.one_in(4))
    if (const auto other = bdi_line_pack(line, BdiLineEncoding(random_.below(bdi_line_encodings)), rule_))
      made = *other;
  stored.compressed = made.compressed;
  stored.data = made.bytes;
  if (random_.one_in(2)) return;
  LineBytes behind;
  lines_.anything(behind);
  std::copy(behind.begin() + made.length, behind.end(), stored.data.begin() + made.length);
}

template <class Values>
void StoredStimulus::forged(BdiLineEncoding encoding, LineBytes& bytes) {
  using Value = typename Values::Value;
  using Delta = typename Values::Delta;
  const unsigned n = line_bytes_ / sizeof(Value);
  const std::uint32_t turn = turns_[static_cast<unsigned>(encoding)]++;
  const auto kind = static_cast<Forged>(turn % forged_kinds);
  const unsigned i = turn / forged_kinds % n;
  const std::uint64_t r = random_();

  // Near twice the range of a delta the base decides whether a value may be from it.
  Value base = static_cast<Value>(random_());
  const auto range = static_cast<Value>(Value{1} << Values::delta_bits);
  if ((r & 3) == 0) base = static_cast<Value>(base % (2 * range + 2) - range - 1);
  if (sizeof(Value) == 2 && (r & 3) == 1) base = static_cast<Value>(base % 1024 - 512);
  std::array<bool, sizeof(LineBytes)> zero{};
  std::array<Delta, sizeof(LineBytes)> delta{};
  const unsigned share = r >> 2 & 3;
  for (unsigned k = 0; k < n; ++k) {
    const std::uint64_t q = random_();
    zero[k] = share == 0 || (share == 1 && (q & 1) != 0) || (share == 2 && (q & 15) == 0);
    delta[k] = (r >> 4 & 3) == 0 ? ((q >> 4 & 1) != 0 ? Values::lowest : Values::highest)
                                 : static_cast<Delta>(q >> 32);
  }
  const auto first_from_base = [&] {
    return static_cast<unsigned>(std::find(zero.begin(), zero.begin() + n, false) - zero.begin());
  };
  switch (kind) {
    case Forged::base_lowest:
    case Forged::base_highest:
      zero[random_.below(i + 1)] = false;
      zero[i] = false;
      delta[i] = kind == Forged::base_lowest ? Values::lowest : Values::highest;
      break;
    case Forged::zero_lowest:
    case Forged::zero_highest:
      zero[i] = true;
      delta[i] = kind == Forged::zero_lowest ? Values::lowest : Values::highest;
      break;
    case Forged::first_has_delta:
      std::fill_n(zero.begin(), i, true);
      zero[i] = false;
      break;
    case Forged::not_from_base: {
      // The base is just too large for a delta from zero, and this value just not.
      const bool up = (r >> 8 & 1) != 0;
      const auto far = static_cast<Value>((r >> 9 & 1) != 0 ? 0 : (r >> 16) % 64);
      base = static_cast<Value>(up ? Values::above() + far : Values::below() - far);
      for (unsigned k = 0; k < n; ++k) {
        const auto size = static_cast<Delta>(delta[k] & Values::highest);
        delta[k] = up ? size : static_cast<Delta>(-size);
      }
      zero[i > 0 ? random_.below(i) : 0] = false;
      zero[i] = false;
      delta[i] = static_cast<Delta>(up ? -1 - static_cast<int>(far) : 1 + static_cast<int>(far));
      break;
    }
    case Forged::unused_base:
      zero.fill(true);
      if ((r >> 8 & 3) == 0) base = static_cast<Value>(Value{1} << (r >> 16) % Values::value_bits);
      if ((r >> 8 & 3) == 1) base = 0;
      break;
    case Forged::anything:
      break;
  }
  const bool by_the_rules = kind != Forged::anything;
  if (by_the_rules && rule_ == BdiBase::first_value && kind != Forged::first_has_delta &&
      !random_.one_in(8)) {
    if (zero[0])
      base = Values::extend(delta[0]);
    else
      delta[0] = 0;
  }
  if (const unsigned first = first_from_base(); by_the_rules && first < n && rule_ == BdiBase::first_wide) {
    delta[first] = 0;
    if (kind == Forged::first_has_delta)
      delta[first] = static_cast<Delta>(Delta{1} << (r >> 16) % Values::delta_bits);
  }

  bytes.fill(0);
  bytes[0] = static_cast<unsigned char>(encoding);
  unsigned char* const mask = &bytes[1 + sizeof base];
  std::memcpy(&bytes[1], &base, sizeof base);
  for (unsigned k = 0; k < n; ++k) {
    mask[k / 8] |= static_cast<unsigned char>(zero[k] << k % 8);
    std::memcpy(mask + n / 8 + k * sizeof(Delta), &delta[k], sizeof(Delta));
  }
}

}  // namespace heddle
