// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "models/host/context.hpp"
#include "tb/run/child_process.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::caches_test {
namespace {

/// Measures the cycles of one `instruction` in a chain in which each waits for the one before.
double each(const std::string& prologue, const std::string& instruction) {
  return cycles_each(
      prologue, [&](unsigned) { return instruction; }, 32, PtxRun::one_sm());
}

struct Load {
  const char *name, *prologue, *instruction;
  unsigned latency;
  const char* beside = "add.u32 %r1, %r1, 3;";
};
void PrintTo(const Load& l, std::ostream* out) { *out << l.name; }

class LoadLatency : public testing::TestWithParam<Load> {};

/// Compares the load with an instruction whose latency is 4 cycles and which otherwise takes as long as the
/// load.
TEST_P(LoadLatency, IsTheConfiguredOne) {
  const double beside = each("mov.u32 %r1, 5;\n", GetParam().beside);
  // The last store is answered at an edge of the memory's clock, which may cost a cycle or two in the whole
  // run.
  EXPECT_NEAR(each(GetParam().prologue, GetParam().instruction) - beside, GetParam().latency - 4.0, 0.02);
}
constexpr const char* own_address = "cvt.u32.u64 %r1, %rd1;\nst.global.u32 [%r1], %r1;\n";
constexpr const char* a_line_each =
    "cvt.u32.u64 %r1, %rd1;\nmad.lo.u32 %r1, %r0, 128, %r1;\nst.global.u32 [%r1], %r1;\n";
INSTANTIATE_TEST_SUITE_P(
    Caches, LoadLatency,
    testing::Values(Load{"l1_hit", own_address, "ld.global.u32 %r1, [%r1];", 35},
                    // 32 lines take one access a cycle, so the last access begins 31 cycles later.
                    Load{"l1_hit_of_32_lines", a_line_each, "ld.global.u32 %r1, [%r1];", 35 + 31},
                    Load{"shared", "mov.u32 %r1, sh;\nst.shared.u32 [%r1], %r1;\n",
                         "ld.shared.u32 %r1, [%r1];", 26},
                    // Lane l loads word 8 l, so that eight lanes meet in each bank that is used.
                    Load{"shared_of_8_passes",
                         "mov.u32 %r1, sh;\nmad.lo.u32 %r1, %r0, 32, %r1;\nst.shared.u32 [%r1], %r1;\n",
                         "ld.shared.u32 %r1, [%r1];", 26 + 7},
                    // Each instruction overwrites the register of the one before.
                    Load{"constant_hit", "", "ld.param.u32 %r1, [out];", 1, "mov.u32 %r1, 7;"}),
    [](const auto& info) { return info.param.name; });

/// Returns all statistics of a run that fills every queue: divergent loads and stores with two MSHRs.
std::string statistics_of(bool skip_idle_cycles) {
  GpuConfig config = PtxRun::one_sm();
  config.skip_idle_cycles = skip_idle_cycles;
  config.sm.load_store.l1d.mshr_entries = 2;
  config.sm.load_store.l1d.queue = 2;
  std::string body;
  for (int k = 0; k < 4; ++k)
    body += fmt::format(
        "mad.lo.u32 %r2, %r0, 132, {};\ncvt.u64.u32 %rd2, %r2;\nadd.u64 %rd3, %rd1, %rd2;\n"
        "ld.global.u32 %r3, [%rd3];\nld.global.cg.u32 %r4, [%rd3+1024];\nadd.u32 %r3, %r3, %r4;\n"
        "st.global.u32 [%rd3+4], %r3;\natom.global.add.u32 %r5, [%rd1], %r3;\n",
        k * 4096);
  return in_child_process("the GPU", [&] {
    PtxRun run(body, "", config);
    run.run(128, 16384, 4);
    return text_of(run.stats);
  });
}

TEST(Caches, WaitingForMemoryMayBeSleptThrough) {
  const std::string ticking = statistics_of(false);
  EXPECT_NE(ticking.find("read_reservation_fails"), std::string::npos);
  EXPECT_EQ(statistics_of(true), ticking);
}

TEST(Caches, AParameterIsReadFromDeviceMemoryThroughTheConstantCache) {
  PtxRun run("st.global.u32 [%rd1], %r0;\nld.param.u32 %r1, [out+4];\nst.global.u32 [%rd1], %r1;");
  bool seen = false;
  run.gpu.gpu().sm(0).port.taps().add([&](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    const auto* origin = t.get_extension<Origin>();
    if (phase != tlm::BEGIN_RESP || origin->client != Client::constant) return;
    seen = true;
    t.get_data_ptr()[4] ^= 0x40;  // a bit in the upper half of the pointer
  });
  try {
    run.run(1, 32);
    ADD_FAILURE() << "the address was not spoiled";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("out-of-bounds"), std::string::npos) << e.what();
  }
  EXPECT_TRUE(seen);
}

TEST(Caches, TheSecondReadOfAParameterHits) {
  PtxRun run("ld.param.u32 %r1, [out];\nst.global.u32 [%rd1], %r1;");
  const auto out = run.run(256, 32);
  EXPECT_EQ(out[0], MemoryMap::first_address);
  EXPECT_EQ(run.sm("load_store.constant_loads"), 2 * 8);
  EXPECT_EQ(run.sm("load_store.constant_accesses"), 2 * 8);
  EXPECT_EQ(run.sm("l1c.read_misses"), 1);
  EXPECT_EQ(run.sm("memory.constant.requests"), 1);
}

constexpr const char* table_module =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".const .align 4 .u32 table[64] = {0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23};\n"
    ".visible .entry k(.param .u64 out) {\n.reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [out];\nmov.u32 %r0, %tid.x;\nshr.u32 %r1, %r0, 2;\n"
    "mul.wide.u32 %rd2, %r1, 4;\nmov.u64 %rd3, table;\nadd.u64 %rd3, %rd3, %rd2;\n"
    "ld.const.u32 %r2, [%rd3];\nld.const.u32 %r3, [table+20];\nmad.lo.u32 %r2, %r3, 100, %r2;\n"
    "mul.wide.u32 %rd4, %r0, 4;\nadd.u64 %rd4, %rd1, %rd4;\nst.global.u32 [%rd4], %r2;\nret;\n}\n";

TEST(Caches, ConstantsAreReadOneAddressACycle) {
  StatGroup stats;
  SimulatedGpu gpu(PtxRun::one_sm(), {}, nullptr, stats);
  Context context(gpu);
  const Module module = context.load_text(table_module, "table.ptx");
  const DevicePointer out = context.allocate(32 * 4);
  module.function("k").launch({.cta = {32}}, out);
  const auto words = context.download<std::uint32_t>(out, 32);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(words[t], 500 + t / 4);
  // One access for the parameter, eight for different words, one for a word that all lanes load.
  EXPECT_EQ(stats.number("sm0.load_store.constant_accesses"), 1 + 8 + 1);
}

TEST(Caches, LoadsOfOneLineMergeWhileItIsOnItsWay) {
  PtxRun run("ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1+256], %r1;");
  run.run(256, 128);
  EXPECT_EQ(run.sm("l1d.read_misses"), 1);
  EXPECT_EQ(run.sm("l1d.read_hits_reserved"), 7);
  EXPECT_EQ(run.sm("l1d.mshr_merges"), 7);
  EXPECT_EQ(run.sm("load_store.global_loads"), 8);
}

/// Eight warps wait for the same 32 lines: the L1 serves one waiter a cycle.
TEST(Caches, WaitersOfALineAreServedOneACycle) {
  PtxRun run(
      "and.b32 %r2, %r0, 31;\nmul.wide.u32 %rd2, %r2, 128;\nadd.u64 %rd3, %rd1, %rd2;\n"
      "ld.global.u32 %r1, [%rd3];\nmul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
      "st.global.u32 [%rd3+8192], %r1;");
  std::uint64_t first_line = 0, last_store = 0;
  run.gpu.gpu().sm(0).port.taps().add([&](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    const std::uint64_t now = sc_core::sc_time_stamp().value();
    if (t.get_extension<Origin>()->client != Client::data) return;
    if (phase == tlm::BEGIN_RESP && t.is_read() && first_line == 0) first_line = now;
    if (phase == tlm::BEGIN_REQ && t.is_write()) last_store = now;
  });
  run.run(256, 4096);
  EXPECT_EQ(run.sm("l1d.read_misses"), 32);
  EXPECT_EQ(run.sm("l1d.mshr_merges"), 7 * 32);
  EXPECT_GE((last_store - first_line) / PtxRun::one_sm().core_period_fs(), 8u * 32);
}

/// Each lane loads a word of a line of its own, and doubles it.
const std::string a_line_a_lane =
    "mul.wide.u32 %rd2, %r0, 128;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r0;\n"
    "ld.global.u32 %r1, [%rd3];\nadd.u32 %r1, %r1, %r1;\nst.global.u32 [%rd3+4], %r1;";

void expect_doubles(const std::vector<std::uint32_t>& out) {
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[32 * t + 1], 2 * t) << t;
}

TEST(Caches, WithoutAFreeMshrTheAccessIsTriedAgain) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.load_store.l1d.mshr_entries = 2;
  PtxRun run(a_line_a_lane, "", config);
  expect_doubles(run.run(32, 32 * 32));
  EXPECT_GT(run.sm("l1d.read_reservation_fails"), 0);
  EXPECT_EQ(run.sm("l1d.read_misses"), 32);
  EXPECT_EQ(run.sm("l1d.accesses"), 3 * 32) << "an access that fails is counted when it succeeds";
}

TEST(Caches, AnAccessOfManyLinesIsReplayed) {
  PtxRun run(a_line_a_lane);
  expect_doubles(run.run(32, 32 * 32));
  EXPECT_EQ(run.sm("load_store.transactions"), 3 * 32);
  EXPECT_EQ(run.sm("load_store.replays"), 3 * 31);
  // A load has four bytes of each line, a store four bytes of each sector.
  EXPECT_EQ(run.sm("load_store.accessed_bytes"), 32 * 128 + 2 * 32 * 32);
  EXPECT_DOUBLE_EQ(run.sm("load_store.coalescing_efficiency"), 3.0 * 4 / (128 + 2 * 32));
}

TEST(Caches, OnlyTouchedSectorsAreStored) {
  // Lanes 0-7 load the first sector, lanes 8-15 the third, the others the word of lane 0.
  PtxRun run(
      "setp.lt.u32 %p1, %r0, 16;\nand.b32 %r1, %r0, 8;\nadd.u32 %r1, %r0, %r1;\nmul.wide.u32 %rd2, %r1, 4;\n"
      "add.u64 %rd3, %rd1, %rd2;\n@%p1 st.global.u32 [%rd3], %r0;");
  std::vector<unsigned> lengths;
  run.gpu.gpu().sm(0).port.taps().add([&](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_REQ && t.is_write()) lengths.push_back(t.get_data_length());
  });
  const auto out = run.run(32, 32);
  for (unsigned t = 0; t < 16; ++t) EXPECT_EQ(out[t + (t & 8)], t);
  EXPECT_EQ(lengths, (std::vector<unsigned>{32, 32}));
}

TEST(Caches, WithoutGlobalInL1LoadsGoPast) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.load_store.global_in_l1 = false;
  PtxRun run(a_line_a_lane, "", config);
  expect_doubles(run.run(32, 32 * 32));
  EXPECT_EQ(run.sm("l1d.read_misses") + run.sm("l1d.read_hits"), 0);
  EXPECT_EQ(run.sm("memory.data.requests"), 3 * 32);
}

TEST(Caches, LocalMemoryStaysInTheL1) {
  PtxRun run(
      ".local .align 4 .b8 a[8];\nst.local.u32 [a], %r0;\nst.local.u32 [a+4], %r0;\nld.local.u32 %r1, [a];\n"
      "ld.local.u32 %r2, [a+4];\nadd.u32 %r1, %r1, %r2;\nmul.wide.u32 %rd2, %r0, 4;\n"
      "add.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;");
  const auto out = run.run(32, 32);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], 2 * t);
  EXPECT_EQ(run.sm("l1d.write_misses"), 2 + 1) << "two words, and the global store";
  EXPECT_EQ(run.sm("l1d.read_hits"), 2);
  EXPECT_EQ(run.sm("memory.data.requests"), 1) << "the global store";
}

TEST(Caches, LocalMemoryThatDoesNotFitIsWrittenBackAndFetchedAgain) {
  // 64 words a thread are 8 KB a warp: four warps need twice the capacity of the L1.
  PtxRun run(R"(
    .local .align 4 .b8 a[256];
    mov.u32 %r1, 0;
  FILL:
    mov.u64 %rd2, a; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
    mad.lo.u32 %r2, %r0, 64, %r1;
    st.local.u32 [%rd2], %r2;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 64;
    @%p0 bra FILL;
    mov.u32 %r1, 0; mov.u32 %r3, 0;
  SUM:
    mov.u64 %rd2, a; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
    ld.local.u32 %r2, [%rd2];
    add.u32 %r3, %r3, %r2;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 64;
    @%p0 bra SUM;
    mul.wide.u32 %rd2, %r0, 4; add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r3;)");
  const auto out = run.run(128, 128);
  for (unsigned t = 0; t < 128; ++t) EXPECT_EQ(out[t], 64 * (64 * t) + 63 * 32) << t;
  EXPECT_GT(run.sm("l1d.write_backs"), 100);
  EXPECT_GT(run.sm("l1d.read_misses"), 100);
}

/// CTA 0 on SM 0 reads x, which brings it into that SM's L1, and waits until CTA 1 on SM 1 has set x to 1;
/// then it reads x again, in the way that `second` gives.
struct Reread {
  const char *name, *second;
  unsigned value;
};
void PrintTo(const Reread& r, std::ostream* out) { *out << r.name; }

class Coherence : public testing::TestWithParam<Reread> {};

TEST_P(Coherence, IsUpToTheProgram) {
  GpuConfig config;
  config.sms = 2;
  PtxRun run(fmt::format(R"(
    mov.u32 %r1, %ctaid.x; setp.ne.u32 %p0, %r1, 0;
    @%p0 bra WRITER;
    ld.global.u32 %r2, [%rd1];
    add.u32 %r3, %r2, 1;
    st.volatile.global.u32 [%rd1+256], %r3;
  WAIT:
    ld.volatile.global.u32 %r4, [%rd1+512];
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra WAIT;
    {}
    st.global.u32 [%rd1+768], %r5;
    bra END;
  WRITER:
    ld.volatile.global.u32 %r4, [%rd1+256];
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra WRITER;
    mov.u32 %r6, 1;
    st.global.u32 [%rd1], %r6;
    membar.gl;
    st.volatile.global.u32 [%rd1+512], %r6;
  END:)",
                         GetParam().second),
             "", config);
  EXPECT_EQ(run.run(1, 256, 2)[192], GetParam().value);
}
INSTANTIATE_TEST_SUITE_P(
    Caches, Coherence,
    testing::Values(
        Reread{"an_l1_hit_is_stale", "ld.global.u32 %r5, [%rd1];", 0},
        Reread{"a_membar_changes_nothing", "membar.gl;\nld.global.u32 %r5, [%rd1];", 0},
        Reread{"volatile", "ld.volatile.global.u32 %r5, [%rd1];", 1},
        Reread{"cg", "ld.global.cg.u32 %r5, [%rd1];", 1}, Reread{"cv", "ld.global.cv.u32 %r5, [%rd1];", 1},
        Reread{"relaxed", "ld.relaxed.gpu.global.u32 %r5, [%rd1];", 1},
        Reread{"cg_drops_the_line", "ld.global.cg.u32 %r6, [%rd1];\nld.global.u32 %r5, [%rd1];", 1},
        Reread{"atomic", "atom.global.add.u32 %r5, [%rd1], 0;", 1},
        Reread{"atomic_drops_the_line", "atom.global.add.u32 %r6, [%rd1], 0;\nld.global.u32 %r5, [%rd1];", 1},
        Reread{"own_store_drops_the_line", "st.global.u32 [%rd1+4], %r4;\nld.global.u32 %r5, [%rd1];", 1},
        Reread{"fence", "fence.acq_rel.gpu;\nld.global.u32 %r5, [%rd1];", 1},
        Reread{"fence_of_the_cta", "fence.acq_rel.cta;\nld.global.u32 %r5, [%rd1];", 0},
        Reread{"acquire", "ld.acquire.gpu.global.u32 %r6, [%rd1+512];\nld.global.u32 %r5, [%rd1];", 1}),
    [](const auto& info) { return info.param.name; });

TEST(Caches, ForgetGlobalMemoryBetweenLaunches) {
  PtxRun run("ld.global.u32 %r1, [%rd1];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%rd1+4], %r1;");
  const DevicePointer out = run.gpu.allocate(256);
  for (std::uint32_t value : {5u, 9u}) {
    run.gpu.write(out, std::as_bytes(std::span(&value, 1)));
    run.gpu.launch_with(run.kernel, {1}, {32}, out);
    EXPECT_EQ(run.gpu.download<std::uint32_t>(out, 2)[1], value + 1);
  }
  EXPECT_EQ(run.sm("l1d.read_misses"), 2);
}

/// Flips a bit in the first word of the cached line of `address`. The kernel says when: by a request for the
/// line at `address` + 1024.
void spoil(PtxRun& run, DevicePointer address, bool texture = false) {
  auto& sm = run.gpu.gpu().sm(0);
  sm.port.taps().add([&sm, address, texture](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    if (phase != tlm::BEGIN_REQ || t.get_address() / 128 != (address + 1024) / 128) return;
    LoadStoreUnit& unit = sm.load_store();
    CacheLine* line = (texture ? unit.texture_cache().array() : unit.data_cache().array()).find(address);
    ASSERT_NE(line, nullptr);
    line->data[0] ^= 4;
  });
}

class SpoiledLine : public testing::TestWithParam<bool> {};

TEST_P(SpoiledLine, OfTheL1SpoilsTheResult) {
  PtxRun run(
      "ld.global.u32 %r1, [%rd1];\nadd.u32 %r1, %r1, %r1;\nst.global.u32 [%rd1+512], %r1;\n"
      "add.u32 %r1, %r1, 1;\nst.global.u32 [%rd1+1024], %r1;\nmembar.gl;\n"
      "ld.global.u32 %r2, [%rd1];\nst.global.u32 [%rd1+768], %r2;");
  const DevicePointer out = run.gpu.upload(std::vector<std::uint32_t>(512, 64));
  if (GetParam()) spoil(run, out);
  run.gpu.launch_with(run.kernel, {1}, {1}, out);
  const auto words = run.gpu.download<std::uint32_t>(out, 512);
  EXPECT_EQ(words[128], 128u);
  EXPECT_EQ(words[192], GetParam() ? 68u : 64u);
  EXPECT_EQ(words[0], 64u);
}

TEST_P(SpoiledLine, OfTheTextureCacheSpoilsTheResult) {
  PtxRun run(
      "mov.u64 %rd6, 1;\nmov.u32 %r2, 0;\ntex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd6, {%r2}];\n"
      "st.global.u32 [%rd1], %r4;\nadd.u32 %r4, %r4, 1;\nst.global.u32 [%rd1+1536], %r4;\nmembar.gl;\n"
      "tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%rd6, {%r2}];\nst.global.u32 [%rd1+4], %r4;");
  const DevicePointer out = run.gpu.upload(std::vector<std::uint32_t>(512, 64));
  const std::vector<ptx::Texture> textures{{.address = out + 512, .width = 4, .type = ptx::TexelType::u32}};
  if (GetParam()) spoil(run, out + 512, true);
  const auto block = parameter_block(run.kernel, out);
  run.gpu.launch({.kernel = run.kernel, .cta = {1}, .arguments = block, .textures = textures});
  const auto words = run.gpu.download<std::uint32_t>(out, 2);
  EXPECT_EQ(words[0], 64u);
  EXPECT_EQ(words[1], GetParam() ? 68u : 64u);
  EXPECT_EQ(run.sm("l1t.read_misses"), 1);
  EXPECT_EQ(run.sm("l1t.read_hits"), 1);
}
INSTANTIATE_TEST_SUITE_P(Caches, SpoiledLine, testing::Bool(),
                         [](const auto& info) { return info.param ? "flipped" : "left_alone"; });

}  // namespace
}  // namespace heddle::caches_test
