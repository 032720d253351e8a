// SPDX-License-Identifier: Apache-2.0
#include "tests/cosim/broken_rtl.hpp"

#include "models/base/error.hpp"

namespace heddle::broken_rtl_test {
namespace {

const std::string compressor = "warped_compression/bdi_compressor.sv";

struct Break {
  std::string name, block, path, original, replacement, pin, top;
};

void PrintTo(const Break& b, std::ostream* out) { *out << b.name; }

class FunctionalFault : public testing::TestWithParam<Break> {};

/// Faulty RTL is detected, and the report shows the cycle, the pin, both values, the stimuli and a wave.
TEST_P(FunctionalFault, IsCaughtWithItsPinItsStimuliAndAWave) {
  const Break& b = GetParam();
  const BrokenRtl rtl(b.path, b.original, b.replacement, b.top);
  const CosimResult r = cosimulate({rtl.request(b.block)}).at(0);
  EXPECT_EQ(r.verdict, Verdict::differs);
  EXPECT_FALSE(r.passed());
  ASSERT_TRUE(r.mismatch.has_value());
  ASSERT_FALSE(r.mismatch->pins.empty());
  EXPECT_EQ(r.mismatch->pins[0].pin, b.pin);
  ASSERT_FALSE(r.mismatch->pins[0].at.empty());
  EXPECT_NE(r.mismatch->pins[0].at[0].model, r.mismatch->pins[0].at[0].rtl);
  EXPECT_FALSE(r.mismatch->stimuli.empty());
  EXPECT_GT(std::filesystem::file_size(rtl.wave()), 100u);
  const std::string text = text_of(r);
  for (const char* part : {"DIFFERENT", "first mismatch at cycle", "model ", "rtl ", "last stimuli", "wave "})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}
INSTANTIATE_TEST_SUITE_P(
    BrokenRtl, FunctionalFault,
    testing::Values(
        Break{"nine_bit_delta", "bdi_compressor", compressor, "difference[31:7]", "difference[31:8]",
              "rsp_data_o", ""},
        Break{"unsigned_delta", "bdi_decompressor", "warped_compression/bdi_decompressor.sv",
              "{24{delta1[7]}}", "{24{1'b0}}", "rsp_data_o", ""},
        Break{"zero_not_compressed", "bdi_compressor", compressor, "if (&step2_fits0)",
              "if (&step2_fits0 && step2_data != '0)", "rsp_encoding_o", ""},
        Break{"lowest_half_of_one_lane", "bdi_compressor", compressor, "difference[31:15] == '1)",
              "(difference[31:15] == '1 && (i != 17 || difference[14:0] != '0)))", "rsp_data_o", ""},
        Break{"last_lane_of_zero", "bdi_decompressor", "warped_compression/bdi_decompressor.sv",
              "= is_uncompressed ? word : sum;",
              "= is_uncompressed ? word : (i == 31 && encoding == 3'd0 && base == '0) ? 32'd1 : sum;",
              "rsp_data_o", ""},
        Break{"lowest_half_of_one_thread", "thread_compressor", "warped_compression/thread_compressor.sv",
              "= fits1 ? 2'd0", "= (i == 5 && value == 32'hffff8000) ? 2'd2 : fits1 ? 2'd0", "rsp_widths_o",
              ""},
        Break{"other_lanes_written", "thread_width_table", "warped_compression/thread_width_table.sv",
              "write_lanes_i | {Lanes{first}}", "{Lanes{1'b1}}", "answer_widths_o", ""},
        Break{"double_grant", "bank_arbiter", "register_file/bank_port_arbiter.sv",
              "heard = pending_i & ~grants_q", "heard = pending_i", "grant_read_conflicts_o",
              "register_file/bank_arbiter.sv"},
        Break{"write_gives_nothing_up", "power_gate", "register_file/power_gate.sv",
              "Entries'(!write_partial_i[p]) <<", "Entries'(1'b0) <<", "power_awake_o", ""},
        Break{"awake_too_early", "power_gate", "register_file/power_domain.sv", "left_q == LeftBits'(1)",
              "left_q == LeftBits'(2)", "power_awake_o", "register_file/power_gate.sv"},
        Break{"second_slot_unheard", "mov_injector", "register_file/mov_injector.sv",
              "check_valid_i[s] && check_partial_i[s]", "check_valid_i[0] && check_partial_i[s]",
              "hold_units_o", ""},
        Break{"wanted_twice", "mov_injector", "register_file/mov_injector.sv", "(todo_q | wanted) & ~chosen",
              "(todo_q & ~chosen) | wanted", "hold_units_o", ""},
        Break{"no_turns", "mov_injector", "register_file/mov_injector.sv",
              "candidates = (later != '0) ? later : todo_q", "candidates = todo_q", "move_unit_o", ""},
        Break{"given_twice", "register_allocator", "register_virtualization/cluster_availability.sv",
              "free_q & ~(first & {Rows{request_i[0]}})", "free_q", "grant_registers_o",
              "register_virtualization/register_allocator.sv"},
        Break{"counted_once", "cta_throttle", "register_virtualization/cta_decision.sv",
              "guaranteed_q == '0 && counted_q == 2'd2", "guaranteed_q == '0 && counted_q == 2'd1",
              "allowed_ctas_o", "register_virtualization/cta_throttle.sv"},
        Break{"range_too_short", "range_indicator_table", "warped_compression/range_indicator_table.sv",
              "columns_from_end = {Columns{1'b1}} << clear_end",
              "columns_from_end = {Columns{1'b1}} << clear_first_i", "indicators_low_o", ""},
        Break{"release_wins_over_mapping", "renaming_table", "register_virtualization/renaming_bank.sv",
              "(valid_q & ~(accessed[Rows*(Reads-1) +: Rows] & {Rows{release_i}})) | written",
              "(valid_q | written) & ~(accessed[Rows*(Reads-1) +: Rows] & {Rows{release_i}})",
              "mapped_entries_o", "register_virtualization/renaming_table.sv"},
        Break{"row_wraps", "renaming_table", "register_virtualization/renaming_bank.sv",
              "access_i[p] && access_rows_i[16*p+RowBits +: 16-RowBits] == '0",
              "access_i[p] && access_rows_i[16*p+RowBits +: 16-RowBits] != '1", "answer_mapped_o",
              "register_virtualization/renaming_table.sv"},
        Break{"younger_asks_first", "renaming_table", "register_virtualization/rename_queue.sv",
              "enters[0] ? enter_i[0 +: Width] : enter_i[Width +: Width] & {Width{enters[1]}}",
              "enters[1] ? enter_i[Width +: Width] : enter_i[0 +: Width] & {Width{enters[0]}}",
              "answer_valid_o", "register_virtualization/renaming_table.sv"},
        Break{"last_place_unheard", "release_decoder", "register_virtualization/release_decoder.sv",
              "branch_word_i[4+6*k +: 6]", "branch_word_i[4+6*(k % 8) +: 6]", "branched_registers_o", ""},
        Break{"drop_after_fill", "release_flag_cache", "register_virtualization/release_flag_cache.sv",
              "fill || (valid_q && !drop_all_i)", "(fill || valid_q) && !drop_all_i", "answer_hit_o", ""},
        Break{"taken_beside_a_load_not_counted", "release_flag_latch",
              "register_virtualization/release_flag_latch.sv",
              "taken_after = taken_before + {3'd0, step_taken_i};",
              "taken_after = step_loads_i ? taken_before : taken_before + {3'd0, step_taken_i};",
              "next_flags_o", ""},
        Break{"freed_beside_a_claim_lost", "free_register_counter",
              "register_virtualization/free_register_counter.sv", "Bits'(freed);",
              "(claimed == '0 ? Bits'(freed) : '0);", "free_counts_o", ""},
        Break{"full_queue_takes_none", "freed_register_queue",
              "register_virtualization/freed_register_queue.sv", "if (unmapped_valid_i[b]) begin",
              "if (unmapped_valid_i[b] && !count_q[CountBits-1]) begin", "waiting_count_o", ""},
        Break{"upper_lane_first", "similarity_selector", "warp_approximation/lane_encoder.sv",
              "lane[0] = !pair[0];", "lane[0] = pair[1];", "rsp_representative_o",
              "warp_approximation/similarity_selector.sv"},
        Break{"bit_3_not_compared", "similarity_comparator", "warp_approximation/similarity_comparator.sv",
              "(difference & counts) != '0", "(difference & counts & ~32'd8) != '0", "rsp_similar_o", ""},
        Break{"lane_0_of_none", "representative_selector", "warp_approximation/representative_selector.sv",
              "Lanes'(any) << lane", "Lanes'(1'b1) << lane", "rsp_mask_o", ""},
        Break{"a_part_of_the_path", "representative_decision",
              "warp_approximation/representative_decision.sv", "of_path = req_active_i == lanes",
              "of_path = (req_active_i & ~lanes) == '0", "rsp_of_path_o", ""},
        Break{"split_copies_what_was", "similar_register_table", "warp_approximation/similar_register.sv",
              "copy_first_i ? first_updated", "copy_first_i ? first_q", "similarity_entries_o",
              "warp_approximation/similar_register_table.sv"},
        Break{"ninth_zero_in_the_run", "fpc_compressor", "line_compression/fpc_encode.sv",
              "!zero[i+1] || run == '1", "!zero[i+1]", "rsp_data_o", "line_compression/fpc_compressor.sv"},
        Break{"parted_run_not_told", "fpc_decompressor", "line_compression/fpc_step.sv",
              "|| (run && short_i)", "|| (run && short_i && 1'b0)", "rsp_corrupt_o",
              "line_compression/fpc_decompressor.sv"},
        Break{"last_of_several_entries", "cpack_compressor", "line_compression/cpack_word_classify.sv",
              "if (!found && candidates[j])", "if (candidates[j])", "rsp_data_o",
              "line_compression/cpack_compressor.sv"},
        Break{"other_entry_not_told", "cpack_decompressor", "line_compression/cpack_step.sv",
              "|| entry != right_entry ||", "|| (entry != right_entry && 1'b0) ||", "rsp_corrupt_o",
              "line_compression/cpack_decompressor.sv"},
        Break{"tag_is_free", "best_of_all_selector", "line_compression/best_line_granules.sv",
              "assign granules = (bytes +", "assign granules = (9'(length_i) +", "rsp_data_o",
              "line_compression/best_of_all_selector.sv"},
        Break{"last_lane_not_written", "value_broadcaster", "warp_approximation/value_broadcaster.sv",
              "{Lanes{value}}", "{req_data_i[Bits-1 -: LaneBits], {(Lanes-1){value}}}", "rsp_data_o", ""}));

const std::string delay = "(Latency > 2) ? Latency - 2 : 0", one_more = "Latency - 1";

TEST(BrokenRtl, ALatencyThatIsConstantlyLaterIsRecognisedAndNamed) {
  const BrokenRtl rtl(compressor, delay, one_more);
  const CosimResult r = cosimulate({rtl.request("bdi_compressor")}).at(0);
  EXPECT_EQ(r.verdict, Verdict::shifted);
  EXPECT_FALSE(r.passed());
  EXPECT_EQ(r.offset, 1);
  EXPECT_NE(text_of(r).find("equal, 1 cycle later"), std::string::npos) << text_of(r);
}

TEST(BrokenRtl, ComparedByTransactionsTheSameRtlIsEqual) {
  const BrokenRtl rtl(compressor, delay, one_more);
  CosimRequest request = rtl.request("bdi_compressor");
  request.transactions = true;
  const CosimResult r = cosimulate({request}).at(0);
  EXPECT_TRUE(r.passed()) << text_of(r);
  EXPECT_EQ(r.offset, 1);
}

void expect_error(const BrokenRtl& rtl, const std::vector<std::string>& parts,
                  const std::string& block = "bdi_compressor") {
  try {
    cosimulate({rtl.request(block)});
    FAIL() << "no error";
  } catch (const Error& e) {
    for (const std::string& part : parts)
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TEST(BrokenRtl, AMissingAndAnExtraPortAreToldByNameAndWidth) {
  expect_error(
      {compressor, "rsp_encoding_o", "rsp_code_o"},
      {"bdi_compressor", "missing output rsp_encoding_o [3 bit]", "extra output rsp_code_o [3 bit]"});
}

TEST(BrokenRtl, AMisshapedPortIsToldWithBothWidths) {
  expect_error({"register_file/bank_arbiter.sv", "ReadRequesters = 32", "ReadRequesters = 4"},
               {"expected input req_read_pending_i [32 bit]", "input req_read_pending_i [4 bit]",
                "output grant_reads_o [4 bit]"},
               "bank_arbiter");
}

TEST(BrokenRtl, ASyntaxErrorIsVerilatorsFirstMessage) {
  expect_error({compressor, "always_comb begin", "always_comb begim"}, {"bdi_compressor.sv", "syntax error"});
}

TEST(BrokenRtl, AMissingFileIsAnError) {
  CosimRequest request;
  request.block = "bdi_compressor";
  request.rtl = "no/such/file.sv";
  EXPECT_THROW(cosimulate({request}), Error);
}

TEST(BrokenRtl, AnUnknownBlockNamesTheNearest) {
  CosimRequest request;
  request.block = "bdi_compresor";
  try {
    cosimulate({request});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "bdi_compressor");
  }
}

}  // namespace
}  // namespace heddle::broken_rtl_test
