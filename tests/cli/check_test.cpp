// SPDX-License-Identifier: Apache-2.0
// What `heddle run --check` reports of kernels whose loads it can follow, and of others.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::check_test {
namespace {

/// Warp 1 reads from shared memory what warp 0 has written; `of_writer` and `of_reader` stand between.
Ran checked(const std::string& of_writer, const std::string& of_reader, const std::string& behind = "") {
  const TemporaryFolder folder;
  add_kernel(folder,
             "mov.u32 %r5, words;\nshl.b32 %r6, %r1, 2;\nadd.u32 %r6, %r5, %r6;\n"
             "setp.ge.u32 %p1, %r1, 32;\n@%p1 bra READER;\nst.shared.u32 [%r6], %r1;\n" +
                 of_writer + "bra JOIN;\nREADER:\n" + of_reader +
                 "ld.shared.u32 %r7, [%r6+-128];\nadd.u32 %r1, %r7, 32;\nJOIN:\n" + behind,
             ".shared .align 4 .b8 words[256];");
  return heddle({"run", "k.ptx", "--launch", "k.yaml", "--check"}, folder);
}

void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Check, LoadsBehindABarrierHaveOneRightValue) {
  const Ran ran = checked("bar.arrive 1, 64;\n", "bar.sync 1, 64;\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_in(ran.out, {"passed: 64 elements", "tandem check", "32 by lanes; 100.00 % have one right value"});
}

TEST(Check, LoadsBehindAFenceAreTooManyThatItDoesNotFollow) {
  const Ran ran = checked("membar.cta;\nmov.u32 %r8, 1;\nst.volatile.shared.u32 [words+252], %r8;\n",
                          "WAIT:\nld.volatile.shared.u32 %r8, [words+252];\nsetp.eq.u32 %p2, %r8, 0;\n@%p2 "
                          "bra WAIT;\nmembar.cta;\n");
  EXPECT_EQ(ran.status, 1);
  // The ordinary report is printed first.
  expect_in(ran.out, {"passed: 64 elements", "tandem check", "not followed", "written"});
  expect_in(ran.err, {"heddle: error: k.ptx:", "kernel 'k'", "0.00 % were compared with the one right value",
                      "less than 95 %", "does not follow"});
}

TEST(Check, LoadsThatRaceAreReportedAndNoFailure) {
  // The load may come before the store, so its result is not certain; `behind` replaces it.
  const Ran ran = checked("", "", "mov.u32 %r1, %tid.x;\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_in(ran.out,
            {"passed: 64 elements", "0.00 % have one right value", "races", "the order of warps decides"});
}

TEST(Check, StoresThatOvertakeLoadsAreReported) {
  const Ran ran = checked("bar.arrive 1, 64;\n", "bar.sync 1, 64;\n",
                          "@%p1 bra END;\nmov.u32 %r8, 0;\nLATER:\nadd.u32 %r8, %r8, 1;\n"
                          "setp.lt.u32 %p2, %r8, 300;\n@%p2 bra LATER;\nst.shared.u32 [%r6], %r8;\nEND:\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_in(ran.out, {"100.00 % have one right value", "races",
                      "nothing orders loads of other warps and the later writes of 1 lines"});
}

}  // namespace
}  // namespace heddle::check_test
