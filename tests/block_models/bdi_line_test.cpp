// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/bdi_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle::bdi_line_test {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes line_of(const std::vector<std::uint64_t>& values, unsigned bytes) {
  Bytes line;
  for (const std::uint64_t v : values)
    for (unsigned b = 0; b < bytes; ++b) line.push_back(static_cast<unsigned char>(v >> 8 * b));
  return line;
}

/// The line of Vijaykumar2015 Fig. 6.
Bytes page_view_count() {
  return line_of({0x00, 0x80001d000, 0x10, 0x80001d008, 0x20, 0x80001d010, 0x30, 0x80001d018}, 8);
}

/// A reference that is independent of the model: it tries all shapes with signed numbers and takes the
/// shortest bytes; of equally short ones those of the larger value of fewer deltas, or of the smaller value.
class Reference {
 public:
  Reference(Bytes line, BdiBase rule) : line_(std::move(line)), rule_(rule) {
    if (std::count(line_.begin(), line_.end(), 0) == static_cast<std::ptrdiff_t>(line_.size()))
      candidates_.push_back({0});
    Bytes eight(line_.begin(), line_.begin() + 8), repeated{1};
    repeated.insert(repeated.end(), eight.begin(), eight.end());
    bool same = true;
    for (std::size_t i = 0; i < line_.size(); ++i) same &= line_[i] == eight[i % 8];
    if (same) candidates_.push_back(repeated);
    attempt(8, 1, 2);
    attempt(4, 1, 3);
    attempt(8, 2, 4);
    attempt(4, 2, 5);
    attempt(2, 1, 6);
    attempt(8, 4, 7);
  }
  /// The stored bytes; the line itself when nothing is shorter.
  Bytes shortest() const {
    if (candidates_.empty()) return line_;
    return *std::min_element(candidates_.begin(), candidates_.end(),
                             [](const Bytes& a, const Bytes& b) { return a.size() < b.size(); });
  }
  bool compressed() const { return !candidates_.empty(); }

 private:
  __extension__ typedef __int128 Wide;
  /// `v` modulo 2^(8 * bytes), as a signed number.
  static Wide wrapped(Wide v, unsigned bytes) {
    const Wide size = Wide{1} << (8 * bytes);
    v = ((v % size) + size) % size;
    return v >= size / 2 ? v - size : v;
  }
  static bool within(Wide v, unsigned bytes) {
    return v >= -(Wide{1} << (8 * bytes - 1)) && v < Wide{1} << (8 * bytes - 1);
  }
  void attempt(unsigned size, unsigned delta, unsigned char number) {
    std::vector<Wide> values;
    for (std::size_t at = 0; at < line_.size(); at += size) {
      Wide v = 0;
      for (unsigned b = size; b-- > 0;) v = v * 256 + line_[at + b];
      values.push_back(wrapped(v, size));
    }
    Wide base = values[0];
    if (rule_ == BdiBase::first_wide) {
      const auto wide = std::find_if(values.begin(), values.end(), [&](Wide v) { return !within(v, delta); });
      base = wide == values.end() ? 0 : *wide;
    }
    Bytes out{number}, mask(values.size() / 8), deltas;
    append(out, base, size);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool from_zero = within(values[i], delta);
      const Wide d = from_zero ? values[i] : wrapped(values[i] - base, size);
      if (!within(d, delta)) return;
      if (from_zero) mask[i / 8] = static_cast<unsigned char>(mask[i / 8] + (1 << i % 8));
      append(deltas, d, delta);
    }
    out.insert(out.end(), mask.begin(), mask.end());
    out.insert(out.end(), deltas.begin(), deltas.end());
    candidates_.push_back(out);
  }
  static void append(Bytes& out, Wide v, unsigned bytes) {
    for (unsigned b = 0; b < bytes; ++b) out.push_back(static_cast<unsigned char>(v >> 8 * b));
  }

  Bytes line_;
  BdiBase rule_;
  std::vector<Bytes> candidates_;
};

/// Compresses as the reference does, and is restored.
void expect_right(const Bytes& line, BdiBase rule) {
  const BdiLine made = bdi_line_compress(line, rule);
  const Reference reference(line, rule);
  const Bytes expected = reference.shortest();
  ASSERT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), expected);
  ASSERT_EQ(made.compressed, reference.compressed());
  ASSERT_TRUE(std::all_of(made.bytes.begin() + made.length, made.bytes.end(), [](auto b) { return b == 0; }));
  const auto bytes = static_cast<unsigned>(line.size());
  BdiRestoredLine back = bdi_line_decompress(made.bytes, made.compressed, bytes, rule);
  ASSERT_FALSE(back.corrupt);
  ASSERT_EQ(Bytes(back.bytes.begin(), back.bytes.begin() + bytes), line);
}

TEST(BdiLine, StoresTheLineOfFigure6AsItsSeventeenBytesAndTheEncoding) {
  const BdiLine made = bdi_line_compress(page_view_count(), BdiBase::first_wide);
  const Bytes expected{2,                                               // base8_delta1, not in the figure
                       0x00, 0xd0, 0x01, 0x00, 0x08, 0x00, 0x00, 0x00,  // the base
                       0x55,                                            // the mask: distances from zero
                       0x00, 0x00, 0x10, 0x08, 0x20, 0x10, 0x30, 0x18};
  EXPECT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), expected);
  EXPECT_EQ(made.length, 17u + 1);
  expect_right(page_view_count(), BdiBase::first_wide);
}

/// Section 5.1.2 takes the first bytes for the base; the figure's first value is zero, and no second base is
/// left.
TEST(BdiLine, DoesNotCompressTheLineOfFigure6FromItsFirstValue) {
  EXPECT_FALSE(bdi_line_compress(page_view_count(), BdiBase::first_value).compressed);
  Bytes turned = page_view_count();
  std::rotate(turned.begin(), turned.begin() + 8, turned.end());
  EXPECT_EQ(bdi_line_compress(turned, BdiBase::first_value).length, 18u);
}

TEST(BdiLine, HasTheLengthsOfTheTable) {
  const std::array<unsigned, 8> of128{1, 9, 27, 41, 43, 73, 75, 75}, of64{1, 9, 18, 23, 26, 39, 39, 42};
  for (unsigned e = 0; e < bdi_line_encodings; ++e) {
    EXPECT_EQ(bytes_of(BdiLineEncoding(e), 128), of128[e]) << name(BdiLineEncoding(e));
    EXPECT_EQ(bytes_of(BdiLineEncoding(e), 64), of64[e]) << name(BdiLineEncoding(e));
  }
}

/// A line of 64 bytes whose values are drawn from the ends of the ranges and one beyond, in all combinations
/// of three values; the others repeat them.
TEST(BdiLine, AgreesWithAnIndependentReferenceOnAllCombinationsOfEdges) {
  for (const auto& [size, delta] : {std::pair{8u, 1u}, {4u, 1u}, {8u, 2u}, {4u, 2u}, {2u, 1u}, {8u, 4u}}) {
    const std::uint64_t range = std::uint64_t{1} << (8 * delta - 1), top = std::uint64_t{1} << (8 * size - 1);
    std::vector<std::uint64_t> edges{0, range - 1, range, ~range + 1, ~range};
    for (const std::uint64_t base : {top, top - 1, range + 1, std::uint64_t{0x1234567890abcdef}})
      for (const std::uint64_t d : {std::uint64_t{0}, range - 1, range, ~range + 1, ~range})
        edges.push_back(base + d);
    for (const std::uint64_t a : edges)
      for (const std::uint64_t b : edges)
        for (const std::uint64_t c : edges) {
          std::vector<std::uint64_t> values(64 / size, a);
          values[1] = b;
          values.back() = c;
          for (const BdiBase rule : {BdiBase::first_wide, BdiBase::first_value})
            ASSERT_NO_FATAL_FAILURE(expect_right(line_of(values, size), rule));
        }
  }
}

/// Random lines of both lengths: values near zero and near one base, at the ends and beyond.
TEST(BdiLine, AgreesWithAnIndependentReferenceOnRandomLines) {
  Random random(3);
  for (unsigned n = 0; n < 20'000; ++n) {
    const unsigned size = 2u << random.below(3), line = 64u << random.below(2),
                   bits = 1 + random.below(8 * size);
    const std::uint64_t base = random() >> random.below(64);
    std::vector<std::uint64_t> values(line / size);
    for (auto& v : values) {
      v = (random() & ((std::uint64_t{2} << (bits - 1)) - 1)) - (std::uint64_t{1} << (bits - 1));
      if (random.one_in(2)) v += base;
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_right(line_of(values, size), random.one_in(2) ? BdiBase::first_wide : BdiBase::first_value));
  }
}

/// Bytes are corrupt or what the compressor makes of the restored line when it takes their encoding.
TEST(BdiLine, AcceptsAnyBytesAndTellsThoseThatNoCompressorMakes) {
  Random random(5);
  unsigned corrupt = 0;
  for (unsigned n = 0; n < 50'000; ++n) {
    const unsigned bytes = 64u << random.below(2);
    LineBytes stored{};
    for (auto& b : stored) b = random.one_in(2) ? 0 : static_cast<unsigned char>(random());
    stored[0] = static_cast<unsigned char>(random.below(12));
    const BdiRestoredLine line = bdi_line_decompress(stored, true, bytes, BdiBase::first_wide);
    corrupt += line.corrupt;
    if (stored[0] >= bdi_line_encodings) {
      EXPECT_TRUE(line.corrupt);
    }
    if (line.corrupt) continue;
    const auto again =
        bdi_line_pack(std::span(line.bytes).first(bytes), BdiLineEncoding(stored[0]), BdiBase::first_wide);
    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(std::equal(stored.begin(), stored.begin() + again->length, again->bytes.begin()));
  }
  EXPECT_GT(corrupt, 10'000u);
  EXPECT_LT(corrupt, 45'000u);
}

TEST(BdiLine, CodecStoresOnlyWhatIsPaidForAndRestoresIt) {
  const BdiLineCodec codec;
  Random random(9);
  for (const unsigned bytes : {64u, 128u})
    for (unsigned n = 0; n < 2'000; ++n) {
      Bytes line(bytes);
      const unsigned mask = random.below(256);
      for (auto& b : line) b = static_cast<unsigned char>(random() & mask & (random.one_in(4) ? 0xff : 0));
      StoredLine stored = codec.encode(line);
      ASSERT_LE(stored.encoding, 1);
      ASSERT_LE(stored.length, bytes);
      ASSERT_TRUE(
          std::all_of(stored.bits.begin() + stored.length, stored.bits.end(), [](auto b) { return b == 0; }));
      Bytes back(bytes);
      codec.decode(stored, back);
      ASSERT_EQ(back, line);
    }
  EXPECT_EQ(BdiLineCodec(BdiBase::first_value).encode(page_view_count()).encoding, 0);
}

}  // namespace
}  // namespace heddle::bdi_line_test
