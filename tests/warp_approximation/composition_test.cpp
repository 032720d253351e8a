// SPDX-License-Identifier: Apache-2.0
// Warp Approximation beside the other techniques of the register file.
#include "tb/run/platform.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::composition_test {
namespace {

/// A checked run of up to 64 threads with compressed registers, too: the output, how many results were
/// scalars, and how many left a compressor.
struct Outcome {
  std::vector<std::uint32_t> out;
  double scalars, compressed, moves;
};

Outcome run(const std::string& body, const std::string& techniques, unsigned threads = 64) {
  const auto found = in_child(67, [&] {
    Checked c(body + store_r1, techniques_of(techniques, {"warp_approximation.regions=kernel",
                                                          "register_virtualization.registers=64",
                                                          "register_virtualization.table_bytes=3780"}));
    std::vector<double> all;
    for (const std::uint32_t word : c.run(threads, 64)) all.push_back(word);
    c.gpu.gpu().settle();
    const auto sm = [&](const std::string& path) { return c.stats.number("sm0." + path); };
    all.push_back(sm("register_file.warp_approximation.scalar_results"));
    double compressed = 0;
    for (const char* form : {"base4_delta0", "base4_delta1", "base4_delta2", "uncompressed"})
      compressed += sm(fmt::format("register_file.warped_compression.compressor_{}", form));
    all.push_back(compressed);
    all.push_back(sm("injected_moves"));
    return all;
  });
  Outcome o{{}, found[64], found[65], found[66]};
  for (unsigned i = 0; i < 64; ++i) o.out.push_back(static_cast<std::uint32_t>(found[i]));
  return o;
}

struct Composition : testing::TestWithParam<const char*> {};

/// Two equal values and an affine one, in two warps; the addresses of `store_r1` are affine, too.
TEST_P(Composition, ScalarsAreNotEncodedAndOtherResultsAre) {
  const Outcome none = run("mov.u32 %r1, %r0;\n", GetParam());
  const Outcome two = run("mov.u32 %r2, 7;\nadd.u32 %r2, %r2, 1;\nadd.u32 %r1, %r2, %r0;\n", GetParam());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(two.out[i], i + 8) << i;
  EXPECT_EQ(two.scalars - none.scalars, 4);
  EXPECT_EQ(two.compressed, none.compressed) << "an affine value in place of an affine one";
}

/// A scalar, and a compressed register, of which some lanes are written.
TEST_P(Composition, OneInjectorExpandsBoth) {
  const std::string guard = "setp.lt.u32 %p1, %r0, 40;\n";
  const Outcome scalar = run(guard + "mov.u32 %r1, 7;\n@%p1 mov.u32 %r1, 9;\n", GetParam());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(scalar.out[i], i < 40 ? 9u : 7u) << i;
  EXPECT_EQ(scalar.moves, 1) << "of the second warp";
  const Outcome compressed = run(guard + "add.u32 %r1, %r0, 7;\n@%p1 mov.u32 %r1, 9;\n", GetParam());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(compressed.out[i], i < 40 ? 9 : i + 7) << i;
  EXPECT_EQ(compressed.moves, 1);
}

/// The MOV of a compressed register is for all lanes, those without a thread among them. The register was a
/// scalar when the warp split, and is none any more.
TEST_P(Composition, AMovOfACompressedRegisterReadsNoScalarOfAnEarlierSplit) {
  const Outcome o = run(R"(
    mov.u32 %r1, 7; and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 0;
    @%p1 bra JOIN; add.u32 %r2, %r1, %r0;
JOIN: add.u32 %r1, %r0, 7; setp.lt.u32 %p1, %r0, 40; @%p1 mov.u32 %r1, 9;
)",
                        GetParam(), 62);
  for (unsigned i = 0; i < 62; ++i) EXPECT_EQ(o.out[i], i < 40 ? 9 : i + 7) << i;
}

std::string name_of(const testing::TestParamInfo<const char*>& info) {
  static constexpr const char* names[] = {"ahead", "behind", "all_three"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(WarpApproximation, Composition,
                         testing::Values("warp_approximation,warped_compression",
                                         "warped_compression,warp_approximation",
                                         "warped_compression,warp_approximation,register_virtualization"),
                         name_of);

TEST(CompositionErrors, PartialWritesThatAreMergedAreRefused) {
  const Techniques techniques =
      techniques_of("warp_approximation,warped_compression", {"warped_compression.divergence=merge"});
  StatGroup stats;
  try {
    const SimulatedGpu gpu(PtxRun::one_sm(), techniques, nullptr, stats);
    FAIL() << "merged";
  } catch (const Error& e) {
    expect_in(e.what(), {"warp_approximation", "warped_compression.divergence=move"});
  }
}

}  // namespace
}  // namespace heddle::composition_test
