// SPDX-License-Identifier: Apache-2.0
// Techniques that exclude each other are refused, and so is an undeclared second holder of a hook.
#include "hw/sm/banks/uncompressed.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/gpu/technique_of_test.hpp"

#include <gtest/gtest.h>

namespace heddle::composition_test {
namespace {

class Encoding final : public SmTechnique, public UncompressedRegisters {
 public:
  explicit Encoding(const SmTechniqueParts&) {}
  void attach(SmHooks& hooks, const SmStations&) override {
    hooks.hold(static_cast<RegisterEncoding&>(*this));
  }
};

TEST(Hooks, OfOneHolderRefuseASecond) {
  const Techniques two{technique_of<Encoding>({}), technique_of<Encoding>({})};
  try {
    PtxRun run("", two, PtxRun::one_sm());
    FAIL() << "nothing was thrown";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("RegisterEncoding"), std::string::npos) << e.what();
  }
}

TEST(Hooks, EachHasARule) {
  for (std::size_t k = 0; k < hook_rules.size(); ++k)
    EXPECT_EQ(hook_rules[k].hook, static_cast<Hook>(k)) << hook_rules[k].name;
}

TEST(Hooks, TheTwoTechniquesShareAnSm) {
  for (const auto& a : techniques_of("warped_compression"))
    for (const auto& b : techniques_of("register_virtualization"))
      for (const HookRule& rule : hook_rules)
        EXPECT_TRUE(rule.decides.empty() || !held({a}, rule.hook) || !held({b}, rule.hook)) << rule.name;
}

}  // namespace
}  // namespace heddle::composition_test
