// SPDX-License-Identifier: Apache-2.0
// The sizes that a workload has by name: what they are, and what is wrong with others.
#include <gtest/gtest.h>

#include "tests/workloads/inputs.hpp"

namespace heddle::size_names_test {
namespace {

const Workload& workload(const std::string& name) { return Registry<Workload>::instance().find(name); }

/// Bytes of the transposed matrix.
std::size_t bytes(const WorkloadOptions& options) {
  Inputs inputs("transpose", options.sizes);
  return inputs.buffers().back().size();
}

TEST(SizeNames, ChooseTheWorkloadsOwn) {
  EXPECT_EQ(bytes({.sizes = {"small"}}), 70u * 45 * 4);
  EXPECT_EQ(bytes({.sizes = {"default"}}), 700u * 500 * 4);
  EXPECT_EQ(bytes({}), 700u * 500 * 4);
  EXPECT_EQ(bytes({.sizes = {"paper"}}), 2048u * 2048 * 4);
}

TEST(SizeNames, AssignmentsWin) {
  EXPECT_EQ(bytes({.sizes = {"paper", "height=3"}}), 2048u * 3 * 4);
  EXPECT_EQ(bytes({.sizes = {"height=3", "small"}}), 70u * 3 * 4);
}

Problem problem_of(const std::string& name, const WorkloadOptions& options) {
  try {
    workload(name).size_tree(options);
  } catch (const Error& error) {
    return error.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(SizeNames, UnknownOnesAreRefused) {
  const Problem p = problem_of("transpose", {.sizes = {"papers"}});
  EXPECT_EQ(p.value, "papers");
  EXPECT_EQ(p.nearest, "paper");
  EXPECT_EQ(p.legal, "small, default or paper, or NAME=VALUE with one of width, height, values");
}

TEST(SizeNames, OnlyOneIsTaken) {
  EXPECT_EQ(problem_of("transpose", {.sizes = {"paper", "n=1", "small"}}).value, "paper and small");
  EXPECT_EQ(problem_of("transpose", {.sizes = {"paper"}, .small = true}).value, "small and paper");
  EXPECT_NO_THROW(workload("transpose").size_tree({.sizes = {"small"}, .small = true}));
}

TEST(SizeNames, AWorkloadWithoutAPaperSaysSo) {
  const Problem p = problem_of("micro_issue", {.sizes = {"paper"}});
  EXPECT_NE(p.what.find("micro_issue has no size of a paper"), std::string::npos) << p.what;
  EXPECT_EQ(p.legal, "small or default");
}

/// Each paper size is legal, and its input can be made.
TEST(SizeNames, PaperSizesAreLegal) {
  unsigned papers = 0;
  for (const std::string& name : Registry<Workload>::instance().names()) {
    if (workload(name).paper.source.empty()) continue;
    SCOPED_TRACE(name);
    EXPECT_NO_THROW(Inputs(name, {"paper"}));
    ++papers;
  }
  EXPECT_GE(papers, 35u);
}

}  // namespace
}  // namespace heddle::size_names_test
