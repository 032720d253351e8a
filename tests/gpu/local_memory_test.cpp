// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/both.hpp"

namespace heddle::local_memory_test {
namespace {

BOTH_EXECUTORS(LocalMemory);

/// The body of a PtxRun kernel with an array of 16 words.
std::string with_array(const std::string& body) {
  return ".local .align 16 .b8 a[64];\n.reg .b64 %l; mov.u64 %l, a;\n" + body;
}
constexpr const char* store_result =
    "mov.u32 %r20, %ctaid.x;\nmov.u32 %r21, %ntid.x;\nmad.lo.u32 %r22, %r20, %r21, %r0;\n"
    "mul.wide.u32 %rd8, %r22, 4;\nadd.u64 %rd9, %rd1, %rd8;\nst.global.u32 [%rd9], %r9;";

TEST_P(LocalMemory, ArraysWithIndicesOfTheThread) {
  const auto out = same(job(with_array(R"(
    mov.u32 %r1, 0;
  FILL:
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %l, %rd2;
    mad.lo.u32 %r2, %r0, 1000, %r1;
    st.local.u32 [%rd3], %r2;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p0, %r1, 16;
    @%p0 bra FILL;
    mad.lo.u32 %r3, %r0, 5, 3;
    and.b32 %r3, %r3, 15;
    mul.wide.u32 %rd2, %r3, 4;
    add.u64 %rd3, %l, %rd2;
    ld.local.u32 %r9, [%rd3];
)") + store_result,
                            100, 400, 4));
  for (unsigned i = 0; i < 400; ++i) EXPECT_EQ(out[i], i % 100 * 1000 + ((i % 100 * 5 + 3) & 15)) << i;
}

TEST_P(LocalMemory, EqualOffsetsAreOneLine) {
  same(job(with_array("st.local.u32 [%l+8], %r0;\nld.local.u32 %r9, [%l+8];\n") + store_result, 32, 32));
  EXPECT_EQ(sm("load_store.local_stores"), 1);
  EXPECT_EQ(sm("load_store.local_loads"), 1);
  EXPECT_EQ(sm("load_store.transactions"), 3);
}

TEST_P(LocalMemory, BytesWideWordsVectorsAndGenericAddresses) {
  const auto out = same(job(with_array(R"(
    cvta.local.u64 %rd5, %l;
    add.u32 %r1, %r0, 1; add.u32 %r2, %r0, 2; add.u32 %r3, %r0, 3;
    st.local.v4.u32 [%l+16], {%r0, %r1, %r2, %r3};
    st.u8 [%rd5+21], 255;
    mov.b64 %rd6, {%r3, %r2};
    st.local.u64 [%l], %rd6;
    ld.local.v2.u64 {%rd6, %rd7}, [%l+16];
    ld.u16 %r4, [%rd5+20];
    ld.s8 %r5, [%rd5+21];
    ld.local.v2.u32 {%r6, %r7}, [%l];
    mov.b64 {%r10, %r11}, %rd7;
    add.u32 %r9, %r4, %r5; mad.lo.u32 %r9, %r6, 7, %r9; mad.lo.u32 %r9, %r7, 13, %r9;
    mad.lo.u32 %r9, %r10, 17, %r9; mad.lo.u32 %r9, %r11, 19, %r9;
)") + store_result,
                            48, 48));
  for (std::uint32_t t = 0; t < 48; ++t)
    EXPECT_EQ(out[t],
              (0xff00 | (t + 1)) + 0xffffffffu + (t + 3) * 7 + (t + 2) * 13 + (t + 2) * 17 + (t + 3) * 19)
        << t;
}

TEST_P(LocalMemory, LanesOfOneAccessMayMeanDifferentSpaces) {
  // Generic addresses: local memory for even threads, shared memory where thread mod 4 is 1, else global
  // memory.
  const auto out = same(job(with_array(R"(
    cvta.local.u64 %rd2, %l;
    mov.u64 %rd3, sh;
    cvta.shared.u64 %rd3, %rd3;
    mul.wide.u32 %rd4, %r0, 4;
    add.u64 %rd3, %rd3, %rd4;
    add.u64 %rd5, %rd1, %rd4;
    add.u64 %rd5, %rd5, 512;
    and.b32 %r1, %r0, 1; setp.eq.u32 %p0, %r1, 0;
    and.b32 %r1, %r0, 3; setp.eq.u32 %p1, %r1, 1;
    selp.b64 %rd6, %rd3, %rd5, %p1;
    selp.b64 %rd6, %rd2, %rd6, %p0;
    mad.lo.u32 %r2, %r0, %r0, 11;
    st.u32 [%rd6], %r2;
    ld.u32 %r9, [%rd6];
)") + store_result,
                            64, 256));
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t * t + 11) << t;
}

TEST_P(LocalMemory, OutsideIsReported) {
  const Failure f = same_failure(job(with_array("ld.local.u32 %r9, [%l+64];\n") + store_result, 32, 32));
  EXPECT_EQ(f.status, Status::illegal_address);
  EXPECT_EQ(f.problem.what, "out-of-bounds load of 4 bytes in local memory by warp 0, lane 0 of kernel 'k'");
}

}  // namespace
}  // namespace heddle::local_memory_test
