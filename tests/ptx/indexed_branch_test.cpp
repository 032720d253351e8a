// SPDX-License-Identifier: Apache-2.0
// brx.idx: the lanes of a warp branch to different targets and reconverge; a guard keeps lanes out.
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::indexed_branch_test {
namespace {

/// Runs 64 threads; thread i branches to target in[i] of a list of `count`, which adds that power of 10 to
/// out[i].
std::vector<std::uint32_t> taken(const std::vector<std::uint32_t>& in, unsigned count,
                                 const std::string& guard) {
  std::string body = R"(.reg .b64 %o, %d, %w; .reg .b32 %i, %k, %v, %m; .reg .pred %p;
    ld.param.u64 %o, [out]; ld.param.u64 %d, [in]; mov.u32 %i, %tid.x; mul.wide.u32 %w, %i, 4;
    add.u64 %o, %o, %w; add.u64 %d, %d, %w; ld.global.u32 %k, [%d]; mov.u32 %v, 7; setp.lt.u32 %p, %i, 32;
  )";
  body += "list: .branchtargets L0";
  for (unsigned k = 1; k < count; ++k) body += fmt::format(", L{}", k);
  body += fmt::format(";\n{}brx.idx %k, list;\nmov.u32 %v, 9; bra Done;\n", guard);
  for (unsigned k = 0; k < count; ++k)
    body += fmt::format("L{}: mov.u32 %v, {}; bra.uni Done;\n", k, 100 + 3 * k);
  body +=
      "Done: activemask.b32 %m; popc.b32 %m, %m; mad.lo.u32 %v, %m, 1000, %v; st.global.u32 [%o], %v; ret;";
  FunctionalDevice device;
  Context context(device);
  const DevicePointer out = context.allocate(64 * 4);
  context.load_text(one_kernel_text(".param .u64 out, .param .u64 in", body), "k.ptx")
      .function("k")
      .launch({.cta = {64}}, out, context.upload(in));
  return context.download<std::uint32_t>(out, 64);
}

TEST(IndexedBranch, EachLaneTakesItsEntryAndAllMeet) {
  for (const unsigned count : {1u, 2u, 3u, 7u, 32u}) {
    std::vector<std::uint32_t> in(64), expected(64);
    for (unsigned i = 0; i < 64; ++i) {
      in[i] = i * 5 % count;
      expected[i] = 32'000 + 100 + 3 * in[i];
    }
    EXPECT_EQ(taken(in, count, ""), expected) << count << " entries";
  }
}

TEST(IndexedBranch, LanesThatTheGuardHoldsBackGoOn) {
  std::vector<std::uint32_t> in(64), expected(64);
  for (unsigned i = 0; i < 64; ++i) {
    in[i] = i % 4;
    expected[i] = 32'000 + (i < 32 ? 100 + 3 * in[i] : 9);
  }
  EXPECT_EQ(taken(in, 4, "@%p "), expected);
}

}  // namespace
}  // namespace heddle::test::indexed_branch_test
