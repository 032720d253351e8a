// SPDX-License-Identifier: Apache-2.0
// Bad input to `heddle fuzz` ends with one error message before any kernel runs, and leaves no files behind.
#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/cli/program.hpp"

namespace heddle::bad_fuzz_input_test {
namespace {

using Words = std::vector<std::string>;

/// Runs `heddle fuzz --kernels 1` with these options.
Words fuzz(const Words& options) {
  Words all{"fuzz", "--kernels", "1"};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

TEST(BadFuzzInput, NoLimit) {
  expect_refused({}, {"fuzz"}, {"command line", "--kernels N or --seconds S"});
  expect_refused({}, {"fuzz", "--seed", "3", "--out", "o"}, {"command line", "--kernels N or --seconds S"});
}
TEST(BadFuzzInput, WhatIsWritten) {
  expect_refused({}, {"fuzz", "--write", "kernels"}, {"command line", "--kernels N"});
  expect_refused({}, fuzz({"--write", "all"}), {"command line", "--write", "all", "kernels"}, 2);
}
TEST(BadFuzzInput, NumberOutOfRange) {
  expect_refused({}, {"fuzz", "--kernels", "0"}, {"command line", "--kernels", "0"}, 2);
  expect_refused({}, {"fuzz", "--seconds", "-1"}, {"command line", "--seconds", "-1"}, 2);
  expect_refused({}, fuzz({"--seed", "-1"}), {"command line", "--seed", "-1"}, 2);
  expect_refused({}, fuzz({"--jobs", "0"}), {"command line", "--jobs", "0"}, 2);
}
TEST(BadFuzzInput, UnknownGpu) {
  expect_refused({}, fuzz({"--gpu", "gtx480_lee2105"}),
                 {"command line", "unknown GPU", "'gtx480_lee2105'", "mean 'gtx480_lee2015'?"});
}
TEST(BadFuzzInput, UnknownTechnique) {
  expect_refused({}, fuzz({"--with", "warp_compression"}),
                 {"command line", "unknown technique", "'warp_compression'", "mean 'warped_compression'?"});
}
TEST(BadFuzzInput, UnknownKey) {
  expect_refused({}, fuzz({"--set", "sm.warsp=3"}), {"unknown key", "'sm.warsp'", "mean 'sm.warps'?"});
}
TEST(BadFuzzInput, ValueOutOfRange) {
  expect_refused({}, fuzz({"--set", "stalls.percent=91"}),
                 {"command line", "stalls.percent is out of range", "'91'", "0 .. 90 %"});
  expect_refused({}, fuzz({"--set", "cta_order=reverse"}),
                 {"command line", "cta_order", "'reverse'", "linear, reversed, scattered"});
}
TEST(BadFuzzInput, UnknownBlock) {
  expect_refused({}, fuzz({"--rtl", "bdi_compresor"}),
                 {"command line", "unknown block", "'bdi_compresor'", "mean 'bdi_compressor'?"});
}
TEST(BadFuzzInput, NoSuchRtlFile) {
  expect_refused({}, fuzz({"--rtl", "bank_arbiter=none.sv"}), {"none.sv"});
}

TEST(BadFuzzInput, FolderThatCannotBeMade) {
  const TemporaryFolder folder;
  folder.add("notes.txt", "mine");
  for (const char* out : {"notes.txt", "notes.txt/o"})
    expect_refused(folder, fuzz({"--out", out}), {"command line", "cannot be", "'" + std::string(out)});
  EXPECT_EQ(content_of(folder.path() / "notes.txt"), "mine");
}

TEST(BadFuzzInput, CompiledWithoutClang) {
  const TemporaryFolder folder;
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  expect_refused(folder, fuzz({"--compiled"}), {"--compiled", "clang++", "apt-get install clang"});
  ::setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace heddle::bad_fuzz_input_test
