// SPDX-License-Identifier: Apache-2.0
// Properties of the RTL that are proven for all inputs: the claims on the blocks' cards, each with a control
// that must fail. A claim is not proven again when configs/blocks/verified says that the same contents have
// passed; HEDDLE_VERIFY_ALL=1 proves all claims. Those of two blocks are always proven, to test the prover.
#include "tb/verify/proof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "tests/verify/recorded.hpp"

namespace heddle::verify::proof_test {
namespace {

struct Claimed {
  std::string block;
  ProofClaim claim;
  friend void PrintTo(const Claimed& c, std::ostream* out) { *out << c.block << ": " << c.claim.claim; }
};

std::vector<Claimed> all_claims() {
  std::vector<Claimed> all;
  for (const std::string& block : Registry<BlockEntry>::instance().names())
    for (const ProofClaim& claim : block_card(block).proofs) all.push_back({block, claim});
  return all;
}

/// They take seconds: an invariant over time, and a claim of one cycle.
constexpr std::array always_proven{"mov_injector", "thread_compressor"};

class Proof : public testing::TestWithParam<Claimed> {
 protected:
  void SetUp() override {
    try {
      require_provers();
    } catch (const Error& missing) {
      GTEST_SKIP() << missing.what();
    }
    const std::string& block = GetParam().block;
    if (std::count(always_proven.begin(), always_proven.end(), block) == 0 && is_recorded(block, "proofs"))
      GTEST_SKIP() << why_left_out(block);
  }
};

TEST_P(Proof, HoldsForAllInputs) {
  EXPECT_EQ(name(prove(GetParam().block, GetParam().claim)), name(ProofVerdict::proven));
}

TEST_P(Proof, IsRefutedForBrokenRtl) {
  EXPECT_EQ(name(prove(GetParam().block, GetParam().claim, true)), name(ProofVerdict::refuted));
}

INSTANTIATE_TEST_SUITE_P(Blocks, Proof, testing::ValuesIn(all_claims()), [](const auto& info) {
  return info.param.block + "_" + std::to_string(info.index);
});

TEST(ProofControl, ThatReplacesWhatIsNotThereIsRefused) {
  ProofClaim claim = block_card("bdi_compressor").proofs.at(0);
  claim.broken.replace = "no such text";
  EXPECT_THROW(prove("bdi_compressor", claim, true), Error);
}

}  // namespace
}  // namespace heddle::verify::proof_test
