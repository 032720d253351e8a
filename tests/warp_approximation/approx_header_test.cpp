// SPDX-License-Identifier: Apache-2.0
// tb/workloads/heddle/approx.h: what compilers keep of its regions. The committed PTX was made by
// `compile_ptx --optimise 3`; where a compiler is installed it is made anew, with other levels, too.
#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tests/warp_approximation/marked_kernel.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::test::approx_header_test {
namespace {

constexpr unsigned arithmetic = 7;  ///< of one step of the stencil

struct Region {
  std::uint32_t instructions = 0, approximable = 0;
  unsigned level = 0;
};

std::vector<Region> regions_of(const std::string& text, const std::string& name) {
  const ptx::Kernel kernel = ptx::kernel_of(text, "approx_header.ptx", name, {});
  const ApproximationPlan plan = plan_approximation(kernel);
  std::vector<Region> regions(plan.regions.size());
  for (const InstructionApproximation& i : plan.code) {
    if (i.region == no_region) continue;
    ++regions[i.region].instructions;
    regions[i.region].approximable += i.is == Approximation::approximable;
    regions[i.region].level = i.level;
  }
  return regions;
}

/// Expects the regions to contain exactly the arithmetic; unrolling may make several regions of one.
void expect_regions_hold(const std::string& text) {
  const std::vector<Region> marked = regions_of(text, "marked");
  ASSERT_FALSE(marked.empty());
  for (const Region& r : marked) {
    EXPECT_EQ(r.instructions, arithmetic);
    EXPECT_EQ(r.approximable, arithmetic);
    EXPECT_EQ(r.level, 6u);
  }
  const std::vector<Region> sizes = regions_of(text, "sizes");
  ASSERT_EQ(sizes.size(), 1u);
  EXPECT_EQ(sizes[0].approximable, 4u);
}

/// Without the variables' names, compilers move arithmetic out of a region; otherwise the names would be
/// needless.
void expect_marks_alone_do_not(const std::string& text) {
  bool moved = false;
  for (const Region& r : regions_of(text, "untied"))
    moved |= r.instructions != arithmetic || r.approximable != arithmetic;
  EXPECT_TRUE(moved);
}

std::string kept(const std::string& variant) {
  return read_text_file(
      fmt::format("{}/tests/warp_approximation/approx_header.{}.ptx", HEDDLE_SOURCE_DIR, variant),
      "PTX file");
}

TEST(ApproxHeader, RegionsSurviveOptimisation) {
  for (const char* const variant : {"clang14", "nvcc13"}) {
    SCOPED_TRACE(variant);
    expect_regions_hold(kept(variant));
    expect_marks_alone_do_not(kept(variant));
  }
}

TEST(ApproxHeader, RegionsSurviveTheCompilersOfThisMachine) {
  unsigned compiled = 0;
  for (const std::string compiler : {"clang++-14", "clang++-19", "nvcc"}) {
    if (std::system((compiler + " --version > /dev/null 2>&1").c_str()) != 0) continue;
    for (const int level : {1, 2, 3})
      for (const int bits : {64, 32}) {
        if (compiler == "nvcc" && bits == 32) continue;
        SCOPED_TRACE(fmt::format("{} -O{}, {} bits", compiler, level, bits));
        const TemporaryFolder folder;
        const std::string command = fmt::format(
            "'{}' --to '{}' --optimise {} --bits {} --source '{}/tests/warp_approximation/approx_header.cu' "
            "{}",
            data_file("tb/workloads/compile_ptx").string(), folder.path().string(), level, bits,
            HEDDLE_SOURCE_DIR, compiler);
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
        const std::string text = read_text_file((folder.path() / "approx_header.ptx").string(), "PTX file");
        expect_regions_hold(text);
        if (compiler == "clang++-14" && level == 3 && bits == 64) {
          EXPECT_TRUE(text == kept("clang14")) << "approx_header.clang14.ptx is out of date";
        }
        ++compiled;
      }
  }
  EXPECT_GT(compiled, 0) << "no CUDA compiler: clang is in cmake/packages.txt";
}

}  // namespace
}  // namespace heddle::test::approx_header_test
