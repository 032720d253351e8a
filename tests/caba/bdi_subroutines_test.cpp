// The subroutines of BDI against the codec: bit for bit.
#include <gtest/gtest.h>

#include <random>

#include "models/caba/subroutine_run.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle::bdi_subroutines_test {
namespace {

Subroutine bdi(const std::string& name) {
  return load_subroutine(std::string(HEDDLE_SOURCE_DIR) + "/configs/subroutines/bdi/" + name + ".ptx");
}

LineSlot slot_of(const LineBytes& bytes, unsigned length, bool compressed) {
  LineSlot slot;
  std::memcpy(slot.bytes.data(), bytes.data(), bytes.size());
  slot.set_word(LineSlot::compressed_at, compressed ? 1 : 0);
  slot.set_word(LineSlot::length_at, length);
  return slot;
}

/// Lines of each kind: values near zero, near a base, and both, of 2, 4 and 8 bytes; and lines that differ
/// from them in a byte.
class Lines {
 public:
  explicit Lines(unsigned seed) : random_(seed) {}
  LineBytes next() {
    LineBytes line{};
    const unsigned width = 2u << draw(3);
    const std::uint64_t base = random_();
    const unsigned reach = 1u << draw(3), kinds = draw(4);
    for (unsigned at = 0; at < line.size(); at += width) {
      const auto delta = static_cast<std::int64_t>(random_()) >> (64 - 8 * reach);
      const bool near_zero = kinds == 0 || (kinds == 1 && draw(2) == 0);
      const std::uint64_t value =
          kinds == 3 ? base : static_cast<std::uint64_t>(delta) + (near_zero ? 0 : base);
      std::memcpy(&line[at], &value, width);
    }
    if (draw(8) == 0) line = {};
    if (draw(4) == 0) line[draw(128)] ^= static_cast<unsigned char>(1u << draw(8));
    return line;
  }

 private:
  unsigned draw(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::mt19937_64 random_;
};

constexpr unsigned seed = 2015;

TEST(BdiSubroutines, CompressAsTheCodec) {
  const Subroutine compress = bdi("compress");
  std::array<unsigned, bdi_line_encodings + 1> seen{};
  Lines lines(seed);
  for (unsigned n = 0; n < 20'000; ++n) {
    const LineBytes line = lines.next();
    const BdiLine expected = bdi_line_compress(line, BdiBase::first_value);
    LineSlot slot = slot_of(line, 128, false);
    run_subroutine(compress, slot);
    ASSERT_EQ(slot.word(LineSlot::compressed_at), expected.compressed ? 1u : 0u)
        << "seed " << seed << " line " << n;
    ASSERT_EQ(slot.word(LineSlot::length_at), expected.length) << "seed " << seed << " line " << n;
    ASSERT_EQ(std::memcmp(slot.bytes.data(), expected.bytes.data(), expected.length), 0)
        << "seed " << seed << " line " << n;
    ++seen[expected.compressed ? expected.bytes[0] : bdi_line_encodings];
  }
  for (const unsigned count : seen) EXPECT_GT(count, 60u);
}

TEST(BdiSubroutines, DecompressAsTheCodec) {
  std::vector<Subroutine> decompress;
  for (unsigned e = 0; e < bdi_line_encodings; ++e)
    decompress.push_back(bdi("decompress_" + std::string(name(BdiLineEncoding(e)))));
  Lines lines(seed + 1);
  for (unsigned n = 0; n < 20'000; ++n) {
    const LineBytes line = lines.next();
    for (const BdiBase base : {BdiBase::first_value, BdiBase::first_wide})
      for (unsigned e = 0; e < bdi_line_encodings; ++e) {
        const auto packed = bdi_line_pack(line, BdiLineEncoding(e), base);
        if (!packed) continue;
        LineSlot slot = slot_of(packed->bytes, packed->length, true);
        for (unsigned b = packed->length; b < 128; ++b) slot.bytes[b] = std::byte{0xa5};  // means nothing
        run_subroutine(decompress[e], slot);
        ASSERT_EQ(std::memcmp(slot.bytes.data(), line.data(), line.size()), 0)
            << "seed " << seed << " line " << n << " encoding " << e;
        ASSERT_EQ(slot.word(LineSlot::compressed_at), 0u);
        ASSERT_EQ(slot.word(LineSlot::length_at), 128u);
      }
  }
}

}  // namespace
}  // namespace heddle::bdi_subroutines_test
