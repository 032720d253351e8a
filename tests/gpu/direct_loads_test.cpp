// SPDX-License-Identifier: Apache-2.0
// Loads of each width that take their bytes out of compressed lines (Vijaykumar2015, section 7.6), in lines
// of each encoding and some that are not compressed, many of them for one load.
#include <gtest/gtest.h>

#include <random>

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/line_compression/bdi_line.hpp"
#include "tests/caba/subroutine_lines.hpp"
#include "tests/gpu/hooks/encoded_lines.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::direct_loads_test {
namespace {

struct Access {
  std::string name, type;
  unsigned elements, bytes;  ///< of an element
  bool sign = false;
};

constexpr unsigned lines = 64, threads = 256;
constexpr unsigned line_words = 32, out_at = lines * line_words, words_out = threads * 8;

/// Each thread loads at its own place, twice, and stores all elements in words of 64 bits.
std::string body(const Access& a) {
  const unsigned size = a.elements * a.bytes;
  const std::string kind = a.bytes == 8 ? "%rd" : "%r";
  const char sign = a.sign ? 's' : 'u';
  std::string registers, stores;
  for (unsigned k = 0; k < a.elements; ++k) {
    const std::string loaded = fmt::format("{}{}", kind, 4 + k);
    registers += (k == 0 ? "" : ", ") + loaded;
    stores += a.bytes == 8 ? fmt::format("mov.u64 %rd8, {};\n", loaded)
                           : fmt::format("cvt.{0}64.{0}32 %rd8, {1};\n", sign, loaded);
    stores += fmt::format("st.global.u64 [%rd3+{}], %rd8;\n", 8 * k);
  }
  const std::string load =
      a.elements == 1 ? fmt::format("ld.global.{} {}, [%rd2];\n", a.type, registers)
                      : fmt::format("ld.global.v{}.{} {{{}}}, [%rd2];\n", a.elements, a.type, registers);
  return fmt::format(R"(
mul.lo.u32 %r1, %r0, 1009;
rem.u32 %r1, %r1, {};
mul.wide.u32 %rd2, %r1, {};
add.s64 %rd2, %rd1, %rd2;
mul.wide.u32 %rd3, %r0, 32;
add.s64 %rd3, %rd3, %rd1;
add.s64 %rd3, %rd3, {};
)",
                     lines * 128 / size, size, out_at * 4) +
         load + "bar.sync 0;\n" + load + stores;
}

class DirectLoads : public testing::TestWithParam<Access> {};

TEST_P(DirectLoads, GiveEachLaneItsBytes) {
  const Access& a = GetParam();
  GpuConfig config = PtxRun::one_sm();
  config.l2 = whole_lines(config.l2);
  PtxRun test(body(a), "caba", config, {"caba.direct_load=true"});
  constexpr unsigned seed = 9105;
  SubroutineLines drawn(seed);
  std::vector<std::uint32_t> data(out_at + words_out);
  std::array<bool, bdi_line_encodings> encodings{};
  unsigned uncompressed = 0;
  for (unsigned k = 0; k < lines; ++k) {
    const LineBytes line = drawn.next();
    std::memcpy(&data[k * line_words], line.data(), line.size());
    const BdiLine stored = bdi_line_compress(line, BdiBase::first_value);
    if (stored.compressed && stored.length <= 96)
      encodings[stored.bytes[0]] = true;
    else
      ++uncompressed;
  }
  ASSERT_EQ(std::count(encodings.begin(), encodings.end(), true), bdi_line_encodings) << "seed " << seed;
  ASSERT_GT(uncompressed, 0u);
  const DevicePointer at = test.gpu.upload(data);
  test.gpu.launch_with(test.kernel, {1}, {threads}, at);
  const auto out = test.gpu.download<std::uint64_t>(at + out_at * 4, threads * 4);
  for (unsigned t = 0; t < threads; ++t) {
    const unsigned size = a.elements * a.bytes, place = t * 1009 % (lines * 128 / size) * size;
    for (unsigned k = 0; k < a.elements; ++k) {
      std::uint64_t expected = 0;
      std::memcpy(&expected, reinterpret_cast<const unsigned char*>(data.data()) + place + k * a.bytes,
                  a.bytes);
      const unsigned unused = 64 - 8 * a.bytes;
      if (a.sign)
        expected = static_cast<std::uint64_t>(static_cast<std::int64_t>(expected << unused) >> unused);
      ASSERT_EQ(out[t * 4 + k], expected) << "seed " << seed << ", thread " << t << ", element " << k;
    }
  }
  EXPECT_GT(test.sm("l1d.encoded_hits"), 0);
  EXPECT_EQ(test.sm("memory.edge.decoded_lines"), 0) << "no line is decompressed whole";
  EXPECT_EQ(test.sm("caba.direct.loads"), 2 * threads / 32);
  EXPECT_GT(test.sm("caba.direct.lines"), 4 * test.sm("caba.direct.loads"))
      << "one assist warp for many lines";
  EXPECT_EQ(test.sm("caba.high.ended"), test.sm("caba.direct.loads") + test.sm("caba.parts.refused"));
}

INSTANTIATE_TEST_SUITE_P(Accesses, DirectLoads,
                         testing::Values(Access{"byte", "u8", 1, 1}, Access{"signed_byte", "s8", 1, 1, true},
                                         Access{"half", "u16", 1, 2}, Access{"word", "u32", 1, 4},
                                         Access{"signed_word", "s32", 1, 4, true},
                                         Access{"double_word", "u64", 1, 8}, Access{"two_words", "u32", 2, 4},
                                         Access{"four_words", "u32", 4, 4},
                                         Access{"two_double_words", "u64", 2, 8},
                                         Access{"four_bytes", "u8", 4, 1}),
                         [](const auto& info) { return info.param.name; });

/// Lines that other subroutines compress have no pieces.
TEST(DirectLoadsOf, OtherLinesAreRefused) {
  try {
    techniques_of("caba", {"caba.direct_load=true", "caba.what=fpc"});
    FAIL();
  } catch (const Error& e) {
    const std::string text = e.what();
    for (const char* part : {"direct_load", "fpc", "what: bdi"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace heddle::direct_loads_test
