// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/generator.hpp"

#include <gtest/gtest.h>

#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/print/ptx_printer.hpp"
#include "tb/fuzz/run/draw_case.hpp"

namespace heddle::fuzz::generator_test {
namespace {

constexpr std::uint64_t seed = 20'261'122;

TEST(Generator, SameSeedSameText) {
  for (std::uint64_t n = 0; n < 20; ++n) EXPECT_EQ(ptx_of(generate(seed, n)), ptx_of(generate(seed, n)));
  EXPECT_NE(ptx_of(generate(seed, 1)), ptx_of(generate(seed, 2)));
  EXPECT_NE(ptx_of(generate(seed, 1)), ptx_of(generate(seed + 1, 1)));
}

TEST(Generator, MachinesBelongToTheNumber) {
  for (std::uint64_t n = 0; n < 20; ++n) {
    const Case a = draw_case(seed, n, {}), b = draw_case(seed, n, {});
    ASSERT_EQ(a.machines.size(), b.machines.size());
    for (std::size_t m = 0; m < a.machines.size(); ++m)
      EXPECT_EQ(options_of(a.machines[m]), options_of(b.machines[m]));
  }
}

TEST(Generator, EveryKernelIsValidAndBothInterpretersAgree) {
  const auto no_machine = [](const KernelTree&, const std::string&, const Machine&) {
    return MachineRun{.refused = true, .after = {}};
  };
  std::size_t filling = 0;
  constexpr std::uint64_t kernels = 150;
  for (std::uint64_t n = 0; n < kernels; ++n) {
    const Case c = draw_case(seed, n, {});
    const CaseResult r = check(c, no_machine);
    EXPECT_EQ(r.verdict, Verdict::passed) << "seed " << seed << ", kernel " << n << ": " << r.text;
    filling += c.kernel.shape.all_threads() >= 1024;
  }
  EXPECT_GE(filling, kernels / 2);
}

/// Exchanges wait at mbarriers, at which copies arrive, too; what was copied before is then read without
/// another wait.
TEST(Generator, DrawsMbarriers) {
  std::size_t waits = 0, copies = 0;
  for (std::uint64_t n = 0; n < 300; ++n) {
    const KernelTree k = generate(seed, n);
    const std::string text = ptx_of(k);
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    EXPECT_EQ(has("mbarrier.init"), k.mbarrier) << n;
    EXPECT_EQ(has("mbarrier.arrive.shared"), has("_wait.shared.b64")) << n;
    waits += has("mbarrier.arrive.shared");
    copies += has("cp.async.mbarrier.arrive.noinc");
  }
  EXPECT_GE(waits, 15u);
  EXPECT_GE(copies, 5u);
}

/// Branches with two sides that do the same last, in as many statements as that takes.
std::size_t alike_ends(const std::vector<Statement>& body) {
  std::size_t found = 0;
  for (const Statement& s : body) {
    found += alike_ends(s.body) + alike_ends(s.otherwise);
    if (s.kind != Statement::Kind::branch || s.body.empty() || s.otherwise.empty()) continue;
    const Statement &a = s.body.back(), &b = s.otherwise.back();
    found += a.kind == b.kind && a.form == b.form && a.results == b.results && a.id != b.id &&
             a.sources.size() == b.sources.size() && a.place.offset == b.place.offset;
  }
  return found;
}

TEST(Generator, SomeBranchesEndAlike) {
  std::size_t found = 0;
  for (std::uint64_t n = 0; n < 200; ++n) found += alike_ends(generate(seed, n).body);
  EXPECT_GE(found, 20u);
}

TEST(Generator, KeepsToItsLimits) {
  const GeneratorLimits limits{.threads = 128, .threads_per_cta = 64, .slots = 2};
  for (std::uint64_t n = 0; n < 50; ++n) {
    const KernelTree k = generate(seed, n, limits);
    EXPECT_LE(k.shape.threads(), limits.threads_per_cta);
    EXPECT_LE(k.shape.all_threads(), limits.threads + limits.threads_per_cta);
    EXPECT_LE(k.slots, limits.slots);
  }
}

}  // namespace
}  // namespace heddle::fuzz::generator_test
