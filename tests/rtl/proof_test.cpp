// What holds for all inputs, proven on the RTL: the claims of the blocks' cards, each with a control that
// must fail.
#include "tb/verify/proof.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

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

class Proof : public testing::TestWithParam<Claimed> {
 protected:
  void SetUp() override {
    try {
      require_provers();
    } catch (const Error& missing) {
      GTEST_SKIP() << missing.what();
    }
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
