// SPDX-License-Identifier: Apache-2.0
// The host API: the effect of each call, and the status of each refused one.
#include "models/host/context.hpp"

#include <gtest/gtest.h>

#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::context_test {
namespace {

const char* const module_text = R"(.version 6.0
.target sm_50
.address_size 64
.global .align 4 .u32 scale = 3;
.const .align 4 .u32 offset = 5;
.global .texref image;
.visible .entry scaled(.param .u64 data, .param .u32 n) {
  .reg .b64 %d; .reg .b32 %i, %n, %v, %s, %o; .reg .pred %p;
  ld.param.u64 %d, [data];
  ld.param.u32 %n, [n];
  mov.u32 %i, %tid.x;
  setp.ge.u32 %p, %i, %n;
  @%p ret;
  mad.wide.u32 %d, %i, 4, %d;
  ld.global.u32 %v, [%d];
  ld.global.u32 %s, [scale];
  ld.const.u32 %o, [offset];
  mad.lo.u32 %v, %v, %s, %o;
  st.global.u32 [%d], %v;
  ret;
}
.visible .entry other() .maxntid 64, 1, 1 { .shared .b8 room[100]; .reg .b64 %a; mov.u64 %a, room; ret; }
)";

class HostApi : public testing::Test {
 protected:
  FunctionalDevice device{{.memory_bytes = 1 << 20}};
  Context context{device};

  template <class F>
  void refuses(Status status, F&& call) {
    try {
      call();
      ADD_FAILURE() << "no error, expected " << name_of(status);
    } catch (const ApiError& e) {
      EXPECT_EQ(name_of(e.status()), name_of(status)) << e.what();
    }
  }
};

TEST_F(HostApi, LaunchesKernelsThatUseSymbols) {
  const Module module = context.load_text(module_text, "m.ptx");
  EXPECT_EQ(module.functions(), (std::vector<std::string>{"scaled", "other"}));
  const DevicePointer data = context.upload(std::vector<std::uint32_t>{1, 2, 3, 4});
  const Function scaled = module.function("scaled");
  const Stream stream = context.stream();
  scaled.launch({.cta = {32}, .stream = &stream}, data, 3u);
  stream.synchronize();
  EXPECT_EQ(context.download<std::uint32_t>(data, 4), (std::vector<std::uint32_t>{8, 11, 14, 4}));
  context.put(module.variable("scale").address, 10u);
  context.put(module.variable("offset").address, 1u);
  scaled.launch({.cta = {32}}, data, 1u);
  EXPECT_EQ(context.get<std::uint32_t>(data), 81u);
}

TEST_F(HostApi, MemoryKeepsItsAddressesAndIsGivenBack) {
  const DevicePointer a = context.allocate(1000), b = context.allocate(4);
  EXPECT_EQ(a % 256, 0u);
  context.fill32(a, 0x01020304, 250);
  context.fill8(a + 4, 9, 3);
  context.fill16(a + 8, 0xabcd, 1);
  context.copy_on_device(b, a + 4, 4);
  EXPECT_EQ(context.get<std::uint32_t>(b), 0x01090909u);
  EXPECT_EQ(context.get<std::uint32_t>(a + 8), 0x0102abcdu);
  context.free(a);
  EXPECT_EQ(context.get<std::uint32_t>(b), 0x01090909u);
  EXPECT_NE(context.allocate(1000), a);  // an address is never reused
  refuses(Status::invalid_value, [&] { context.get<int>(a); });
  refuses(Status::invalid_value, [&] { context.free(a); });
  refuses(Status::invalid_value, [&] { context.free(b + 1); });
  refuses(Status::out_of_memory, [&] { context.allocate(1 << 21); });
  EXPECT_NO_THROW(context.allocate((1 << 20) - 8192));  // freed memory can be used again
}

TEST_F(HostApi, AttributesAndCapsFollowTheLaunch) {
  const Module module = context.load_text(module_text, "m.ptx");
  EXPECT_EQ(module.function("other").attributes().max_threads, 64u);
  EXPECT_EQ(module.function("other").attributes().shared_bytes, 100u);
  EXPECT_EQ(module.function("scaled").attributes().constant_bytes, 4u);
  // 1024 warp registers an SM: a CTA of 32 warps leaves 32 registers a thread.
  std::string body = ".reg .b32 %r<60>; .reg .b64 %a; ld.param.u64 %a, [a];\n";
  for (int i = 0; i < 50; ++i) body += fmt::format("ld.global.u32 %r{}, [%a+{}];\n", i, 4 * i);
  for (int i = 0; i < 50; ++i) body += fmt::format("st.global.u32 [%a+{}], %r{};\n", 200 + 4 * i, i);
  const Function wide =
      context.load_text(one_kernel_text(".param .u64 a", body + "ret;"), "k.ptx").function("k");
  EXPECT_EQ(wide.kernel({.cta = {32}}).registers, 52u);
  EXPECT_LE(wide.kernel({.cta = {1024}}).registers, 32u);
  EXPECT_GT(wide.kernel({.cta = {1024}}).spilled_registers, 0u);
  std::string bounded = one_kernel_text(".param .u64 a", body + "ret;");
  bounded.replace(bounded.find(") {"), 3, ") .maxntid 32, 32 {");
  EXPECT_LE(context.load_text(bounded, "k.ptx").function("k").attributes().registers, 32u);
}

TEST_F(HostApi, ErrorsCarryTheDriversStatus) {
  refuses(Status::file_not_found, [&] { context.load("/nonexistent.ptx"); });
  refuses(Status::invalid_ptx, [&] { context.load_text("what", "m.ptx"); });
  const Module module = context.load_text(module_text, "m.ptx");
  const DevicePointer data = context.allocate(16);
  const Function scaled = module.function("scaled"), other = module.function("other");
  refuses(Status::not_found, [&] { static_cast<void>(module.function("scale")); });
  refuses(Status::not_found, [&] { static_cast<void>(module.variable("image")); });
  refuses(Status::not_found, [&] { module.bind_texture("scale", {}); });
  refuses(Status::invalid_handle, [&] { context.destroy_texture(77); });
  refuses(Status::invalid_value, [&] { scaled.launch({.cta = {32}}, data); });
  refuses(Status::invalid_value, [&] { scaled.launch({.cta = {32}}, data, 1.0); });
  refuses(Status::invalid_value, [&] { scaled.launch({.grid = {0}, .cta = {32}}, data, 1u); });
  refuses(Status::launch_out_of_resources, [&] { other.launch({.cta = {65}}); });
  refuses(Status::launch_out_of_resources, [&] { other.launch({.cta = {64}, .shared_bytes = 48 * 1024}); });
  refuses(Status::illegal_address, [&] { scaled.launch({.cta = {32}}, data, 5u); });
  refuses(Status::misaligned_address, [&] { scaled.launch({.cta = {32}}, data + 2, 1u); });
  Event before = context.event(), after = context.event();
  before.record();
  refuses(Status::invalid_handle, [&] { static_cast<void>(after.milliseconds_since(before)); });
  after.record();
  EXPECT_EQ(after.milliseconds_since(before), 0.0);  // this device has no time
  EXPECT_EQ(static_cast<int>(Status::illegal_address), 700);
  EXPECT_EQ(text_of(Status::illegal_address), "a kernel's access hit no memory");
}

}  // namespace
}  // namespace heddle::test::context_test
