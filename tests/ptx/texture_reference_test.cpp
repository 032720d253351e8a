// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"

namespace heddle::test::texture_reference_test {
namespace {

constexpr const char* text = R"(.version 6.0
.target sm_50
.address_size 64
.global .texref other;
.global .texref squares;
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd1, %r0, 4;
  add.u64 %rd0, %rd0, %rd1;
  tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [squares, {%r0}];
  st.global.u32 [%rd0], %r1;
  ret;
}
)";

TEST(TextureReferences, AreBoundByName) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(text, "t.ptx");
  std::vector<std::uint32_t> squares(32);
  for (std::uint32_t i = 0; i < 32; ++i) squares[i] = i * i;
  const DevicePointer out = context.allocate(128);
  module.bind_texture("squares",
                      {.address = context.upload(squares), .width = 32, .type = ptx::TexelType::u32});
  module.function("k").launch({.cta = {32}}, out);
  EXPECT_EQ(context.download<std::uint32_t>(out, 32), squares);
}

TEST(TextureReferences, OfAnArrayAreItsElements) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.global .texref t[3];
.global .texref behind;
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, 0;
  mov.u64 %rd1, t[1];
  tex.1d.v4.u32.s32 {%r1, _, _, _}, [%rd1, {%r0}];
  mov.u32 %r4, 2;
  mov.u64 %rd2, t[%r4];
  tex.1d.v4.u32.s32 {%r2, _, _, _}, [%rd2, {%r0}];
  mov.u64 %rd3, t;
  add.u64 %rd4, %rd3, 8;
  tex.1d.v4.u32.s32 {%r3, _, _, _}, [%rd4, {%r0}];
  tex.1d.v4.u32.s32 {%r4, _, _, _}, [behind, {%r0}];
  st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r4};
  ret;
}
)",
                                          "t.ptx");
  const auto bind = [&](const std::string& name, std::uint32_t value) {
    module.bind_texture(name, {.address = context.upload(std::vector<std::uint32_t>{value}),
                               .width = 1,
                               .type = ptx::TexelType::u32});
  };
  for (std::uint32_t k = 0; k < 3; ++k) bind("t[" + std::to_string(k) + "]", 10 + k);
  bind("behind", 20);
  const DevicePointer out = context.allocate(16);
  module.function("k").launch({.cta = {1}}, out);
  EXPECT_EQ(context.download<std::uint32_t>(out, 4), (std::vector<std::uint32_t>{11, 12, 11, 20}));
  try {
    bind("t", 1);
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.problem().legal, "t[0], t[1], t[2], behind");
  }
}

TEST(TextureReferences, ThatAreNotBoundAreNoTextures) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(text, "t.ptx");
  const DevicePointer out = context.allocate(128);
  try {
    module.function("k").launch({.cta = {32}}, out);
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.status(), Status::illegal_address);
    EXPECT_EQ(e.problem().what,
              "texture fetch of a texture that is not bound, by warp 0, lane 0 of kernel 'k'");
    EXPECT_EQ(e.problem().value, "squares");
  }
}

TEST(TextureReferences, AHandleOfNothingIsFoundAmongTheParameters) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry k(.param .u64 image, .param .u64 other) {
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [image];
  tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd0, {0}];
  ret;
}
)",
                                          "t.ptx");
  const std::uint64_t image = context.create_texture({.address = context.allocate(4), .width = 1});
  context.destroy_texture(image);
  try {
    module.function("k").launch({}, image, std::uint64_t{2});
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.problem().value, "0x1, as in parameter image");
  }
}

TEST(TextureReferences, TheQueryOfOneThatIsNotBoundNamesIt) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.global .texref squares;
.visible .entry k() { .reg .b32 %r<2>; txq.width.b32 %r0, [squares]; ret; }
)",
                                          "t.ptx");
  try {
    module.function("k").launch({});
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().what, "query of a texture that is not bound");
    EXPECT_EQ(e.problem().value, "squares");
  }
}

}  // namespace
}  // namespace heddle::test::texture_reference_test
