// SPDX-License-Identifier: Apache-2.0
// Random programs give the same results with any number of registers.
#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/flow/kernel_analysis.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::spill_test {
namespace {

constexpr unsigned words = 16, pairs = 6, flags = 4, threads = 64;

/// Straight-line code, guards, divergent forward branches, a loop, and vector accesses of all sizes.
class RandomProgram {
 public:
  explicit RandomProgram(Random& rng) : rng_(rng) {}

  std::string text() {
    std::string body =
        ".reg .b32 %r<16>; .reg .b64 %d<6>; .reg .pred %p<4>; .reg .b64 %to, %at; .reg .b32 %i, %n;\n"
        "ld.param.u64 %to, [to]; mov.u32 %i, %tid.x; mad.wide.u32 %at, %i, 128, %to; mov.u32 %n, 3;\n";
    for (unsigned k = 0; k < words; ++k)
      body += fmt::format("mad.lo.u32 %r{}, %i, {}, {};\n", k, 3 * k + 1, 17 * k);
    for (unsigned k = 0; k < pairs; ++k) body += fmt::format("mul.wide.u32 %d{}, %r{}, 123456789;\n", k, k);
    for (unsigned k = 0; k < flags; ++k) body += fmt::format("setp.lt.u32 %p{}, %i, {};\n", k, 10 * k + 5);
    body += statements(12) + "Loop:\n" + statements(14) +
            "sub.u32 %n, %n, 1; setp.ne.u32 %p0, %n, 0; @%p0 bra Loop;\n";
    body += "bar.sync 0;\n";
    for (unsigned k = 0; k < words; k += 4)
      body += fmt::format("st.global.v4.u32 [%at+{}], {{%r{}, %r{}, %r{}, %r{}}};\n", 4 * k, k, k + 1, k + 2,
                          k + 3);
    for (unsigned k = 0; k < pairs; k += 2)
      body += fmt::format("st.global.v2.u64 [%at+{}], {{%d{}, %d{}}};\n", 64 + 8 * k, k, k + 1);
    for (unsigned k = 0; k < flags; ++k)
      body += fmt::format("selp.u32 %r{}, 1, 0, %p{}; st.global.u32 [%at+{}], %r{};\n", k, k, 112 + 4 * k, k);
    return one_kernel_text(".param .u64 to", body + "ret;");
  }

 private:
  std::string word() { return fmt::format("%r{}", rng_.below(words)); }
  std::string pair() { return fmt::format("%d{}", rng_.below(pairs)); }
  std::string flag() { return fmt::format("%p{}", rng_.below(flags)); }

  std::string statements(unsigned count) {
    std::string body;
    for (unsigned k = 0; k < count; ++k) {
      const std::string guard =
          rng_.one_in(4) ? fmt::format("@{}{} ", rng_.one_in(2) ? "!" : "", flag()) : "";
      switch (rng_.below(9)) {
        case 0:
          body += fmt::format("{}add.u32 {}, {}, {};\n", guard, word(), word(), word());
          break;
        case 1:
          body += fmt::format("{}xor.b64 {}, {}, {};\n", guard, pair(), pair(), pair());
          break;
        case 2:
          body += fmt::format("{}setp.gt.u32 {}, {}, {};\n", guard, flag(), word(), word());
          break;
        case 3:
          body += fmt::format("{}selp.b32 {}, {}, {}, {};\n", guard, word(), word(), word(), flag());
          break;
        case 4:
          body += fmt::format("{}mad.wide.u32 {}, {}, {}, {};\n", guard, pair(), word(), word(), pair());
          break;
        case 5:
          body += fmt::format("@{} bra L{};\n{}L{}:\n", flag(), labels_, rng_.one_in(2) ? statements(2) : "",
                              labels_);
          ++labels_;
          break;
        case 6:
          body += fmt::format("{}setp.eq.and.u32 {}|{}, {}, {}, {};\n", guard, "%p1", "%p2", word(), word(),
                              flag());
          break;
        case 7: {
          const unsigned k = 4 * rng_.below(words / 4);
          body +=
              fmt::format("st.global.v4.u32 [%at], {{%r{}, %r{}, %r{}, %r{}}};\n", k, k + 1, k + 2, k + 3);
          body += fmt::format("{}ld.global.v4.u32 {{%r{}, %r{}, %r{}, %r{}}}, [%at];\n", guard, k + 3, k,
                              k + 1, k + 2);
          break;
        }
        default:
          body += fmt::format(
              "st.global.v2.u64 [%at], {{%d0, %d1}};\n{}ld.global.v2.u64 {{%d2, %d0}}, [%at];\n", guard);
      }
    }
    return body;
  }

  Random& rng_;
  unsigned labels_ = 0;
};

std::vector<std::byte> result_of(const std::string& text, std::uint32_t max_registers,
                                 const ptx::CodeGeneration& code = {}) {
  FunctionalDevice device({.code_generation = code});
  Context context(device, {.build = {.max_registers = max_registers}});
  const Module module = context.load_text(text, "k.ptx");
  const DevicePointer to = context.allocate(threads * 128);
  module.function("k").launch({.cta = {threads}}, to);
  return context.download<std::byte>(to, threads * 128);
}

TEST(Spill, ProgramsComputeTheSameWithFewRegisters) {
  const std::uint64_t first = testing::UnitTest::GetInstance()->random_seed();
  bool spilled = false;
  for (std::uint64_t seed = first; seed < first + 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random rng(seed);
    const std::string text = RandomProgram(rng).text();
    const std::vector<std::byte> expected = result_of(text, 63);
    for (const std::uint32_t cap : {24u, 16u, 12u}) {
      EXPECT_EQ(result_of(text, cap), expected) << cap << " registers\n" << text;
      const ptx::Kernel kernel = ptx::kernel_of(text, "k.ptx", "k", {.max_registers = cap});
      EXPECT_LE(kernel.registers, cap);
      spilled |= kernel.spilled_registers != 0;
    }
  }
  EXPECT_TRUE(spilled);
}

TEST(Spill, ProgramsComputeTheSameInEachInstructionSet) {
  const std::uint64_t first = testing::UnitTest::GetInstance()->random_seed();
  for (std::uint64_t seed = first; seed < first + 40; ++seed) {
    Random rng(seed);
    const std::string text = RandomProgram(rng).text();
    const std::vector<std::byte> expected = result_of(text, 63);
    for (const auto isa :
         {ptx::InstructionSet::ptx, ptx::InstructionSet::fermi, ptx::InstructionSet::ptxplus})
      for (const std::uint32_t level : {1u, 2u})
        for (const std::uint32_t cap : {63u, 16u})
          EXPECT_EQ(result_of(text, cap, {isa, level}), expected)
              << "seed " << seed << ", " << name_of(isa) << ", level " << level << "\n"
              << text;
  }
}

/// What the allocator and the passes add is told from what the file has: events of a line happen once.
TEST(Spill, InstructionsThatTheFileDoesNotHaveSaySo) {
  const std::uint64_t first = testing::UnitTest::GetInstance()->random_seed();
  for (std::uint64_t seed = first; seed < first + 20; ++seed) {
    Random rng(seed);
    const std::string text = RandomProgram(rng).text();
    const auto of_the_file = [&](std::uint32_t cap) {
      const ptx::Kernel kernel = ptx::kernel_of(text, "k.ptx", "k", {.max_registers = cap});
      std::vector<std::uint32_t> lines;
      for (const ptx::Instruction& i : kernel.code)
        if (!i.made) lines.push_back(i.line);
      return lines;
    };
    EXPECT_EQ(of_the_file(12), of_the_file(63)) << "seed " << seed << "\n" << text;
  }
}

TEST(Spill, VectorAccessesNameConsecutiveAlignedRegisters) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random rng(seed);
    for (const std::uint32_t cap : {63u, 16u}) {
      const ptx::Kernel kernel =
          ptx::kernel_of(RandomProgram(rng).text(), "k.ptx", "k", {.max_registers = cap});
      for (const ptx::Instruction& i : kernel.code) {
        if (i.memory.elements == 1 || i.execute != nullptr || i.memory.space == ptx::Space::none) continue;
        const unsigned address = i.memory.address_bits / 32;
        const auto* first = i.memory.store ? i.sources.data() + address : i.destinations.data();
        const unsigned count = i.memory.store ? i.source_count - address : i.destination_count;
        EXPECT_EQ(first[0] % count, 0u);
        for (unsigned k = 1; k < count; ++k) EXPECT_EQ(first[k], first[0] + k);
      }
    }
  }
}

TEST(Spill, PredicatesBeyondTheFileLiveInMemory) {
  std::string body =
      ".reg .pred %p<90>; .reg .b32 %i, %s, %x; .reg .b64 %to;\n"
      "ld.param.u64 %to, [to]; mov.u32 %i, %tid.x; mov.u32 %s, 0; mad.wide.u32 %to, %i, 4, %to;\n";
  for (unsigned k = 0; k < 90; ++k) body += fmt::format("setp.gt.u32 %p{}, %i, {};\n", k, k % 32);
  for (unsigned k = 0; k < 90; ++k)
    body += fmt::format("selp.u32 %x, {}, 0, %p{}; add.u32 %s, %s, %x;\n", k + 1, k);
  const std::string text = one_kernel_text(".param .u64 to", body + "st.global.u32 [%to], %s; ret;");
  const ptx::Kernel kernel = ptx::kernel_of(text, "k.ptx", "k", {});
  EXPECT_LE(kernel.predicates, ptx::max_predicates);
  EXPECT_GT(kernel.local_bytes, 0u);
  FunctionalDevice device;
  Context context(device);
  const DevicePointer to = context.allocate(32 * 4);
  context.load_text(text, "k.ptx").function("k").launch({.cta = {32}}, to);
  std::vector<std::uint32_t> expected(32);
  for (unsigned i = 0; i < 32; ++i)
    for (unsigned k = 0; k < 90; ++k) expected[i] += i > k % 32 ? k + 1 : 0;
  EXPECT_EQ(context.download<std::uint32_t>(to, 32), expected);
}

}  // namespace
}  // namespace heddle::test::spill_test
