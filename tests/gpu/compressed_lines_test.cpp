// SPDX-License-Identifier: Apache-2.0
// Memory lines compressed by BDI, FPC, C-Pack, the best of these and E2MC: all workloads under tandem
// execution, the blocks as RTL, faults in them, and what is saved.
#include <gtest/gtest.h>

#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/cosim/broken_rtl.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/gpu/several_codes.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::compressed_lines_test {
namespace {

struct Design {
  const char* name;
  std::vector<std::string> set;
  std::string
      codes{};  ///< what E2MC has several codes for, which are those of a run of scan; empty: it has not
};
void PrintTo(const Design& d, std::ostream* out) { *out << d.name; }

const Design at_controller{"HwBdiMem", {}}, from_sm{"HwBdi", {"line_compression.where=sm"}},
    ideal{
        "IdealBdi",
        {"line_compression.where=sm", "line_compression.executor=ideal", "line_compression.metadata=ideal"}},
    few_metadata{"FewMetadata", {"line_compression.metadata_cache.bytes=128"}},
    parallel{"Parallel",
             {"line_compression.where=sm", "line_compression.metadata_cache.bytes=64",
              "line_compression.metadata_cache.ways=1", "line_compression.metadata_miss=parallel"}},
    in_l2{"InTheL2", {"line_compression.where=l2"}},
    unmerged{"Unmerged", {"line_compression.where=sm", "line_compression.encode_merged=false"}},
    fpc_at_controller{"HwFpcMem", {"line_compression.what=fpc"}},
    fpc{"HwFpc", {"line_compression.what=fpc", "line_compression.where=sm"}},
    fpc_segments{
        "HwFpcInSegments",
        {"line_compression.what=fpc", "line_compression.where=sm", "line_compression.fpc.segment_words=8"}},
    fpc_pairs{"HwFpcMemInPairs", {"line_compression.what=fpc", "line_compression.fpc.segment_words=2"}},
    e2mc{"E2mc16", {"line_compression.what=e2mc", "line_compression.e2mc.sampled_instructions=2000"}},
    e2mc_from_sm{"E2mc32FromTheSms",
                 {"line_compression.what=e2mc", "line_compression.where=sm", "line_compression.e2mc.ways=1",
                  "line_compression.e2mc.symbol_bits=32", "line_compression.e2mc.sampled_instructions=2000"}},
    e2mc_for_kernels{"E2mc16ForKernels",
                     {"line_compression.what=e2mc", "line_compression.e2mc.compressors=2",
                      "line_compression.e2mc.decoders=8"},
                     "kernel"},
    e2mc_for_allocations{"E2mc8ForAllocationsFromTheSms",
                         {"line_compression.what=e2mc", "line_compression.where=sm",
                          "line_compression.e2mc.symbol_bits=8", "line_compression.e2mc.most_codes=3",
                          "line_compression.e2mc.compressors=2", "line_compression.e2mc.decoders=8"},
                         "allocation"},
    cpack_at_controller{"HwCpackMem", {"line_compression.what=cpack"}},
    cpack{"HwCpack", {"line_compression.what=cpack", "line_compression.where=sm"}},
    cpack_of_four{"HwCpackOfFourValues",
                  {"line_compression.what=cpack", "line_compression.where=sm",
                   "line_compression.cpack.dictionary_values=4"}},
    best_of_layouts{"BestOfAllOfTheOtherLayouts",
                    {"line_compression.what=best", "line_compression.where=sm",
                     "line_compression.fpc.segment_words=4", "line_compression.cpack.dictionary_values=4"}},
    best{"BestOfAll", {"line_compression.what=best", "line_compression.where=sm"}},
    best_ideal{
        "IdealBestOfAll",
        {"line_compression.what=best", "line_compression.where=sm", "line_compression.executor=ideal"}},
    best_at_controller{"BestOfAllMem",
                       {"line_compression.what=best", "line_compression.best.margin=1",
                        "line_compression.best.selection_latency=3"}},
    wide{"BurstsOf64", {"line_compression.granularity=64", "line_compression.bdi.base=first_value"}};
const auto by_name = [](const auto& info) { return std::string(info.param.name); };

Techniques with(const Design& d) {
  return d.codes.empty() ? techniques_of("line_compression", d.set) : with_codes_of_scan(d.codes, d.set);
}

GpuConfig machine() {
  GpuConfig config;
  config.sms = 4;
  config.l2 = whole_lines(config.l2);
  config.dram.controller.check_protocol = true;
  config.no_progress_cycles = 50'000;
  return config;
}

class CompressedLines : public testing::TestWithParam<Design> {};
INSTANTIATE_TEST_SUITE_P(Gpu, CompressedLines,
                         testing::Values(at_controller, in_l2, from_sm, unmerged, ideal, wide, few_metadata,
                                         parallel, fpc, fpc_segments, cpack, cpack_of_four, best,
                                         best_of_layouts, e2mc, e2mc_from_sm, e2mc_for_kernels,
                                         e2mc_for_allocations),
                         by_name);

TEST_P(CompressedLines, ChangeNoValueOfAnyWorkload) {
  const Techniques techniques = with(GetParam());
  for (const std::string& name : Registry<Workload>::instance().names()) {
    SCOPED_TRACE(name);
    const CheckedWorkload found = checked_workload(name, machine(), techniques);
    EXPECT_EQ(found.mismatches, 0);
    EXPECT_GT(found.instructions, 0);
  }
}

/// A run of scan, in whose integers much is compressed, with an L2 from which lines are evicted.
struct Outcome {
  bool passed = false, corrupt = false;
  bool unit_not_free = false;  ///< a line was given such a unit
  double cycles = 0, bursts = 0, response_bytes = 0, encoded = 0, decoded = 0, text = 0;
  double encoded_by_codec = 0, decoded_by_codec = 0;  ///< of the best of several: sums over these
};

Outcome run(const Techniques& techniques, bool skipping = true, const std::vector<RtlSelection>& rtl = {}) {
  const auto found = in_child(11, [&] {
    GpuConfig config = machine();
    config.skip_idle_cycles = skipping;
    config.l2.cache.bytes = 2048;
    StatGroup stats;
    VerilatedLibrary library(rtl);
    std::vector<double> all(11);
    try {
      SimulatedGpu gpu(config, techniques, &library, stats);
      library.require_blocks_of("line_compression");
      all[0] = Registry<Workload>::instance().find("scan").run(gpu, {.small = true}).passed();
      gpu.gpu().settle();
    } catch (const Error& e) {
      fprintf(stderr, "%s\n", e.what());
      all[1] = std::string(e.what()).find("corrupt") != std::string::npos;
      all[10] = std::string(e.what()).find("offers a unit that is not free") != std::string::npos;
      return all;
    }
    const auto edges = [&](const std::string& counter) {
      double sum = 0;
      for (const char* group : {"sm_total.memory", "l2_total", "dram_total"})
        if (const auto path = fmt::format("{}.edge.{}", group, counter); stats.look_up(path) != nullptr)
          sum += stats.number(path);
      return sum;
    };
    all[2] = stats.number("cycles");
    all[3] = stats.number("dram_total.read_bursts") + stats.number("dram_total.write_bursts");
    all[4] = stats.number("crossbar.responses.bytes");
    all[5] = edges("encoded_lines");
    all[6] = edges("decoded_lines");
    all[7] = static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12);
    for (const char* codec : {"bdi", "fpc", "cpack"}) {
      all[8] += edges(fmt::format("codecs.{}_encoded_lines", codec));
      all[9] += edges(fmt::format("codecs.{}_decoded_lines", codec));
    }
    return all;
  });
  return {found[0] == 1, found[1] == 1, found[10] == 1, found[2], found[3], found[4],
          found[5],      found[6],      found[7],       found[8], found[9]};
}

TEST(CompressedLinesSave, Bursts) {
  const Outcome without = run({}), with_it = run(with(at_controller));
  EXPECT_TRUE(with_it.passed);
  EXPECT_LT(with_it.bursts, 0.8 * without.bursts);
  EXPECT_EQ(with_it.response_bytes, without.response_bytes);
  EXPECT_GT(with_it.encoded, 0);
  EXPECT_GT(with_it.decoded, 0);
}

TEST(CompressedLinesSave, BytesOnTheCrossbarBelowTheSms) {
  const Outcome without = run({}), with_it = run(with(from_sm));
  EXPECT_TRUE(with_it.passed);
  EXPECT_LT(with_it.bursts, 0.8 * without.bursts);
  EXPECT_LT(with_it.response_bytes, 0.9 * without.response_bytes);
}

/// scan writes parts of lines, too; the L2 merges them.
TEST(CompressedLinesSave, BurstsOfLinesThatTheL2HasMerged) {
  const Outcome merged = run(with(from_sm)), left = run(with(unmerged));
  EXPECT_LT(merged.bursts, left.bursts);
  EXPECT_GT(merged.encoded, left.encoded);
}

/// Segments of eight words and of two.
TEST(CompressedLinesSave, BurstsInSegmentsToo) {
  const Outcome without = run({});
  for (const Design& d : {fpc_segments, fpc_pairs}) {
    const Outcome o = run(with(d));
    EXPECT_TRUE(o.passed);
    EXPECT_LT(o.bursts, 0.8 * without.bursts);
    EXPECT_GT(o.decoded, 0);
  }
}

TEST(CompressedLinesSave, MoreTimeWithoutLatency) {
  EXPECT_LE(run(with(ideal)).cycles, run(with(from_sm)).cycles);
}

TEST(CompressedLinesSave, BurstsByTheBestCodecOfEachAndCountThemByCodec) {
  const Outcome bdi = run(with(from_sm));
  for (const Design& d : {best, best_ideal, best_of_layouts}) {
    const Outcome o = run(with(d));
    EXPECT_TRUE(o.passed);
    EXPECT_LT(o.bursts, bdi.bursts);
    EXPECT_GT(o.encoded, 0);
    EXPECT_EQ(o.encoded_by_codec, o.encoded);
    EXPECT_GT(o.decoded, 0);
    EXPECT_EQ(o.decoded_by_codec, o.decoded);
  }
  EXPECT_EQ(bdi.encoded_by_codec, 0);
}

TEST_P(CompressedLines, AreTheSameWhereCyclesAreSkipped) {
  const Outcome skipping = run(with(GetParam())), ticking = run(with(GetParam()), false);
  EXPECT_EQ(skipping.cycles, ticking.cycles);
  EXPECT_EQ(skipping.text, ticking.text);
}

/// Each edge of the units' clocks is at an instant of the controllers' clock.
TEST(CompressedLines, AreTheSameWhereCyclesOfUnitsAtTheControllersClockAreSkipped) {
  Design d = e2mc;
  for (const char* unit : {"compressor", "decoder"})
    d.set.push_back(fmt::format("line_compression.e2mc.{}_mhz={}", unit, machine().dram.gddr5.clock_mhz));
  const Outcome skipping = run(with(d)), ticking = run(with(d), false);
  EXPECT_GT(skipping.decoded, 0);
  EXPECT_EQ(skipping.cycles, ticking.cycles);
  EXPECT_EQ(skipping.text, ticking.text);
}

/// Lines wait for the one unit of each kind, at the SMs, too, where nothing else may be on its way.
TEST(CompressedLines, WaitForTheOnlyUnit) {
  for (const char* where : {"controller", "l2", "sm"}) {
    Design d = e2mc;
    d.set.insert(d.set.end(), {fmt::format("line_compression.where={}", where),
                               "line_compression.e2mc.compressors=1", "line_compression.e2mc.decoders=4"});
    EXPECT_TRUE(run(with(d)).passed) << where;
  }
}

TEST(CompressedLinesAsRtl, HaveTheSameStatistics) {
  const std::vector<RtlSelection> bdi{{"bdi_line_compressor"}, {"bdi_line_decompressor"}, {"metadata_cache"}},
      of_fpc{{"fpc_compressor"}, {"fpc_decompressor"}, {"metadata_cache"}},
      of_e2mc{{"huffman_compressor"}, {"block_packer"}, {"block_unpacker"},
              {"huffman_decoder"},    {"codec_pool"},   {"metadata_cache"}},
      of_cpack{{"cpack_compressor"}, {"cpack_decompressor"}, {"metadata_cache"}},
      of_best{{"bdi_line_compressor"}, {"bdi_line_decompressor"}, {"fpc_compressor"},
              {"fpc_decompressor"},    {"cpack_compressor"},      {"cpack_decompressor"},
              {"best_of_all_selector"}};
  for (const auto& [d, blocks] :
       {std::pair{at_controller, bdi}, std::pair{from_sm, bdi}, std::pair{few_metadata, bdi},
        std::pair{fpc_at_controller, of_fpc}, std::pair{fpc, of_fpc}, std::pair{fpc_pairs, of_fpc},
        std::pair{cpack_at_controller, of_cpack}, std::pair{cpack, of_cpack},
        std::pair{cpack_of_four, of_cpack}, std::pair{best, of_best}, std::pair{best_of_layouts, of_best},
        std::pair{best_at_controller, of_best}, std::pair{e2mc, of_e2mc},
        std::pair{e2mc_for_kernels, of_e2mc}, std::pair{e2mc_for_allocations, of_e2mc}}) {
    const Outcome model = run(with(d)), rtl = run(with(d), true, blocks);
    EXPECT_TRUE(rtl.passed);
    EXPECT_EQ(rtl.text, model.text) << d.name;
  }
}

BrokenRtl faulty(const std::string& block, const std::string& original, const std::string& wrong) {
  return {fmt::format("line_compression/{}.sv", block), original, wrong};
}

/// The kernel computes with what the decompressors restore.
TEST(CompressedLinesAsRtl, OfAFaultyDecompressorSpoilTheResult) {
  for (const auto& [d, block] :
       {std::pair{at_controller, "bdi_line_decompressor"}, std::pair{fpc_at_controller, "fpc_decompressor"},
        std::pair{cpack_at_controller, "cpack_decompressor"}}) {
    const BrokenRtl rtl = faulty(block, "{corrupt, PinBits'(result)}",
                                 "{corrupt, PinBits'(result) ^ (PinBits'(req_compressed_i) << 8)}");
    EXPECT_FALSE(run(with(d), true, {rtl.selection(block)}).passed) << block;
  }
}

/// What the compressors make is stored.
TEST(CompressedLinesAsRtl, OfAFaultyCompressorSpoilTheResult) {
  for (const auto& [d, block] : {std::pair{from_sm, "bdi_line_compressor"}, std::pair{fpc, "fpc_compressor"},
                                 std::pair{cpack, "cpack_compressor"}}) {
    const BrokenRtl rtl = faulty(block, "{compressed, length, PinBits'(result)}",
                                 "{compressed, length, PinBits'(result) ^ (PinBits'(compressed) << 16)}");
    EXPECT_FALSE(run(with(d), true, {rtl.selection(block)}).passed) << block;
  }
}

/// What the selector gives out is stored. In the middle of a codec's bytes a fault is a wrong value, or the
/// decompressor calls it corrupt; in the byte that names the codec the wrong decompressor is asked, or none.
TEST(CompressedLinesAsRtl, OfAFaultySelectorSpoilTheResult) {
  for (const char* wrong : {"{compressed, length, PinBits'(result) ^ (PinBits'(compressed) << 16)}",
                            "{compressed, length, PinBits'(result) ^ (PinBits'(compressed) << 3)}"}) {
    const BrokenRtl rtl = faulty("best_of_all_selector", "{compressed, length, PinBits'(result)}", wrong);
    EXPECT_FALSE(run(with(best), true, {rtl.selection("best_of_all_selector")}).passed) << wrong;
  }
}

TEST(CompressedLinesAsRtl, ThatAreCalledCorruptEndTheRun) {
  const BrokenRtl rtl = faulty("bdi_line_decompressor", "{corrupt, PinBits'(result)}",
                               "{corrupt || req_valid_i, PinBits'(result)}");
  const Outcome o = run(with(at_controller), true, {rtl.selection("bdi_line_decompressor")});
  EXPECT_FALSE(o.passed);
  EXPECT_TRUE(o.corrupt);
}

/// A flipped bit in a symbol that a decoder gives, or in a chunk that a compressor makes.
TEST(CompressedLinesAsRtl, OfAFaultyHuffmanBlockSpoilTheResult) {
  const BrokenRtl decoder{"e2mc/huffman_decoder.sv", "symbol_value_o = 32'(symbol)",
                          "symbol_value_o = 32'(symbol) ^ 32'h1"},
      compressor{"e2mc/huffman_compressor.sv", "bits_chunk_o = MostCodeBits'(chunk)",
                 "bits_chunk_o = MostCodeBits'(chunk) ^ MostCodeBits'(4)"};
  EXPECT_FALSE(run(with(e2mc), true, {decoder.selection("huffman_decoder")}).passed);
  EXPECT_FALSE(run(with(e2mc), true, {compressor.selection("huffman_compressor")}).passed);
}

/// A flipped bit of a codeword, where lines are put together.
TEST(CompressedLinesAsRtl, OfAFaultyBlockPackerSpoilTheResult) {
  const BrokenRtl packer{"e2mc/block_packer.sv", "stored_data_o = PinBits'(stored)",
                         "stored_data_o = PinBits'(stored) ^ (PinBits'(stored_compressed_o) << 32)"};
  EXPECT_FALSE(run(with(e2mc), true, {packer.selection("block_packer")}).passed);
}

/// A flipped bit of a chunk, where lines are taken apart; or pointers that are called impossible.
TEST(CompressedLinesAsRtl, OfAFaultyBlockUnpackerSpoilTheResult) {
  {
    const BrokenRtl chunks{"e2mc/block_unpacker.sv", "MostCodeBits'(chunk[C*i +: C])",
                           "MostCodeBits'(chunk[C*i +: C]) ^ MostCodeBits'(4)"};
    EXPECT_FALSE(run(with(e2mc), true, {chunks.selection("block_unpacker")}).passed);
  }
  const BrokenRtl pointers{"e2mc/way_unpacker.sv", "corrupt_q <= valid_i && !legal;", "corrupt_q <= valid_i;",
                           "e2mc/block_unpacker.sv"};
  const Outcome o = run(with(e2mc), true, {pointers.selection("block_unpacker")});
  EXPECT_FALSE(o.passed);
  EXPECT_TRUE(o.corrupt);
}

/// The unit that was taken is offered again at once, or a neighbour that may work: the run ends with the
/// error that says so. A pool that offers nothing leaves the lines waiting.
TEST(CompressedLinesAsRtl, OfAFaultyCodecPoolEndTheRun) {
  for (const auto& [original, wrong, offers_it] :
       {std::tuple{"free_i & ~({Units{takes}} & offered)", "free_i", true},
        std::tuple{"assign unit_o = unit_q;", "assign unit_o = unit_q ^ UnitBits'(valid_q);", true},
        std::tuple{"assign valid_o = valid_q;", "assign valid_o = 1'b0;", false}}) {
    const BrokenRtl pool{"e2mc/pool_offer.sv", original, wrong, "e2mc/codec_pool.sv"};
    const Outcome o = run(with(e2mc), true, {pool.selection("codec_pool")});
    EXPECT_FALSE(o.passed) << wrong;
    EXPECT_EQ(o.unit_not_free, offers_it) << wrong;
  }
}

/// A flipped bit of metadata on its way into the cache: the line is taken for another number of bursts. The
/// run ends with an error or with a wrong result.
TEST(CompressedLinesAsRtl, OfAFaultyMetadataCacheSpoilTheResult) {
  for (const auto& [original, wrong] : {std::pair{".bits_i(req_bits_i)", ".bits_i(req_bits_i ^ 2'd1)"},
                                        std::pair{".bits_i(req_bits_i)", ".bits_i(req_bits_i ^ 2'd2)"}}) {
    const BrokenRtl rtl = faulty("metadata_cache", original, wrong);
    const Outcome o = run(with(few_metadata), true, {rtl.selection("metadata_cache")});
    EXPECT_FALSE(o.passed) << wrong;
  }
}

TEST(CompressedLinesSetUp, OfSectorsAreRefused) {
  GpuConfig config = machine();
  config.l2.fetch = L2Fetch::sectors;
  StatGroup stats;
  EXPECT_THROW(SimulatedGpu(config, with(at_controller), nullptr, stats), Error);
}

TEST(CompressedLinesSetUp, RefuseUnknownChoices) {
  for (const auto& [set, legal] : {std::pair{"where=l3", "controller, l2, sm"},
                                   std::pair{"executor=fast", "blocks, ideal"},
                                   std::pair{"metadata=free", "cache, ideal"},
                                   std::pair{"metadata_miss=never", "serial, parallel"},
                                   std::pair{"metadata_cache.bytes=96", "powers of two, 128 to 65536"},
                                   std::pair{"granularity=48", "32 or 64"},
                                   std::pair{"what=zip", "bdi, best, cpack, e2mc, fpc"},
                                   std::pair{"fpc.decompression_latency=0", "1 .. 16 cycles"},
                                   std::pair{"fpc.segment_words=3", "0, 2, 4, 8, 16"},
                                   std::pair{"fpc.segment_words=32", "0 .. 16 words"},
                                   std::pair{"e2mc.ways=3", "1, 2, 4, 8"},
                                   std::pair{"e2mc.decoders=10", "a multiple of 4"},
                                   std::pair{"e2mc.compressors=65", "1 .. 64"},
                                   std::pair{"e2mc.compressors=0", "1 .. 64"},
                                   std::pair{"e2mc.decoders=260", "at most 256"},
                                   std::pair{"e2mc.unit_policy=any", "lowest_free, round_robin"},
                                   std::pair{"cpack.compression_latency=17", "1 .. 16 cycles"},
                                   std::pair{"cpack.dictionary_values=8", "4, 16"},
                                   std::pair{"best.selection_latency=0", "1 .. 16 cycles"},
                                   std::pair{"best.margin=128", "0 .. 127"}}) {
    try {
      techniques_of("line_compression", {fmt::format("line_compression.{}", set)});
      ADD_FAILURE() << set;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(legal), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace heddle::compressed_lines_test
