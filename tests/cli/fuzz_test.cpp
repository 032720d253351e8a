// SPDX-License-Identifier: Apache-2.0
// `heddle fuzz` to its end: what it prints of the kernels that it has run.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::fuzz_test {
namespace {

TEST(Fuzz, RunsKernelsAndReportsWhatTheyHadInThem) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"fuzz", "--seed", "1", "--kernels", "3", "--out", "found"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* part : {"seed 1", "read after write", "control"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
}

TEST(Fuzz, WritesKernelsWithWhatTheyMustCompute) {
  const TemporaryFolder folder;
  const Ran written = heddle({"fuzz", "--write", "kernels", "--kernels", "2", "--out", "k"}, folder);
  EXPECT_EQ(written.status, 0) << written.err;
  const Ran ran = heddle({"run", "k/1-1.ptx", "--launch", "k/1-1.yaml", "--no-out"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("equal the reference"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace heddle::fuzz_test
