// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/bdi_line.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace heddle {
namespace bdi_line {

static_assert(std::endian::native == std::endian::little,
              "lines are read and written as little-endian bytes");

namespace {

constexpr bool smallest_comes_first() {
  for (unsigned e = 1; e < bdi_line_encodings; ++e)
    for (const unsigned line_bytes : {64, 128})
      if (bytes_of(BdiLineEncoding(e), line_bytes) < bytes_of(BdiLineEncoding(e - 1), line_bytes))
        return false;
  return true;
}
static_assert(smallest_comes_first());

template <class Value>
using Values = std::array<Value, sizeof(LineBytes) / sizeof(Value)>;

/// `Delta` is a signed type, `Value` an unsigned one.
template <class Value, class Delta>
Value extend(Delta delta) {
  return static_cast<Value>(static_cast<std::make_signed_t<Value>>(delta));
}

template <class Value, class Delta>
bool fits(Value distance) {
  return extend<Value>(static_cast<Delta>(distance)) == distance;
}

template <class Value, class Delta>
Value base_of(const Values<Value>& value, unsigned values, BdiBase rule) {
  if (rule == BdiBase::first_value) return value[0];
  for (unsigned i = 0; i < values; ++i)
    if (!fits<Value, Delta>(value[i])) return value[i];
  return 0;
}

/// Writes base, mask and deltas; false when a value has no delta.
template <class Value, class Delta>
bool pack(std::span<const unsigned char> line, BdiBase rule, unsigned char* out) {
  Values<Value> value{};
  std::memcpy(value.data(), line.data(), line.size());
  const auto values = static_cast<unsigned>(line.size() / sizeof(Value));
  const Value base = base_of<Value, Delta>(value, values, rule);
  std::memcpy(out, &base, sizeof base);
  unsigned char* const mask = out + sizeof base;
  unsigned char* const deltas = mask + values / 8;
  for (unsigned i = 0; i < values; ++i) {
    const bool from_zero = fits<Value, Delta>(value[i]);
    const Value distance = from_zero ? value[i] : static_cast<Value>(value[i] - base);
    if (!fits<Value, Delta>(distance)) return false;
    if (from_zero) mask[i / 8] |= static_cast<unsigned char>(1u << i % 8);
    const auto delta = static_cast<Delta>(distance);
    std::memcpy(deltas + i * sizeof delta, &delta, sizeof delta);
  }
  return true;
}

template <class Value, class Delta>
LineBytes unpack(const unsigned char* in, unsigned line_bytes) {
  Value base;
  std::memcpy(&base, in, sizeof base);
  const auto values = static_cast<unsigned>(line_bytes / sizeof(Value));
  const unsigned char* const mask = in + sizeof base;
  const unsigned char* const deltas = mask + values / 8;
  Values<Value> value{};
  for (unsigned i = 0; i < values; ++i) {
    Delta delta;
    std::memcpy(&delta, deltas + i * sizeof delta, sizeof delta);
    const bool from_zero = (mask[i / 8] >> i % 8 & 1) != 0;
    value[i] = static_cast<Value>((from_zero ? 0 : base) + extend<Value>(delta));
  }
  return std::bit_cast<LineBytes>(value);
}

bool all_zero(std::span<const unsigned char> line) {
  return std::all_of(line.begin(), line.end(), [](unsigned char byte) { return byte == 0; });
}

bool all_repeated(std::span<const unsigned char> line) {
  for (std::size_t i = 8; i < line.size(); ++i)
    if (line[i] != line[i - 8]) return false;
  return true;
}

bool pack_behind_encoding(std::span<const unsigned char> line, BdiLineEncoding encoding, BdiBase base,
                          unsigned char* out) {
  using enum BdiLineEncoding;
  switch (encoding) {
    case zero:
      return all_zero(line);
    case repeated:
      std::copy_n(line.begin(), 8, out);
      return all_repeated(line);
    case base8_delta1:
      return pack<std::uint64_t, std::int8_t>(line, base, out);
    case base4_delta1:
      return pack<std::uint32_t, std::int8_t>(line, base, out);
    case base8_delta2:
      return pack<std::uint64_t, std::int16_t>(line, base, out);
    case base4_delta2:
      return pack<std::uint32_t, std::int16_t>(line, base, out);
    case base2_delta1:
      return pack<std::uint16_t, std::int8_t>(line, base, out);
    case base8_delta4:
      return pack<std::uint64_t, std::int32_t>(line, base, out);
  }
  return false;
}

LineBytes unpack_behind_encoding(const unsigned char* in, BdiLineEncoding encoding, unsigned line_bytes) {
  using enum BdiLineEncoding;
  LineBytes line{};
  switch (encoding) {
    case zero:
      break;
    case repeated:
      for (unsigned i = 0; i < line_bytes; ++i) line[i] = in[i % 8];
      break;
    case base8_delta1:
      return unpack<std::uint64_t, std::int8_t>(in, line_bytes);
    case base4_delta1:
      return unpack<std::uint32_t, std::int8_t>(in, line_bytes);
    case base8_delta2:
      return unpack<std::uint64_t, std::int16_t>(in, line_bytes);
    case base4_delta2:
      return unpack<std::uint32_t, std::int16_t>(in, line_bytes);
    case base2_delta1:
      return unpack<std::uint16_t, std::int8_t>(in, line_bytes);
    case base8_delta4:
      return unpack<std::uint64_t, std::int32_t>(in, line_bytes);
  }
  return line;
}

}  // namespace
}  // namespace bdi_line

std::string_view name(BdiLineEncoding encoding) {
  constexpr std::array<std::string_view, bdi_line_encodings> names{
      "zero",         "repeated",     "base8_delta1", "base4_delta1",
      "base8_delta2", "base4_delta2", "base2_delta1", "base8_delta4"};
  return names[static_cast<unsigned>(encoding)];
}

std::optional<BdiLine> bdi_line_pack(std::span<const unsigned char> line, BdiLineEncoding encoding,
                                     BdiBase base) {
  BdiLine packed{.length = bytes_of(encoding, static_cast<unsigned>(line.size())), .compressed = true};
  packed.bytes[0] = static_cast<unsigned char>(encoding);
  if (!bdi_line::pack_behind_encoding(line, encoding, base, &packed.bytes[1])) return std::nullopt;
  return packed;
}

BdiLine bdi_line_compress(std::span<const unsigned char> line, BdiBase base) {
  for (unsigned e = 0; e < bdi_line_encodings; ++e)
    if (const auto packed = bdi_line_pack(line, BdiLineEncoding(e), base)) return *packed;
  BdiLine as_it_is{.length = static_cast<unsigned>(line.size())};
  std::copy(line.begin(), line.end(), as_it_is.bytes.begin());
  return as_it_is;
}

BdiRestoredLine bdi_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                    BdiBase base) {
  BdiRestoredLine line;
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.bytes.begin());
    return line;
  }
  const auto encoding = BdiLineEncoding(stored[0] % bdi_line_encodings);
  line.bytes = bdi_line::unpack_behind_encoding(&stored[1], encoding, line_bytes);
  const auto again = bdi_line_pack(std::span(line.bytes).first(line_bytes), encoding, base);
  line.corrupt = !again || !std::equal(stored.begin(), stored.begin() + again->length, again->bytes.begin());
  return line;
}

}  // namespace heddle
