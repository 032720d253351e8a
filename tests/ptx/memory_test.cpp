// SPDX-License-Identifier: Apache-2.0
#include "models/host/context.hpp"
#include "models/host/launch.hpp"
#include "models/ptx/program/memory_windows.hpp"
#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::memory_test {
namespace {

TEST(Memory, LoadsExtendByTypeToTheRegister) {
  // There is a thread for each register width, and all load the same bytes with every type.
  const auto load = [](const char* type, const char* reg, const char* store) {
    FunctionalDevice device;
    const std::vector<std::uint64_t> memory{0xfedcba98'87654321, 0x01234567'89abcdef};
    const DevicePointer from = device.upload(memory), to = device.allocate(8);
    const auto kernel =
        one_kernel(".param .u64 a, .param .u64 b",
                   fmt::format(".reg .{} %v; .reg .b64 %a, %b; ld.param.u64 %a, [a]; ld.param.u64 %b, [b];"
                               "ld.global.{} %v, [%a]; st.global.{} [%b], %v; ret;",
                               reg, type, store));
    device.launch_with(kernel, {}, {}, from, to);
    return device.download<std::uint64_t>(to, 1)[0];
  };
  EXPECT_EQ(load("u8", "b32", "u32"), 0x21u);
  EXPECT_EQ(load("s8", "b16", "u16"), 0x21u);
  EXPECT_EQ(load("u16", "b32", "u32"), 0x4321u);
  EXPECT_EQ(load("u32", "b64", "u64"), 0x87654321u);
  EXPECT_EQ(load("s32", "b64", "u64"), 0xffffffff'87654321u);
  EXPECT_EQ(load("b64", "b64", "u64"), 0xfedcba98'87654321u);
  EXPECT_EQ(load("f64", "f64", "f64"), 0xfedcba98'87654321u);
  EXPECT_EQ(load("b32", "f32", "f32"), 0x87654321u);
}

TEST(Memory, SignedBytesAndStoresThatTruncate) {
  const std::vector<std::int8_t> bytes{-128, -1, 0, 127};
  expect_lanes<std::uint32_t>(
      "cvt.s32.s16 %d, %s0;", [](std::int8_t v) { return static_cast<std::uint32_t>(v); }, bytes);
  const std::vector<std::uint32_t> words{0x12345678, 0xffffff80};
  EXPECT_EQ(evaluate<std::uint8_t>("cvt.u16.u32 %d, %s0;", words), (std::vector<std::uint8_t>{0x78, 0x80}));
}

TEST(Memory, VectorsOfTwoAndFour) {
  FunctionalDevice device;
  const auto from = device.upload(std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  const auto to = device.allocate(32);
  const auto kernel = one_kernel(".param .u64 a, .param .u64 b", R"(
    .reg .b32 %r<4>; .reg .b64 %rd<6>; .reg .f32 %f<2>;
    ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b];
    ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd0];
    st.global.v4.u32 [%rd1], {%r3, %r2, %r1, 9};
    ld.global.v2.u64 {%rd2, %rd3}, [%rd0+16];
    st.global.v2.u64 [%rd1+16], {%rd3, %rd2};
    ret;)");
  device.launch_with(kernel, {}, {}, from, to);
  EXPECT_EQ(device.download<std::uint32_t>(to, 8), (std::vector<std::uint32_t>{4, 3, 2, 9, 7, 8, 5, 6}));
}

TEST(Memory, MovPacksAndUnpacks) {
  using U = std::uint32_t;
  using W = std::uint64_t;
  const auto a = corners<U>(1), b = drawn(corners<U>(2), a.size(), 3);
  const auto w = corners<W>(4);
  const auto h = corners<std::uint16_t>(5);
  expect_lanes<W>(
      "mov.b64 %d, {%s0, %s1};", [](U x, U y) { return W{y} << 32 | x; }, a, b);
  expect_lanes<W>(
      "mov.b64 %d, {%s0, -1};", [](U x) { return W{~0u} << 32 | x; }, a);
  expect_lanes<U>(
      "mov.b64 {%a, %d}, %s0;", [](W x) { return static_cast<U>(x >> 32); }, w);
  expect_lanes<U>(
      "mov.b64 {%d, _}, %s0;", [](W x) { return static_cast<U>(x); }, w);
  expect_lanes<U>(
      "mov.b32 %d, {%s0, 7};", [](std::uint16_t x) { return 7u << 16 | x; }, h);
  expect_lanes<std::uint16_t>(
      "mov.b32 {_, %d}, %s0;", [](U x) { return static_cast<std::uint16_t>(x >> 16); }, a);
  expect_lanes<std::uint16_t>(
      "mov.b64 {_, _, _, %d}, %s0;", [](W x) { return static_cast<std::uint16_t>(x >> 48); }, w);
  expect_lanes<W>(
      "mov.b64 %d, {%s0, 1, 2, %s0};", [](std::uint16_t x) { return W{x} << 48 | 2ull << 32 | 1u << 16 | x; },
      h);
}

TEST(Memory, SharedLocalAndGenericAddressesAgree) {
  FunctionalDevice device;
  const auto to = device.allocate(32);
  const auto kernel = one_kernel(".param .u64 to", R"(
    .shared .align 4 .b8 first[4];
    .shared .align 8 .b8 second[16];
    .local .align 4 .b8 mine[8];
    .reg .b64 %to, %s, %g, %l; .reg .b32 %v; .reg .pred %p;
    ld.param.u64 %to, [to];
    st.shared.u32 [first], 1;
    st.shared.u32 [second+4], 11;
    mov.u64 %s, second;
    ld.shared.u32 %v, [%s+4];
    st.global.u32 [%to], %v;
    cvta.shared.u64 %g, %s;
    ld.u32 %v, [%g+4];
    st.global.u32 [%to+4], %v;
    st.u32 [%g+4], 12;
    ld.shared.u32 %v, [second+4];
    st.global.u32 [%to+8], %v;
    mov.u64 %l, mine;
    st.local.u32 [%l+4], 13;
    cvta.local.u64 %l, %l;
    ld.u32 %v, [%l+4];
    st.u32 [%to+12], %v;
    isspacep.local %p, %l;
    selp.u32 %v, 1, 0, %p;
    st.u32 [%to+16], %v;
    isspacep.global %p, %to;
    selp.u32 %v, 1, 0, %p;
    st.u32 [%to+20], %v;
    cvta.to.shared.u64 %g, %g;
    st.u64 [%to+24], %g;
    ret;)");
  EXPECT_EQ(kernel.shared_bytes, 24u);
  EXPECT_EQ(kernel.local_bytes, 8u);
  device.launch_with(kernel, {}, {}, to);
  EXPECT_EQ(device.download<std::uint32_t>(to, 8), (std::vector<std::uint32_t>{11, 11, 12, 13, 1, 1, 8, 0}));
}

TEST(Memory, WindowsResolveAtTheirEdges) {
  using ptx::MemoryWindows;
  using ptx::Space;
  EXPECT_EQ(ptx::resolve(Space::generic, MemoryWindows::shared).space, Space::shared);
  EXPECT_EQ(ptx::resolve(Space::generic, MemoryWindows::end - 1).offset, MemoryWindows::size - 1);
  EXPECT_EQ(ptx::resolve(Space::generic, MemoryWindows::end).space, Space::global);
  EXPECT_EQ(ptx::resolve(Space::generic, MemoryWindows::local - 1).space, Space::global);
  EXPECT_EQ(ptx::resolve(Space::generic, MemoryWindows::local).space, Space::local);
  EXPECT_EQ(ptx::resolve(Space::shared, 5).offset, 5u);
}

TEST(Memory, AddressesOf32BitsWrap) {
  FunctionalDevice device;
  const auto to = device.allocate(8);
  const auto kernel = one_kernel(".param .u32 to", R"(
    .reg .b32 %to; ld.param.u32 %to, [to]; add.u32 %to, %to, 2147483648; st.global.u32 [%to+2147483648], 5; ret;)",
                                 32);
  device.launch_with(kernel, {}, {}, to);  // the 64-bit pointer of a 32-bit parameter
  EXPECT_EQ(device.download<std::uint32_t>(to, 1)[0], 5u);
}

TEST(Memory, ParametersOfEverySizeAndStructs) {
  struct Pair {
    std::uint32_t a, b;
    std::uint64_t c;
  };
  FunctionalDevice device;
  const auto to = device.allocate(40);
  const auto kernel = one_kernel(
      ".param .u8 x, .param .align 8 .b8 pair[16], .param .u16 y, .param .u64 to, .param .f64 z", R"(
    .reg .b64 %to, %q, %at; .reg .b32 %v, %w; .reg .f64 %z;
    ld.param.u64 %to, [to];
    ld.param.s8 %v, [x];
    st.global.u32 [%to], %v;
    ld.param.u16 %v, [y];
    st.global.u32 [%to+4], %v;
    ld.param.v2.u32 {%v, %w}, [pair];
    st.global.v2.u32 [%to+8], {%w, %v};
    mov.b64 %at, pair;
    ld.param.u64 %q, [%at+8];
    st.global.u64 [%to+16], %q;
    ld.param.f64 %z, [z];
    st.global.f64 [%to+24], %z;
    ret;)");
  EXPECT_EQ(kernel.parameters[1].offset, 8u);
  EXPECT_EQ(kernel.parameters[3].offset, 32u);
  EXPECT_EQ(kernel.parameter_bytes, 48u);
  device.launch_with(kernel, {}, {}, std::int8_t{-2}, Pair{21, 22, 23}, std::uint16_t{65535}, to, 2.5);
  const auto words = device.download<std::uint32_t>(to, 6);
  EXPECT_EQ(words, (std::vector<std::uint32_t>{0xfffffffe, 65535, 22, 21, 23, 0}));
  EXPECT_EQ(device.download<double>(to + 24, 1)[0], 2.5);
}

TEST(Memory, ConstantsFromTheModuleAndFromTheHost) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.const .align 4 .b8 unused[64];
.const .align 4 .u32 table[4] = {10, 20, 30, 40};
.const .align 8 .f64 filled[2];
.visible .entry k(.param .u32 n, .param .u64 to) {
  .reg .b64 %to, %at; .reg .b32 %t, %v; .reg .f64 %d;
  ld.param.u64 %to, [to];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %at, %t, 4;
  add.u64 %to, %to, %at;
  mov.u64 %at, table;
  mad.wide.u32 %at, %t, 4, %at;
  ld.const.u32 %v, [%at];
  ld.const.f64 %d, [filled+8];
  cvt.rzi.u32.f64 %t, %d;
  add.u32 %v, %v, %t;
  st.global.u32 [%to], %v;
  ret;
})",
                                          "k.ptx");
  const Module::Variable filled = module.variable("filled");
  EXPECT_EQ(filled.bytes, 16u);
  context.put(filled.address + 8, 5.0);
  EXPECT_THROW(static_cast<void>(module.variable("fille")), ApiError);
  const auto to = context.allocate(16);
  module.function("k").launch({.cta = {4}}, 0u, to);
  EXPECT_EQ(context.download<std::uint32_t>(to, 4), (std::vector<std::uint32_t>{15, 25, 35, 45}));
}

TEST(Memory, SpecialRegistersOfAPartialWarpInThreeDimensions) {
  FunctionalDevice device;
  const Dim3 grid{2, 2, 2}, cta{5, 3, 3};
  const auto to = device.allocate(8 * 45 * 16);
  const auto kernel = one_kernel(".param .u64 to", R"(
    .reg .b32 %x, %y, %z, %n, %t, %c, %m; .reg .b64 %to, %o;
    mov.u32 %x, %tid.x; mov.u32 %y, %tid.y; mov.u32 %z, %tid.z; mov.u32 %n, %ntid.x;
    mad.lo.u32 %t, %y, %n, %x; mov.u32 %m, %ntid.y; mul.lo.u32 %n, %n, %m; mad.lo.u32 %t, %z, %n, %t;
    mov.u32 %x, %ctaid.x; mov.u32 %y, %ctaid.y; mov.u32 %z, %ctaid.z; mov.u32 %n, %nctaid.x;
    mad.lo.u32 %c, %y, %n, %x; mov.u32 %m, %nctaid.y; mul.lo.u32 %n, %n, %m; mad.lo.u32 %c, %z, %n, %c;
    mad.lo.u32 %n, %c, 45, %t;
    ld.param.u64 %to, [to]; mul.wide.u32 %o, %n, 16; add.u64 %to, %to, %o;
    mov.u32 %x, %laneid; mov.u32 %y, %warpid; mov.u32 %z, %nwarpid; mov.u32 %m, %lanemask_lt;
    st.global.v4.u32 [%to], {%x, %y, %z, %m}; ret;)");
  device.launch_with(kernel, grid, cta, to);
  const auto words = device.download<std::uint32_t>(to, 8 * 45 * 4);
  for (std::uint32_t n = 0; n < 8 * 45; ++n) {
    const std::uint32_t t = n % 45;
    ASSERT_EQ(words[4 * n], t % 32) << n;
    ASSERT_EQ(words[4 * n + 1], t / 32);
    ASSERT_EQ(words[4 * n + 2], 2u);
    ASSERT_EQ(words[4 * n + 3], (1u << t % 32) - 1);
  }
}

}  // namespace
}  // namespace heddle::test::memory_test
