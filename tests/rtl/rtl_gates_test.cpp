// SPDX-License-Identifier: Apache-2.0
// The checks that every block's RTL passes, for each named parameter set of its card: Verilator's lint
// without a warning, yosys' front end without a complaint, and the range checks of its parameters. What
// configs/blocks/verified records for the same contents is left out, but for one block.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/verify/lint.hpp"
#include "tests/verify/recorded.hpp"

namespace heddle::rtl_gates_test {
namespace {

bool installed(const std::string& program) {
  try {
    return run_command({program, "--version"}).exit_code == 0 || run_command({program, "-V"}).exit_code == 0;
  } catch (const Error&) {
    return false;
  }
}

#define SKIP_WITHOUT(program) \
  if (!installed(program)) GTEST_SKIP() << program << " is not installed"

struct Named {
  std::string block, set;
  friend void PrintTo(const Named& n, std::ostream* out) { *out << n.block << ' ' << n.set; }
};

std::vector<Named> all_sets() {
  std::vector<Named> all;
  for (const std::string& block : Registry<BlockEntry>::instance().names())
    for (const std::string& set : parameter_set_names(block)) all.push_back({block, set});
  return all;
}

RtlSource source_of(const Named& named) {
  const auto& entry = Registry<BlockEntry>::instance().find(named.block);
  return rtl_source(named.block, {}, entry.rtl_parameters(parameter_set(named.block, named.set, {})));
}

constexpr const char* always_read = "thread_compressor";

class RtlGates : public testing::TestWithParam<Named> {
 protected:
  void SetUp() override {
    const std::string& block = GetParam().block;
    if (block != always_read && verify::is_recorded(block, "lint"))
      GTEST_SKIP() << verify::why_left_out(block);
  }
};

TEST_P(RtlGates, VerilatorHasNothingToSay) {
  SKIP_WITHOUT("verilator");
  EXPECT_EQ(verify::lint(source_of(GetParam())), "");
}

TEST_P(RtlGates, YosysFindsNoLoopNoLatchNothingUndriven) {
  SKIP_WITHOUT("yosys");
  EXPECT_EQ(verify::synthesis_problems(source_of(GetParam())), "");
}

INSTANTIATE_TEST_SUITE_P(Blocks, RtlGates, testing::ValuesIn(all_sets()),
                         [](const auto& info) { return info.param.block + "__" + info.param.set; });

struct OutOfRange {
  std::string block, parameter, value;
  friend void PrintTo(const OutOfRange& o, std::ostream* out) {
    *out << o.block << ' ' << o.parameter << o.value;
  }
};

class RtlRanges : public testing::TestWithParam<OutOfRange> {};

TEST_P(RtlRanges, AreCheckedByTheRtlItself) {
  SKIP_WITHOUT("verilator");
  const OutOfRange& bad = GetParam();
  RtlSource source = rtl_source(bad.block, {}, default_parameters(bad.block));
  source.parameters[bad.parameter] = bad.value;
  const std::string said = verify::lint(source);
  EXPECT_NE(said.find("%Error"), std::string::npos) << said;
  EXPECT_NE(said.find(bad.parameter + " must be"), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, RtlRanges,
    testing::Values(
        OutOfRange{"bdi_compressor", "Latency", "0"}, OutOfRange{"bdi_compressor", "Latency", "17"},
        OutOfRange{"bdi_compressor", "Choices", "0"}, OutOfRange{"bdi_compressor", "Choices", "128"},
        OutOfRange{"bdi_decompressor", "Latency", "0"}, OutOfRange{"bdi_decompressor", "Latency", "17"},
        OutOfRange{"bdi_decompressor", "Choices", "0"}, OutOfRange{"bdi_decompressor", "Choices", "128"},
        OutOfRange{"fpc_compressor", "Latency", "0"}, OutOfRange{"fpc_compressor", "Latency", "17"},
        OutOfRange{"fpc_compressor", "LineBytes", "96"}, OutOfRange{"fpc_decompressor", "Latency", "0"},
        OutOfRange{"fpc_decompressor", "Latency", "17"}, OutOfRange{"fpc_decompressor", "LineBytes", "32"},
        OutOfRange{"fpc_compressor", "SegmentWords", "6"},
        OutOfRange{"fpc_decompressor", "SegmentWords", "1"}, OutOfRange{"cpack_compressor", "Latency", "0"},
        OutOfRange{"cpack_compressor", "Latency", "17"}, OutOfRange{"cpack_compressor", "LineBytes", "96"},
        OutOfRange{"cpack_decompressor", "Latency", "0"}, OutOfRange{"cpack_decompressor", "Latency", "17"},
        OutOfRange{"cpack_decompressor", "LineBytes", "32"},
        OutOfRange{"cpack_compressor", "DictionaryValues", "8"},
        OutOfRange{"cpack_decompressor", "DictionaryValues", "5"},
        OutOfRange{"best_of_all_selector", "Latency", "0"},
        OutOfRange{"best_of_all_selector", "Latency", "17"},
        OutOfRange{"best_of_all_selector", "LineBytes", "96"},
        OutOfRange{"best_of_all_selector", "Granularity", "48"},
        OutOfRange{"best_of_all_selector", "Granularity", "128"},
        OutOfRange{"best_of_all_selector", "Margin", "128"},
        OutOfRange{"best_of_all_selector", "FpcDecompressionLatency", "0"},
        OutOfRange{"best_of_all_selector", "CpackDecompressionLatency", "17"},
        OutOfRange{"power_gate", "RowsPerDomain", "32"}, OutOfRange{"power_gate", "RowsPerDomain", "192"},
        OutOfRange{"power_gate", "RowsPerDomain", "512"}, OutOfRange{"power_gate", "WakeUp", "65"},
        OutOfRange{"lane_power_gate", "IdleDetect", "0"}, OutOfRange{"lane_power_gate", "IdleDetect", "256"},
        OutOfRange{"lane_power_gate", "WakeUp", "65"}, OutOfRange{"similarity_controller", "Window", "15"},
        OutOfRange{"similarity_controller", "Window", "65536"},
        OutOfRange{"similarity_controller", "Step", "0"}, OutOfRange{"similarity_controller", "Step", "32"},
        OutOfRange{"similarity_controller", "Hysteresis", "1024"},
        OutOfRange{"register_allocator", "Registers", "60"},
        OutOfRange{"register_allocator", "Registers", "718"},
        OutOfRange{"register_allocator", "Registers", "1028"},
        OutOfRange{"register_allocator", "RowsPerSubarray", "8"},
        OutOfRange{"register_allocator", "RowsPerSubarray", "48"},
        OutOfRange{"register_allocator", "RowsPerSubarray", "512"}, OutOfRange{"codec_pool", "Units", "0"},
        OutOfRange{"codec_pool", "Units", "65"}, OutOfRange{"codec_pool", "Policy", "2"},
        OutOfRange{"assist_warp_store", "Words", "0"}, OutOfRange{"assist_warp_store", "Words", "1025"},
        OutOfRange{"assist_warp_buffer", "Entries", "0"}, OutOfRange{"assist_warp_buffer", "Entries", "65"},
        OutOfRange{"assist_warp_buffer", "Depth", "0"}, OutOfRange{"assist_warp_buffer", "Depth", "5"},
        OutOfRange{"assist_warp_buffer", "LowSlots", "0"}, OutOfRange{"assist_warp_buffer", "LowSlots", "5"},
        OutOfRange{"assist_warp_controller", "Entries", "0"},
        OutOfRange{"assist_warp_controller", "Entries", "65"},
        OutOfRange{"assist_warp_controller", "Depth", "0"},
        OutOfRange{"assist_warp_controller", "Depth", "5"},
        OutOfRange{"assist_warp_controller", "LowSlots", "0"},
        OutOfRange{"assist_warp_controller", "LowSlots", "5"},
        OutOfRange{"assist_warp_controller", "ThrottleWindow", "0"},
        OutOfRange{"assist_warp_controller", "ThrottleWindow", "65536"},
        OutOfRange{"assist_warp_controller", "LeastIdle", "65536"},
        OutOfRange{"assist_warp_controller", "MostBusy", "65536"},
        OutOfRange{"pending_store_buffer", "Entries", "0"},
        OutOfRange{"pending_store_buffer", "Entries", "33"}, OutOfRange{"metadata_cache", "Bytes", "6144"},
        OutOfRange{"metadata_cache", "Bytes", "131072"}, OutOfRange{"metadata_cache", "Ways", "3"},
        OutOfRange{"metadata_cache", "Ways", "16"}, OutOfRange{"metadata_cache", "BlockBytes", "16"},
        OutOfRange{"range_indicator_table", "Bits", "1"}, OutOfRange{"range_indicator_table", "Bits", "4"},
        OutOfRange{"release_flag_cache", "Entries", "33"}, OutOfRange{"release_flag_latch", "Warps", "0"},
        OutOfRange{"release_flag_latch", "Warps", "65"}, OutOfRange{"renaming_table", "Ports", "3"},
        OutOfRange{"renaming_table", "Entries", "0"}, OutOfRange{"renaming_table", "Entries", "818"},
        OutOfRange{"renaming_table", "Entries", "3076"}, OutOfRange{"representative_selector", "Policy", "4"},
        OutOfRange{"similar_register_table", "Registers", "0"},
        OutOfRange{"similar_register_table", "Registers", "65"},
        OutOfRange{"similarity_comparator", "Selects", "2"}, OutOfRange{"thread_width_table", "Rows", "15"},
        OutOfRange{"thread_width_table", "Rows", "257"}),
    [](const auto& info) { return info.param.block + info.param.parameter + info.param.value; });

}  // namespace
}  // namespace heddle::rtl_gates_test
