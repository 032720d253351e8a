// SPDX-License-Identifier: Apache-2.0
// Programs that make no progress end with an error that names where; programs that make some go on; and
// independent threads let lanes wait for others of their warp.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::no_progress_test {
namespace {

using Words = std::vector<std::string>;

/// Each thread takes a lock, counts, and gives it back.
void add_spin_lock(const TemporaryFolder& folder) {
  folder.add("k.ptx", R"(.version 6.5
.target sm_70
.address_size 64
.visible .entry lock (.param .u64 mutex, .param .u64 count)
{
  .reg .u64 m, c; .reg .u32 old, v; .reg .pred p;
  ld.param.u64 m, [mutex];
  ld.param.u64 c, [count];
SPIN:
  atom.global.cas.b32 old, [m], 0, 1;
  setp.ne.u32 p, old, 0;
  @p bra SPIN;
  ld.volatile.global.u32 v, [c];
  add.u32 v, v, 1;
  st.volatile.global.u32 [c], v;
  membar.gl;
  atom.global.exch.b32 old, [m], 0;
  ret;
}
)");
  folder.add(
      "k.yaml",
      "kernel: lock\ngrid: [2]\ncta: [64]\narguments:\n"
      "  - {name: mutex, type: u32, count: 1, fill: {kind: zero}}\n"
      "  - {name: count, type: u32, count: 1, fill: {kind: zero}, expect: {kind: constant, value: 128}}\n");
}

Words run_k(const Words& more) {
  Words all{"run", "k.ptx", "--launch", "k.yaml", "--set", "sms=1"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(NoProgress, ASpinLockWithinAWarpIsALivelock) {
  const TemporaryFolder folder;
  add_spin_lock(folder);
  for (const Words& how : {Words{"--functional"}, Words{"--no-out"}})
    expect_refused(folder, run_k(how),
                   {"k.ptx:10", "atom.global.cas.b32", "livelock in kernel 'lock'", "warp", "of CTA", "lanes",
                    "global memory at 0x10000000", "at line 13", "sm.divergence=threads"});
}

TEST(NoProgress, IndependentThreadsPassASpinLock) {
  for (const Words& how : {Words{"--functional"}, Words{"--no-out"}, Words{"--no-out", "--check"}}) {
    Words all = run_k(how);
    all.insert(all.end(), {"--set", "sm.divergence=threads"});
    const TemporaryFolder folder;
    add_spin_lock(folder);
    const Ran ran = heddle(all, folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("passed"), std::string::npos) << ran.out;
  }
}

/// CTA 0 waits for a value that CTA 1 writes.
TEST(NoProgress, AFunctionalCtaMayWaitForALaterOne) {
  const TemporaryFolder folder;
  folder.add("k.ptx", R"(.version 7.8
.target sm_75
.address_size 64
.visible .entry k (.param .u64 d)
{
  .reg .u64 a; .reg .u32 c, v; .reg .pred p;
  ld.param.u64 a, [d];
  mov.u32 c, %ctaid.x;
  setp.eq.u32 p, c, 0;
  @p bra WAIT;
  st.volatile.global.u32 [a], 1;
  ret;
WAIT:
  ld.volatile.global.u32 v, [a];
  setp.ne.u32 p, v, 0;
  @!p bra WAIT;
  st.global.u32 [a+4], 7;
  ret;
}
)");
  folder.add(
      "k.yaml",
      "kernel: k\ngrid: [2]\ncta: [32]\narguments:\n"
      "  - {name: d, type: u32, count: 2, fill: {kind: zero}, expect: {kind: iota, start: 1, step: 6}}\n");
  const Ran ran = heddle({"run", "k.ptx", "--launch", "k.yaml", "--functional"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  // With room for one CTA alone the other never begins.
  expect_refused(folder, run_k({"--functional", "--set", "sm.ctas=1"}),
                 {"k.ptx:14", "livelock", "global memory at 0x10000000", "1 CTAs of the grid begin only"});
}

void add_endless(const TemporaryFolder& folder) {
  folder.add("k.ptx", ".version 6.0\n.target sm_30\n.address_size 64\n.visible .entry k() { $E: bra $E; }\n");
  folder.add("k.yaml", "kernel: k\ngrid: [1]\ncta: [1]\n");
}

TEST(NoProgress, AFunctionalRunObeysMaxCycles) {
  const TemporaryFolder folder;
  add_endless(folder);
  expect_refused(folder, run_k({"--functional", "--set", "max_cycles=1000"}),
                 {"k.ptx:4", "max_cycles", "'1000 warp instructions'", "0 for no limit"});
}

TEST(NoProgress, AnEmptyLoopIsALivelock) {
  const TemporaryFolder folder;
  add_endless(folder);
  for (const Words& how : {Words{"--functional"}, Words{"--no-out"}})
    expect_refused(folder, run_k(how), {"k.ptx:4", "livelock", "they read nothing that could end it"});
}

/// Some warps poll what one writes after a long loop that stores nothing.
TEST(NoProgress, WarpsThatWaitForOneThatComputesAreNone) {
  const TemporaryFolder folder;
  folder.add("k.ptx", R"(.version 7.8
.target sm_75
.address_size 64
.visible .entry k (.param .u64 d)
{
  .reg .u64 a; .reg .u32 t, v, n; .reg .pred p;
  ld.param.u64 a, [d];
  mov.u32 t, %tid.x;
  mov.u32 n, 0;
  setp.ge.u32 p, t, 32;
  @p bra WAIT;
COUNT:
  add.u32 n, n, 1;
  setp.lt.u32 p, n, 100000;
  @p bra COUNT;
  st.volatile.global.u32 [a], n;
  ret;
WAIT:
  ld.volatile.global.u32 v, [a];
  setp.eq.u32 p, v, 0;
  @p bra WAIT;
  ret;
}
)");
  folder.add(
      "k.yaml",
      "kernel: k\ngrid: [2]\ncta: [96]\narguments:\n"
      "  - {name: d, type: u32, count: 1, fill: {kind: zero}, expect: {kind: constant, value: 100000}}\n");
  for (const Words& how : {Words{"--functional"}, Words{"--no-out"}}) {
    const Ran ran = heddle(run_k(how), folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
}

TEST(NoProgress, ManySmsComputeTheSame) {
  const TemporaryFolder folder;
  for (const char* sms : {"sms=132", "sms=512"}) {
    const Ran ran = heddle({"run", "vectoradd", "--small", "--no-out", "--set", sms}, folder);
    EXPECT_EQ(ran.status, 0) << sms << ran.err;
  }
}

}  // namespace
}  // namespace heddle::no_progress_test
