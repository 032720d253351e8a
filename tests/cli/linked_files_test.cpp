// SPDX-License-Identifier: Apache-2.0
// Programs of several PTX files, run by the built program with and without simulated time.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::linked_files_test {
namespace {

constexpr const char* head = ".version 7.0\n.target sm_75\n.address_size 64\n";

/// Kernel `k` of a.ptx calls `f` of b.ptx, which reads `base` of a.ptx: out[i] = 3 i + 100.
void add_program(const TemporaryFolder& folder) {
  folder.add("a.ptx", std::string(head) + R"(.visible .global .u32 base = 100;
.extern .func (.param .b32 z) f (.param .b32 w);
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [out];
  cvta.to.global.u64 %d2, %d1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d3, %r1, 4;
  add.s64 %d2, %d2, %d3;
  call (%r2), f, (%r1);
  st.global.u32 [%d2], %r2;
  ret;
}
)");
  folder.add("b.ptx", std::string(head) + R"(.extern .global .u32 base;
.visible .func (.param .b32 z) f (.param .b32 w)
{
  .reg .b32 %r<4>;
  ld.param.b32 %r0, [w];
  ld.global.u32 %r1, [base];
  mad.lo.u32 %r2, %r0, 3, %r1;
  st.param.b32 [z], %r2;
  ret;
}
)");
  folder.add("l.yaml",
             "kernel: k\ngrid: [1]\ncta: [64]\narguments:\n"
             "  - {name: out, type: u32, count: 64, expect: {kind: iota, start: 100, step: 3}}\n");
}

TEST(LinkedFiles, RunWithAndWithoutTime) {
  const TemporaryFolder folder;
  add_program(folder);
  for (const char* mode : {"--functional", "--check"}) {
    const Ran ran = heddle({"run", "a.ptx", "b.ptx", "--launch", "l.yaml", "--no-out", mode}, folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("64"), std::string::npos) << ran.out;
  }
  std::string other = content_of(folder.path() / "b.ptx");
  folder.add("c.ptx", other.replace(other.find(", 3,"), 4, ", 5,"));
  EXPECT_NE(
      heddle({"run", "a.ptx", "c.ptx", "--launch", "l.yaml", "--no-out", "--functional"}, folder).status, 0);
}

TEST(LinkedFiles, AreAnalysedTogether) {
  const TemporaryFolder folder;
  add_program(folder);
  const Ran ran = heddle({"kernel", "b.ptx", "a.ptx"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("b.ptx\na.ptx\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("1 calls"), std::string::npos) << ran.out;
}

TEST(LinkedFiles, HaveClearErrors) {
  const TemporaryFolder folder;
  add_program(folder);
  folder.add("none.ptx", head);
  expect_refused(folder, {"run", "a.ptx", "none.ptx", "--launch", "l.yaml"},
                 {"a.ptx:14:3", "not defined in any of the files that are linked", "'f'", "a.ptx, none.ptx"});
  expect_refused(folder, {"kernel", "a.ptx", "b.ptx", "a.ptx"}, {"a.ptx:4:23", "defined twice", "'base'"});
  expect_refused(folder, {"run", "a.ptx", "missing.ptx", "--launch", "l.yaml"}, {"missing.ptx"});
  expect_refused(folder, {"run", "a.ptx", "l.yaml", "--launch", "l.yaml"},
                 {"only PTX files are linked", "l.yaml"});
  expect_refused(folder, {"run", "scan", "a.ptx"}, {"linked with a PTX file", "scan"});
}

}  // namespace
}  // namespace heddle::linked_files_test
