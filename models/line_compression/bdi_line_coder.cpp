// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/bdi_line_coder.hpp"

#include <type_traits>

#include "models/line_compression/line_copy.hpp"

namespace heddle::bdi_line_coder {
namespace {

/// A line of 128 bytes, or a copy of one of 64 bytes with zeros behind it, which all deltas hold.
class PaddedLine {
 public:
  explicit PaddedLine(std::span<const unsigned char> line) : bytes_(line.data()) {
    if (line.size() == sizeof copy_) return;
    std::memset(&copy_[64], 0, 64);
    copy_line(copy_.data(), line);
    bytes_ = copy_.data();
  }
  PaddedLine(const PaddedLine&) = delete;
  const unsigned char* bytes() const { return bytes_; }

 private:
  const unsigned char* bytes_;
  LineBytes copy_;
};

/// A line as deltas. `Delta` is a signed type, `Value` an unsigned one.
template <class Value, class Delta>
class Deltas {
 public:
  Deltas(const unsigned char* line, BdiBase rule)
      : line_(line), base_(rule == BdiBase::first_value ? value(0) : first_wide()) {}

  /// Most lines fail in their first values.
  bool hold() const { return hold(0, most / 4) && hold(most / 4, most); }

  /// Base, mask and deltas.
  void write(unsigned char* to, std::size_t line_bytes) const {
    const std::size_t values = line_bytes / sizeof(Value);
    std::array<Delta, most> delta;
    std::array<std::uint8_t, most> from_zero;
    for (unsigned i = 0; i < most; ++i) {
      from_zero[i] = excess(value(i)) == 0;
      delta[i] = static_cast<Delta>(from_zero[i] != 0 ? value(i) : value(i) - base_);
    }
    std::memcpy(to, &base_, sizeof base_);
    unsigned char* const mask = to + sizeof base_;
    for (unsigned i = 0; i < most / 8; ++i) {  // behind the mask of a short line, deltas overwrite it
      std::uint64_t eight;  // bytes, each of which is 0 or 1: the product has them in its highest eight bits
      std::memcpy(&eight, &from_zero[8 * i], sizeof eight);
      mask[i] = static_cast<unsigned char>(eight * 0x0102040810204080 >> 56);
    }
    std::memcpy(mask + values / 8, delta.data(), values * sizeof(Delta));
  }

  static void restore(const unsigned char* from, std::span<unsigned char> line) {
    const std::size_t values = line.size() / sizeof(Value);
    Value base;
    std::memcpy(&base, from, sizeof base);
    const unsigned char* const mask = from + sizeof base;
    std::array<Delta, most> delta{};
    std::memcpy(delta.data(), mask + values / 8, values * sizeof(Delta));
    std::array<Value, most> value{};
    for (std::size_t i = 0; i < values; ++i) value[i] = (mask[i / 8] >> i % 8 & 1) != 0 ? 0 : base;
    for (unsigned i = 0; i < most; ++i)
      value[i] =
          static_cast<Value>(value[i] + static_cast<Value>(static_cast<std::make_signed_t<Value>>(delta[i])));
    std::memcpy(line.data(), value.data(), line.size());
  }

 private:
  static constexpr unsigned most = sizeof(LineBytes) / sizeof(Value), delta_bits = 8 * sizeof(Delta);

  /// Zero if the distance fits into a delta.
  static Value excess(Value distance) {
    return static_cast<Value>(static_cast<Value>(distance + (Value{1} << (delta_bits - 1))) >> delta_bits);
  }
  Value value(unsigned i) const {
    Value v;
    std::memcpy(&v, &line_[sizeof v * i], sizeof v);
    return v;
  }
  /// It is among the first values, in most lines that have some.
  Value first_wide() const {
    unsigned i = 0;
    for (; i < most / 4; ++i)
      if (excess(value(i)) != 0) return value(i);
    Value any = 0;
    for (unsigned k = most / 4; k < most; ++k) any |= excess(value(k));
    if (any == 0) return 0;
    while (excess(value(i)) == 0) ++i;
    return value(i);
  }
  bool hold(unsigned begin, unsigned end) const {
    Value any = 0;
    for (unsigned i = begin; i < end; ++i) {
      const Value too_far = excess(static_cast<Value>(value(i) - base_));
      any |= static_cast<Value>(excess(value(i)) != 0 ? too_far : 0);
    }
    return any == 0;
  }

  const unsigned char* line_;
  Value base_;
};

/// Calls `work` with the type of an encoding's deltas, if it has some.
template <class Work>
void with_deltas(BdiLineEncoding encoding, Work work) {
  using enum BdiLineEncoding;
  switch (encoding) {
    case zero:
    case repeated:
      return;
    case base8_delta1:
      return work(std::type_identity<Deltas<std::uint64_t, std::int8_t>>());
    case base4_delta1:
      return work(std::type_identity<Deltas<std::uint32_t, std::int8_t>>());
    case base8_delta2:
      return work(std::type_identity<Deltas<std::uint64_t, std::int16_t>>());
    case base4_delta2:
      return work(std::type_identity<Deltas<std::uint32_t, std::int16_t>>());
    case base2_delta1:
      return work(std::type_identity<Deltas<std::uint16_t, std::int8_t>>());
    case base8_delta4:
      return work(std::type_identity<Deltas<std::uint64_t, std::int32_t>>());
  }
}

}  // namespace

/// Where deltas of few bytes hold a line, those of more bytes hold it, too. So the longest ones are tried
/// first: for most lines there are no others to try.
std::optional<BdiLineEncoding> encoding_of(std::span<const unsigned char> given, BdiBase base) {
  using enum BdiLineEncoding;
  const PaddedLine padded(given);
  const unsigned char* const line = padded.bytes();
  std::array<std::uint64_t, sizeof(LineBytes) / 8> value;
  std::memcpy(value.data(), line, sizeof value);
  std::uint64_t any = 0, differ = 0;
  for (const std::uint64_t v : value) any |= v;
  if (any == 0) return zero;
  for (std::size_t i = 0; i < given.size() / 8; ++i) differ |= value[i] ^ value[0];
  if (differ == 0) return repeated;
  std::optional<BdiLineEncoding> eight;
  if (Deltas<std::uint64_t, std::int32_t>(line, base).hold()) {
    eight = base8_delta4;
    if (Deltas<std::uint64_t, std::int16_t>(line, base).hold()) {
      eight = base8_delta2;
      if (Deltas<std::uint64_t, std::int8_t>(line, base).hold()) return base8_delta1;
    }
  }
  if (Deltas<std::uint32_t, std::int16_t>(line, base).hold()) {
    if (Deltas<std::uint32_t, std::int8_t>(line, base).hold()) return base4_delta1;
    return eight == base8_delta2 ? base8_delta2 : base4_delta2;
  }
  if (eight == base8_delta2) return base8_delta2;
  if (Deltas<std::uint16_t, std::int8_t>(line, base).hold()) return base2_delta1;
  return eight;
}

void write(std::span<const unsigned char> line, BdiLineEncoding encoding, BdiBase base, unsigned char* to) {
  to[0] = static_cast<unsigned char>(encoding);
  if (encoding == BdiLineEncoding::repeated) std::memcpy(to + 1, line.data(), 8);
  const PaddedLine padded(line);
  with_deltas(encoding, [&](auto deltas) {
    typename decltype(deltas)::type(padded.bytes(), base).write(to + 1, line.size());
  });
}

void restore(const LineBytes& stored, std::span<unsigned char> line) {
  const auto encoding = BdiLineEncoding(stored[0] % bdi_line_encodings);
  if (encoding == BdiLineEncoding::zero) std::memset(line.data(), 0, line.size());
  if (encoding == BdiLineEncoding::repeated)
    for (std::size_t i = 0; i < line.size(); i += 8) std::memcpy(&line[i], &stored[1], 8);
  with_deltas(encoding, [&](auto deltas) { decltype(deltas)::type::restore(&stored[1], line); });
}

}  // namespace heddle::bdi_line_coder
