// SPDX-License-Identifier: Apache-2.0
// Each block of the platform as RTL, on each machine that has it, under tandem execution.
#include <gtest/gtest.h>

#include <set>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/tandem/tandem_check.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/cosim/broken_rtl.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::checked_rtl_test {
namespace {

using Blocks = std::set<std::string>;

struct Machine {
  const char* name;
  const char* techniques;
  std::vector<std::string> set;
  Blocks blocks;  ///< that it has
  const char* workload = "spmv";
  bool exact = true;         ///< the workload's own check passes
  bool whole_lines = false;  ///< the L2 keeps lines whole
};
void PrintTo(const Machine& m, std::ostream* out) { *out << m.name; }

Blocks operator+(Blocks a, const Blocks& b) {
  a.insert(b.begin(), b.end());
  return a;
}

const Blocks always{"bank_arbiter"}, gated{"bank_arbiter", "power_gate"};
const Blocks merging{"bdi_compressor", "bdi_decompressor", "range_indicator_table"};
const Blocks moving = merging + Blocks{"mov_injector"};
const Blocks by_thread{"thread_compressor", "thread_decompressor", "thread_width_table",
                       "range_indicator_table"};
const Blocks renamed{"renaming_table",     "register_allocator",    "release_flag_cache",
                     "release_decoder",    "cta_throttle",          "register_spill_unit",
                     "release_flag_latch", "free_register_counter", "freed_register_queue"};
const Blocks approximated{"similarity_selector",
                          "similarity_comparator",
                          "representative_selector",
                          "representative_decision",
                          "value_broadcaster",
                          "similar_register_table",
                          "mov_injector"};
const std::vector<std::string> everywhere{"warp_approximation.regions=kernel"};
const std::vector<std::string> in_a_loop{
    "warp_approximation.regions=kernel", "warp_approximation.closed_loop.enabled=true",
    "warp_approximation.closed_loop.error=50", "warp_approximation.closed_loop.controller.window=50",
    "warp_approximation.closed_loop.controller.hysteresis=0"};
const std::vector<std::string> merge{"warped_compression.divergence=merge"},
    thread{"warped_compression.divergence=thread"};

/// All five papers: assist warps prefetch, hardware compresses lines.
const std::vector<std::string> five{
    "warp_approximation.regions=kernel",
    "caba.what=none",
    "caba.subroutines=[{name: next_line, file: prefetch/next_line, event: miss, drop_faults: true}]",
    "caba.registers=entry",
    "register_virtualization.registers=960",
    "register_virtualization.reserved=64",
    "line_compression.what=e2mc",
    "line_compression.e2mc.sampled_instructions=2000"};

const std::vector<Machine> machines{
    {"plain", "", {}, always},
    {"compressed", "warped_compression", {}, gated + moving},
    {"compressed_merge", "warped_compression", merge, gated + merging},
    {"compressed_thread", "warped_compression", thread, gated + by_thread},
    {"renamed", "register_virtualization", {}, gated + renamed},
    {"both", "warped_compression,register_virtualization", {}, gated + moving + renamed},
    {"both_thread", "warped_compression,register_virtualization", thread, gated + by_thread + renamed},
    {"approximated", "warp_approximation", everywhere, gated + approximated, "ray_trace"},
    {"lanes_gated", "lane_power_gating", {}, gated + Blocks{"lane_power_gate"}},
    {"approximated_renamed", "warp_approximation,register_virtualization", everywhere,
     gated + approximated + renamed, "ray_trace"},
    {"all_three", "warped_compression,warp_approximation,register_virtualization", everywhere,
     gated + moving + approximated + renamed, "ray_trace"},
    {"closed_loop", "warp_approximation", in_a_loop, gated + approximated + Blocks{"similarity_controller"},
     "ray_trace", false},
    {"compressed_lines",
     "line_compression",
     {"line_compression.where=sm"},
     gated + Blocks{"bdi_line_compressor", "bdi_line_decompressor", "metadata_cache"},
     "scan",
     true,
     true},
    {"compressed_lines_fpc",
     "line_compression",
     {"line_compression.where=sm", "line_compression.what=fpc"},
     gated + Blocks{"fpc_compressor", "fpc_decompressor", "metadata_cache"},
     "scan",
     true,
     true},
    {"compressed_lines_e2mc",
     "line_compression",
     {"line_compression.what=e2mc", "line_compression.e2mc.sampled_instructions=2000"},
     gated + Blocks{"huffman_compressor", "block_packer", "block_unpacker", "huffman_decoder", "codec_pool",
                    "value_frequency_table", "metadata_cache"},
     "scan",
     true,
     true},
    {"compressed_lines_cpack",
     "line_compression",
     {"line_compression.where=sm", "line_compression.what=cpack"},
     gated + Blocks{"cpack_compressor", "cpack_decompressor", "metadata_cache"},
     "scan",
     true,
     true},
    {"compressed_lines_best",
     "line_compression",
     {"line_compression.where=sm", "line_compression.what=best"},
     gated + Blocks{"bdi_line_compressor", "bdi_line_decompressor", "fpc_compressor", "fpc_decompressor",
                    "cpack_compressor", "cpack_decompressor", "best_of_all_selector", "metadata_cache"},
     "scan",
     true,
     true},
    {"assisted_lines",
     "caba",
     {},
     gated + Blocks{"assist_warp_store", "assist_warp_controller", "assist_warp_buffer",
                    "pending_store_buffer", "metadata_cache"},
     "scan",
     true,
     true},
    {"five_papers", "warped_compression,warp_approximation,register_virtualization,caba,line_compression",
     five,
     gated + moving + approximated + renamed +
         Blocks{"assist_warp_store", "assist_warp_controller", "assist_warp_buffer", "huffman_compressor",
                "block_packer", "block_unpacker", "huffman_decoder", "codec_pool", "value_frequency_table",
                "metadata_cache"},
     "scan", true, true}};

/// The outcome of a run with one block as RTL.
struct Outcome {
  bool has_block = false, ran = false;
  bool different = false;  ///< the check said so
  double mismatches = 0, instructions = 0;
};

Outcome run(const Machine& m, const RtlSelection& rtl) {
  const auto found = in_child(5, [&] {
    Outcome o;
    try {
      StatGroup stats;
      GpuConfig config = PtxRun::one_sm();
      config.sm.power_gating = *m.techniques != '\0';
      if (m.whole_lines) config.l2 = whole_lines(config.l2);
      VerilatedLibrary library({rtl});
      const Techniques techniques = techniques_of(m.techniques, m.set);
      SimulatedGpu gpu(config, techniques, &library, stats);
      library.require_blocks_of(m.name);
      o.has_block = true;
      TandemCheck check(gpu, config, values_of(techniques));
      o.mismatches = static_cast<double>(
          Registry<Workload>::instance().find(m.workload).run(check, {.small = true}).mismatches);
      o.instructions = static_cast<double>(check.counts().instructions);
      check.counts().require_followed();
      o.ran = true;
    } catch (const std::exception& e) {
      if (o.has_block) fprintf(stderr, "%s as RTL: %s\n", rtl.block.c_str(), e.what());
      o.different = std::string(e.what()).find(": check: ") != std::string::npos;
    }
    return std::vector<double>{double(o.has_block), double(o.ran), double(o.different), o.mismatches,
                               o.instructions};
  });
  return {found[0] == 1, found[1] == 1, found[2] == 1, found[3], found[4]};
}

class CheckedRtl : public testing::TestWithParam<Machine> {};

TEST_P(CheckedRtl, EveryCommittedValueIsRightWithEachBlock) {
  for (const std::string& block : Registry<BlockEntry>::instance().names()) {
    SCOPED_TRACE(block);
    const Outcome o = run(GetParam(), {block});
    EXPECT_EQ(o.has_block, GetParam().blocks.contains(block));
    if (!o.has_block) continue;
    EXPECT_TRUE(o.ran);
    if (GetParam().exact)
      EXPECT_EQ(o.mismatches, 0);
    else
      EXPECT_GT(o.mismatches, 0);
    EXPECT_GT(o.instructions, 100);
  }
}
INSTANTIATE_TEST_SUITE_P(Gpu, CheckedRtl, testing::ValuesIn(machines),
                         [](const auto& info) { return std::string(info.param.name); });

/// The controls: a fault in the RTL of a block, on a machine that has the block.
struct Fault {
  const char* technique;
  const char* block;
  std::size_t machine;
  const char *original, *wrong;
};
void PrintTo(const Fault& f, std::ostream* out) { *out << f.block; }

class CheckedFaults : public testing::TestWithParam<Fault> {};

TEST_P(CheckedFaults, AreDifferences) {
  const Fault& f = GetParam();
  const BrokenRtl rtl(fmt::format("{}/{}.sv", f.technique, f.block), f.original, f.wrong);
  const Outcome o = run(machines.at(f.machine), rtl.selection(f.block));
  EXPECT_TRUE(o.has_block);
  EXPECT_TRUE(o.different);
}
INSTANTIATE_TEST_SUITE_P(
    Gpu, CheckedFaults,
    testing::Values(
        Fault{"warped_compression", "thread_decompressor", 3, "width >= 2'd1 ?", "width >= 2'd2 ?"},
        Fault{"warp_approximation", "similarity_comparator", 7, "dissimilar == '0", "!dissimilar[0]"},
        Fault{"warp_approximation", "similarity_selector", 7, "rsp_representative_o <= representative",
              "rsp_representative_o <= representative ^ 32'd1"},
        Fault{"warp_approximation", "value_broadcaster", 7, "{Lanes{value}}", "{{Lanes{value}} ^ Bits'(1)}"},
        Fault{"warp_approximation", "representative_selector", 7, "rsp_lane_o <= lane &",
              "rsp_lane_o <= ~lane &"},
        Fault{"warp_approximation", "representative_decision", 7, "req_enough_i[0] && equal == '1",
              "req_enough_i != 2'd3 && equal == '1"},
        Fault{"warp_approximation", "similar_register_table", 7, "path_representative_i[4:0]}",
              "path_representative_i[4:0] ^ 5'd1}"}),
    [](const auto& info) { return std::string(info.param.block); });

TEST(CheckedRtlOfBlocks, NoneIsLeftOut) {
  Blocks checked, all;
  for (const Machine& m : machines) checked = checked + m.blocks;
  for (const std::string& name : Registry<BlockEntry>::instance().names()) all.insert(name);
  EXPECT_EQ(checked, all);
}

}  // namespace
}  // namespace heddle::checked_rtl_test
