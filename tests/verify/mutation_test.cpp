// SPDX-License-Identifier: Apache-2.0
// Mutants of a small variant: good stimulus kills those that can be told apart; weak stimulus does not, and
// the report says so.
#include "tb/verify/mutation.hpp"

#include <algorithm>

#include "tb/estimate/tools.hpp"
#include "tests/verify/prepared.hpp"

namespace heddle::verify::mutation_test {
namespace {

using Mutation = WithTools;

MutationRequest small(std::uint64_t vectors) {
  return {.block = "bdi_decompressor", .set = "delta0", .mutants = 30, .vectors = vectors};
}

TEST_F(Mutation, OfTheDecompressorLeavesNoneAlive) {
  MutationRequest request = small(2'000);
  request.set = "default";
  const MutationResult r = test_mutants(request);
  EXPECT_EQ(r.mutants, 30u);
  EXPECT_EQ(r.killed + r.survivors.size(), r.mutants);
  EXPECT_TRUE(r.passed()) << text_of(r);
  EXPECT_GT(r.killed, 20u);
  EXPECT_LE(r.median_cycles, r.most_cycles);
}

/// A variant with one choice never gets the encodings of the others, with which alone this mutant shows.
TEST_F(Mutation, ThatOnlyForbiddenInputsShowIsAlive) {
  const MutationResult r = test_mutants(small(2'000));
  EXPECT_EQ(r.alive(), 1u) << text_of(r);
  EXPECT_NE(text_of(r).find(" at eq A[0] of "), std::string::npos) << "not a comparison of the encoding";
}

TEST_F(Mutation, WithOneVectorLeavesSomeAliveAndNamesTheirPlaces) {
  const MutationResult r = test_mutants(small(1));
  EXPECT_GT(r.alive(), 0u);
  EXPECT_FALSE(r.passed());
  const std::string text = text_of(r);
  EXPECT_NE(text.find("alive: mutant "), std::string::npos) << text;
  EXPECT_NE(text.find(" of rtl_ref/warped_compression/bdi_decompressor.sv:"), std::string::npos) << text;
}

TEST_F(Mutation, MutantsDependOnTheSeedAndOnNothingElse) {
  const auto places = [](std::uint64_t seed) {
    const ScratchFolder folder;
    const RtlSource source = rtl_source("bdi_decompressor", {}, {{"Choices", "1"}});
    std::string all;
    for (const Mutant& m : mutate(source, 20, seed, folder.path()).mutants)
      all += m.mode + " " + m.cell + " " + m.place + "\n";
    return all;
  };
  const std::string first = places(1);
  EXPECT_EQ(first, places(1));
  EXPECT_NE(first, places(2));
  EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 20);
}

}  // namespace
}  // namespace heddle::verify::mutation_test
