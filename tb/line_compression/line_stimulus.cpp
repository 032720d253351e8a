// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/line_stimulus.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// What is done to one value of a line whose others fit.
enum class Odd : std::uint8_t {
  base_lowest,
  base_highest,
  base_below,
  base_above,
  zero_lowest,
  zero_highest,
  zero_below,
  zero_above,
  base_bit,  ///< a bit above the delta is wrong
  zero_bit,
  is_base  ///< all values before it are distances from zero
};
constexpr unsigned odd_kinds = 11;

}  // namespace

void LineStimulus::draw(BurstPlace place, LineBytes& line) {
  const std::uint64_t r = random_();
  if (place == BurstPlace::first) {
    make(first_turn_++ % kinds, line);
  } else if (place == BurstPlace::last) {
    make(last_turn_++ % kinds, line);
  } else if ((r & 15) == 0) {
    line = last_;
    if ((r >> 4 & 1) != 0) line[r >> 8 & 127] = static_cast<unsigned char>(r >> 16);
  } else if ((r >> 32 & 3) != 0) {
    make(first_with_deltas + static_cast<unsigned>(r >> 40 & 0xffff) % 6, line);
  } else {
    make(static_cast<unsigned>(r >> 40 & 0xffff) % kinds, line);
  }
  last_ = line;
}

/// Kinds 0 to 7 are named by encodings, 8 is anything, 9 what several encodings hold.
void LineStimulus::make(unsigned kind, LineBytes& line) {
  if (line_bytes_ < line.size() || kind == 8) anything(line);
  if (kind == 8) return;
  if (kind == 9) return pattern(line);
  const auto encoding = BdiLineEncoding(kind);
  if (kind < first_with_deltas) {
    const std::uint64_t r = random_();
    repeat(line, encoding == BdiLineEncoding::zero ? 0 : random_() >> (r & 63));
    if ((r >> 8 & 1) != 0) wrong_bit(line);
    return;
  }
  with_values(encoding, [&]<class Values>(Values) { shaped<Values>(encoding, line); });
}

void LineStimulus::anything(LineBytes& line) {
  for (std::size_t i = 0; i < line.size(); i += 8) {
    const std::uint64_t r = random_();
    std::memcpy(&line[i], &r, 8);
  }
}

void LineStimulus::repeat(LineBytes& line, std::uint64_t value) {
  for (unsigned i = 0; i < line_bytes_; i += 8) std::memcpy(&line[i], &value, 8);
}

void LineStimulus::wrong_bit(LineBytes& line) {
  const unsigned bit = bit_turn_++ % (8 * line_bytes_);
  line[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
}

/// The same eight bytes again and again, with small numbers in some of their half words, and added to some.
void LineStimulus::pattern(LineBytes& line) {
  const auto small = [&] { return static_cast<std::uint16_t>(random_.below(256) - 128); };
  std::array<std::uint16_t, 4> half{};
  const auto far = static_cast<std::uint16_t>(random_());
  for (auto& h : half) h = std::array<std::uint16_t, 4>{0, 0xffff, small(), far}[random_.below(4)];
  const unsigned moved = random_.below(16), share = 1 + random_.below(4);
  for (unsigned i = 0; i < line_bytes_; i += 8)
    for (unsigned h = 0; h < 4; ++h) {
      const bool moves = (moved >> h & 1) != 0 && random_.one_in(share);
      const auto value =
          static_cast<std::uint16_t>(random_.one_in(8) && moves ? small() : half[h] + (moves ? small() : 0));
      std::memcpy(&line[i + 2 * h], &value, 2);
    }
}

/// Any value, one near zero, or one from which small distances wrap.
template <class Values>
typename Values::Value LineStimulus::any_base() {
  using Value = typename Values::Value;
  const auto r = static_cast<Value>(random_());
  const auto near = static_cast<Value>(Value{1} << (Values::delta_bits + 1));
  switch (random_.below(4)) {
    case 0:
      return static_cast<Value>(r % (near != 0 ? near : Value(-1)) - near / 2);
    case 1:
      return static_cast<Value>(r % 256 + (Value{1} << (Values::value_bits - 1)) - 128);
    default:
      return r;
  }
}

template <class Values>
typename Values::Delta LineStimulus::any_delta(unsigned kind, unsigned i) {
  using Delta = typename Values::Delta;
  const std::uint64_t r = random_();
  switch (kind) {
    case 0:
      return (r & 1) != 0 ? Values::lowest : Values::highest;
    case 1:
      return static_cast<Delta>(r % 5 - 2);
    case 2:
      return static_cast<Delta>(i);
    default:
      return static_cast<Delta>(r >> 32);
  }
}

template <class Values>
void LineStimulus::shaped(BdiLineEncoding encoding, LineBytes& line) {
  using Value = typename Values::Value;
  const unsigned n = line_bytes_ / sizeof(Value);
  const std::uint32_t turn = turns_[static_cast<unsigned>(encoding)]++;
  const auto odd = static_cast<Odd>(turn % odd_kinds);
  const unsigned i = turn / odd_kinds % n;
  const bool has_odd = !random_.one_in(4);

  // Which values are from the base: all, none, half of them, few.
  const unsigned share = random_.below(4), kind = random_.below(5);
  std::array<bool, sizeof(LineBytes)> from_base{};
  for (unsigned k = 0; k < n; ++k)
    from_base[k] = share == 0 || (share == 2 && random_.one_in(2)) || (share == 3 && random_.one_in(8));
  if (has_odd && odd == Odd::is_base) {
    std::fill_n(from_base.begin(), i, false);
    from_base[i] = true;
  } else if (has_odd && i > 0) {
    from_base[random_.below(i)] = true;
  }
  if (rule_ == BdiBase::first_value && !random_.one_in(8)) from_base[0] = true;

  Value base = any_base<Values>();
  Values values;
  bool has_base = false;
  for (unsigned k = 0; k < n; ++k) {
    const bool is_base = from_base[k] && !has_base;
    has_base |= is_base;
    const Value delta = is_base ? Value{0} : Values::extend(any_delta<Values>(kind, k));
    values.value[k] = static_cast<Value>(from_base[k] ? base + delta : delta);
    if (k == 0 && rule_ == BdiBase::first_value) base = values.value[0];
  }
  if (has_odd) {
    const unsigned above = Values::value_bits - Values::delta_bits + 1;
    const auto bit = static_cast<Value>(Value{1} << (Values::value_bits - 1 - turn / odd_kinds / n % above));
    const Value delta = Values::extend(any_delta<Values>(3, i));
    const auto set = [&](Value v) { values.value[i] = v; };
    switch (odd) {
      case Odd::base_lowest:
        set(static_cast<Value>(base + Values::extend(Values::lowest)));
        break;
      case Odd::base_highest:
        set(static_cast<Value>(base + Values::extend(Values::highest)));
        break;
      case Odd::base_below:
        set(static_cast<Value>(base + Values::below()));
        break;
      case Odd::base_above:
        set(static_cast<Value>(base + Values::above()));
        break;
      case Odd::zero_lowest:
        set(Values::extend(Values::lowest));
        break;
      case Odd::zero_highest:
        set(Values::extend(Values::highest));
        break;
      case Odd::zero_below:
        set(Values::below());
        break;
      case Odd::zero_above:
        set(Values::above());
        break;
      case Odd::base_bit:
        set(static_cast<Value>(base + (delta ^ bit)));
        break;
      case Odd::zero_bit:
        set(delta ^ bit);
        break;
      case Odd::is_base:
        break;
    }
  }
  std::memcpy(line.data(), values.value.data(), line_bytes_);
}

}  // namespace heddle
