// SPDX-License-Identifier: Apache-2.0
// In steady state a run allocates no memory: a launch whose loop is twice as long makes no more allocations.
// The tests have a program of their own, because it counts all allocations.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "models/ptx/load.hpp"

namespace {

std::size_t allocations = 0;

// Not inlined, because the compiler would warn of memory that new allocates and std::free frees.
[[gnu::noinline]] void* counted(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void* at = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return at;
  throw std::bad_alloc();
}

[[gnu::noinline]] void give_back(void* at) { std::free(at); }

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t a) {
  return counted(bytes, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t bytes, std::align_val_t a) {
  return counted(bytes, static_cast<std::size_t>(a));
}
void operator delete(void* at) noexcept { give_back(at); }
void operator delete[](void* at) noexcept { give_back(at); }
void operator delete(void* at, std::size_t) noexcept { give_back(at); }
void operator delete[](void* at, std::size_t) noexcept { give_back(at); }
void operator delete(void* at, std::align_val_t) noexcept { give_back(at); }
void operator delete[](void* at, std::align_val_t) noexcept { give_back(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { give_back(at); }
void operator delete[](void* at, std::size_t, std::align_val_t) noexcept { give_back(at); }

namespace heddle::allocation_test {
namespace {

/// A kernel that loops over `body`. %rd1 is a buffer, %r1 counts down, %r0 is the thread, %rd2 the thread's
/// word.
std::string looping(const std::string& body) {
  return ".version 6.0\n.target sm_50\n.address_size 64\n"
         ".visible .entry k(.param .u64 buffer, .param .u32 times, .param .u64 table) {\n"
         ".reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .f32 %f<16>; .reg .pred %p<8>;\n"
         ".shared .align 4 .b8 sh[4096];\n.local .align 4 .b8 frame[1024];\n"
         "ld.param.u64 %rd1, [buffer];\nld.param.u32 %r1, [times];\nld.param.u64 %rd5, [table];\nmov.u32 "
         "%r0, %tid.x;\n"
         "mov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r3, %r2, 256, %r0;\nmul.wide.u32 %rd2, %r3, 4;\n"
         "add.u64 %rd2, %rd2, %rd1;\nmov.u32 %r4, sh;\nmad.lo.u32 %r4, %r0, 4, %r4;\nmov.u32 %r5, 1;\n"
         "LOOP:\n" +
         body +
         "sub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra LOOP;\n"
         "st.global.u32 [%rd2], %r5;\nret;\n}\n";
}

struct Loop {
  const char *name, *technique, *body;
  /// So few that no search for a livelock begins, which takes memory each million cycles.
  unsigned times = 400;
};
void PrintTo(const Loop& l, std::ostream* out) { *out << l.name; }

constexpr const char* arithmetic =
    "mad.lo.u32 %r5, %r5, 3, %r0;\ncvt.rn.f32.u32 %f0, %r5;\nrcp.approx.f32 %f0, %f0;\nfma.rn.f32 %f0, %f0, "
    "%f0, %f0;\ncvt.rzi.u32.f32 %r6, %f0;\nadd.u32 %r5, %r5, %r6;\n";
constexpr const char* divergent =
    "and.b32 %r6, %r0, 1;\nsetp.eq.u32 %p1, %r6, 0;\n@%p1 bra ODD;\nadd.u32 %r5, %r5, 7;\nbra.uni MEET;\n"
    "ODD:\nxor.b32 %r5, %r5, 9;\nMEET:\nadd.u32 %r5, %r5, 1;\n";
constexpr const char* shared =
    "st.shared.u32 [%r4], %r5;\nbar.sync 0;\nld.shared.u32 %r6, [%r4];\nadd.u32 %r5, %r5, %r6;\nbar.sync "
    "0;\n";
/// Each iteration accesses a new line within a megabyte, which misses in all caches and causes write-backs.
constexpr const char* memory =
    "mul.lo.u32 %r6, %r1, 4096;\nand.b32 %r6, %r6, 1044480;\ncvt.u64.u32 %rd3, %r6;\nadd.u64 %rd3, %rd3, "
    "%rd2;\n"
    "ld.global.u32 %r7, [%rd3];\nadd.u32 %r5, %r5, %r7;\nst.global.u32 [%rd3], %r5;\n";
constexpr const char* atomics =
    "atom.global.add.u32 %r6, [%rd1], 1;\nred.global.add.u32 [%rd2+4096], %r6;\nadd.u32 %r5, %r5, %r6;\n";

/// The frames are as large as the L1, so that local lines are evicted and fetched again.
constexpr const char* local =
    "mov.u64 %rd3, frame;\nand.b32 %r6, %r1, 255;\nmul.wide.u32 %rd4, %r6, 4;\nadd.u64 %rd3, %rd3, %rd4;\n"
    "ld.local.u32 %r7, [%rd3];\nadd.u32 %r5, %r5, %r7;\nst.local.u32 [%rd3], %r5;\n";
/// Addresses are uniform and divergent, in a table larger than a cache line.
constexpr const char* constants =
    "and.b32 %r6, %r1, 1023;\nmul.wide.u32 %rd3, %r6, 4;\nadd.u64 %rd3, %rd3, %rd5;\n"
    "ld.const.u32 %r7, [%rd3];\nadd.u32 %r5, %r5, %r7;\nand.b32 %r6, %r5, 1023;\nmul.wide.u32 %rd3, %r6, "
    "4;\nadd.u64 %rd3, %rd3, %rd5;\nld.const.u32 %r7, [%rd3];\nadd.u32 %r5, %r5, %r7;\n";
/// The fetches go round an image that is larger than the texture cache.
constexpr const char* texels =
    "mov.u64 %rd3, 1;\nmad.lo.u32 %r6, %r1, 97, %r3;\nand.b32 %r6, %r6, 65535;\n"
    "tex.1d.v4.u32.s32 {%r7, %r8, %r9, %r10}, [%rd3, {%r6}];\nadd.u32 %r5, %r5, %r7;\n";

class SteadyState : public testing::TestWithParam<Loop> {};

TEST_P(SteadyState, AllocatesNothing) {
  GpuConfig config;
  config.sms = 2;
  Techniques techniques;
  if (const std::string technique = GetParam().technique; !technique.empty())
    techniques = {Registry<TechniqueEntry>::instance().find(technique).make(ConfigTree{})};
  StatGroup stats;
  SimulatedGpu gpu(config, techniques, nullptr, stats);
  const ptx::Kernel kernel = ptx::load_module(looping(GetParam().body), "loop.ptx").front();
  const DevicePointer buffer = gpu.allocate(2 << 20), table = gpu.allocate(4096);
  const std::vector<std::byte> constants(4096);
  const ptx::Texture texture{
      .address = buffer, .width = 65536, .pitch = 65536 * 4, .type = ptx::TexelType::u32};
  const auto launch = [&](unsigned times) {
    const std::vector<std::byte> arguments = parameter_block(kernel, buffer, times, table);
    const std::size_t before = allocations;
    gpu.launch({.kernel = kernel,
                .grid = {8},
                .cta = {256},
                .arguments = arguments,
                .textures = {&texture, 1},
                .constants = constants,
                .constant_address = table});
    return allocations - before;
  };
  launch(GetParam().times);  // all buffers have reached their final size
  const std::size_t once = launch(GetParam().times / 2);
  EXPECT_LE(launch(GetParam().times), once);
}

INSTANTIATE_TEST_SUITE_P(Loops, SteadyState,
                         testing::Values(Loop{"arithmetic", "", arithmetic}, Loop{"divergent", "", divergent},
                                         Loop{"shared", "", shared}, Loop{"memory", "", memory},
                                         Loop{"atomics", "", atomics, 100}, Loop{"local", "", local},
                                         Loop{"constants", "", constants}, Loop{"texels", "", texels},
                                         Loop{"compressed", "warped_compression", arithmetic},
                                         Loop{"compressed_divergent", "warped_compression", divergent}),
                         [](const auto& info) { return info.param.name; });

/// The control: the counter does count.
TEST(Counter, SeesAnAllocation) {
  const std::size_t before = allocations;
  std::vector<int> some(100);
  EXPECT_EQ(some.size(), 100u);
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace heddle::allocation_test
