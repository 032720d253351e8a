// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/in_child.hpp"

namespace heddle::kept_code_test {
namespace {

GpuConfig machine(bool kept) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.l1i_kept = kept;
  return config;
}
std::string stores(const std::string& value, unsigned more = 0) {
  std::string body = fmt::format("add.u32 %r1, %r0, {};\n", value);
  for (unsigned k = 0; k < more; ++k) body += "add.u32 %r2, %r1, 3;\n";
  return body + "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";
}

/// A second kernel for a PtxRun, as of another module.
ptx::Kernel another(const std::string& body, const std::string& file = "test.ptx") {
  return ptx::load_module(PtxRun::text(body), file).front();
}
/// The misses of the instruction cache in a launch of one warp, whose results it checks.
double misses(PtxRun& run, const ptx::Kernel& kernel, unsigned plus) {
  const double before = run.sm("l1i.misses");
  const DevicePointer out = run.gpu.allocate(32 * 4);
  run.gpu.launch_with(kernel, {1}, {32}, out);
  const auto words = run.gpu.download<std::uint32_t>(out, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(words[i], i + plus) << kernel.name << " of " << kernel.file;
  return run.sm("l1i.misses") - before;
}
/// Misses of six launches, of two kernels in turn.
std::vector<double> in_turn(const GpuConfig& config, const std::string& second_file, unsigned more = 0,
                            const std::string& technique = "") {
  return in_child(6, [&] {
    PtxRun run(stores("5"), technique, config);
    const ptx::Kernel second = another(stores("70", more), second_file);
    std::vector<double> found;
    for (unsigned k = 0; k < 3; ++k) {
      found.push_back(misses(run, run.kernel, 5));
      found.push_back(misses(run, second, 70));
    }
    return found;
  });
}

TEST(KeptCode, IsFetchedOnceWhateverRunsBetween) {
  const std::vector<double> kept = in_turn(machine(true), "other.ptx", 20),
                            emptied = in_turn(machine(false), "other.ptx", 20);
  EXPECT_EQ(kept, (std::vector<double>{1, 2, 0, 0, 0, 0}));
  EXPECT_EQ(emptied, (std::vector<double>{1, 2, 1, 2, 1, 2}));
}

/// File, name and number of instructions are the same, so the words are, too; but not their places.
TEST(KeptCode, ThatOfAnotherModuleIsNotHit) {
  EXPECT_EQ(in_turn(machine(true), "test.ptx"), (std::vector<double>{1, 1, 0, 0, 0, 0}));
}

TEST(KeptCode, HasItsMetadataBesideIt) {
  const std::vector<double> s = in_turn(machine(true), "other.ptx", 100, "register_virtualization");
  EXPECT_GT(s[1], in_turn(machine(true), "other.ptx", 100)[1]);
  EXPECT_EQ(std::vector<double>(s.begin() + 2, s.end()), std::vector<double>(4));
}

/// Lines are driven out by those of other kernels as by those of the same.
TEST(KeptCode, IsKeptAsFarAsItFits) {
  const std::vector<double> s = in_turn(machine(true), "other.ptx", 250);
  EXPECT_GT(s[2] + s[3], 0);
}

TEST(KeptCode, SavesTheWayToTheL2) {
  const auto cycles = [](bool kept) {
    return in_child(1, [&] {
      PtxRun run(stores("5"), "", machine(kept));
      const ptx::Kernel second = another(stores("70"), "other.ptx");
      misses(run, run.kernel, 5);
      misses(run, second, 70);
      const double before = run.cycles();
      misses(run, run.kernel, 5);
      return std::vector{run.cycles() - before};
    })[0];
  };
  EXPECT_GT(cycles(false), cycles(true) + 100);
}

}  // namespace
}  // namespace heddle::kept_code_test
