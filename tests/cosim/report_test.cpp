// SPDX-License-Identifier: Apache-2.0
#include <fstapi.h>

#include <algorithm>

#include <set>

#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/progress.hpp"
#include "tests/cosim/broken_rtl.hpp"

namespace heddle::report_test {
namespace {

const std::string compressor = "warped_compression/bdi_compressor.sv";

TEST(Wave, HoldsThePinsOfBothSidesAroundTheMismatch) {
  const BrokenRtl rtl(compressor, "difference[31:7]", "difference[31:8]");
  const CosimResult r = cosimulate({rtl.request("bdi_compressor")}).at(0);
  ASSERT_TRUE(r.mismatch.has_value());
  ASSERT_EQ(r.wave, rtl.wave().string());
  void* wave = fstReaderOpen(r.wave.c_str());
  ASSERT_NE(wave, nullptr);
  std::set<std::string> signals;
  std::string scope, enumerations;
  while (const fstHier* h = fstReaderIterateHier(wave)) {
    if (h->htyp == FST_HT_SCOPE) scope += std::string(h->u.scope.name) + ".";
    if (h->htyp == FST_HT_UPSCOPE) scope.erase(scope.rfind('.', scope.size() - 2) + 1);
    if (h->htyp == FST_HT_VAR) signals.insert(scope + h->u.var.name);
    if (h->htyp == FST_HT_ATTRBEGIN && h->u.attr.subtype == FST_MT_ENUMTABLE && h->u.attr.name_length != 0)
      enumerations += h->u.attr.name;
  }
  for (const char* pin :
       {"clk", "rst_ni", "mismatch", "first_mismatch", "req_data_i [1023:0]", "req_valid_i",
        "req_data_i.req_data_i[31] [31:0]", "model.rsp_data_o [1023:0]", "model.rsp_encoding_o [2:0]",
        "model.rsp_valid_o", "rtl.rsp_data_o [1023:0]", "rtl.rsp_data_o.rsp_data_o[0] [31:0]",
        "rtl.rsp_encoding_o [2:0]", "rtl.rsp_valid_o"})
    EXPECT_TRUE(signals.contains(pin)) << pin;
  EXPECT_TRUE(std::any_of(signals.begin(), signals.end(), [](const std::string& s) {
    return s.starts_with("rtl.bdi_compressor.") && s.find("step2_data") != std::string::npos;
  })) << "no signal inside of the RTL";
  EXPECT_NE(enumerations.find("<4,2>"), std::string::npos) << enumerations;
  // A cycle is 1 ns in units of 1 ps.
  EXPECT_EQ(fstReaderGetTimescale(wave), -12);
  EXPECT_LT(fstReaderGetStartTime(wave), 1000 * r.mismatch->cycle);
  EXPECT_GT(fstReaderGetEndTime(wave), 1000 * r.mismatch->cycle);
  fstReaderClose(wave);
}

TEST(Report, NamesTheLanesThatDifferAndTheStimulusThatIsToBlame) {
  const BrokenRtl rtl(compressor, "{bytes, step2", "{~bytes, step2");  // inverts the packed bytes of <4,1>
  const CosimResult r = cosimulate({rtl.request("bdi_compressor")}).at(0);
  ASSERT_TRUE(r.mismatch.has_value());
  ASSERT_EQ(r.mismatch->pins.size(), 1u);
  const PinDifference& pin = r.mismatch->pins[0];
  EXPECT_EQ(pin.pin, "rsp_data_o");
  EXPECT_EQ(pin.elements, 32u);
  ASSERT_EQ(pin.at.size(), 8u);  // lane 0 is the base; bytes 4 to 34 of the result are in words 1 to 8
  EXPECT_EQ(pin.at.front().index, 1u);
  EXPECT_EQ(pin.at.front().rtl, ~pin.at.front().model & 0xffffffffu);
  // The last stimulus shown is the request that the block took two edges before its answer.
  EXPECT_EQ(r.mismatch->stimuli.back().cycle, r.mismatch->cycle - 2);
  EXPECT_NE(text_of(r).find("rsp_data_o [1]: model "), std::string::npos) << text_of(r);
}

TEST(Report, AnAssertionOfTheRtlEndsTheRunWithItsName) {
  const BrokenRtl rtl(compressor, "rsp_data_o[Bits-1:32] == '0", "rsp_data_o[Bits-1:32] != '0");
  const CosimResult r = cosimulate({rtl.request("bdi_compressor")}).at(0);
  EXPECT_EQ(r.verdict, Verdict::differs);
  ASSERT_TRUE(r.mismatch.has_value());
  EXPECT_NE(r.mismatch->reason.find("Unused0IsZero"), std::string::npos) << r.mismatch->reason;
}

TEST(Report, OfTheArbiterRecognisesGrantsThatAreALittleLate) {
  const BrokenRtl rtl("register_file/bank_port_arbiter.sv",
                      "  assign grants_o = grants_q;\n  assign conflicts_o = conflicts_q;\n",
                      R"(
  logic [Requesters-1:0] late_grants_q, late_conflicts_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      late_grants_q <= '0;
      late_conflicts_q <= '0;
    end else begin
      late_grants_q <= grants_q;
      late_conflicts_q <= conflicts_q;
    end
  end
  assign grants_o = late_grants_q;
  assign conflicts_o = late_conflicts_q;
)",
                      "register_file/bank_arbiter.sv");
  CosimRequest by_cycles = rtl.request("bank_arbiter"), by_transactions = by_cycles;
  by_transactions.transactions = true;
  const auto results = cosimulate({by_cycles, by_transactions});
  EXPECT_EQ(results[0].verdict, Verdict::shifted) << text_of(results[0]);
  EXPECT_EQ(results[0].offset, 1);
  EXPECT_TRUE(results[1].passed()) << text_of(results[1]);
  EXPECT_EQ(results[1].offset, 1);
  EXPECT_GT(results[1].resets, 0u);
}

TEST(Report, ARealFaultIsFoundAmongTransactionsToo) {
  const BrokenRtl rtl(compressor, "difference[31:7]", "difference[31:8]");
  CosimRequest request = rtl.request("bdi_compressor");
  request.transactions = true;
  const CosimResult r = cosimulate({request}).at(0);
  EXPECT_EQ(r.verdict, Verdict::differs);
  EXPECT_NE(text_of(r).find("rsp_encoding_o"), std::string::npos) << text_of(r);
}

TEST(Report, ShowsRatesAndWritesAWaveOfAnEqualRunWhenAsked) {
  CosimRequest request;
  request.block = "bdi_compressor";
  request.rates = true;
  const ScratchFolder folder;
  request.wave = (folder.path() / "equal.fst").string();
  const std::filesystem::path own = std::filesystem::path(request.wave).replace_extension(".gtkw");
  WholeFile(own).write("[*] a user's own\n");
  const CosimResult r = cosimulate({request}).at(0);
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(read_text_file(own, "file"), "[*] a user's own\n");
  EXPECT_NE(text_of(r).find(own.string() + " is left as it is"), std::string::npos) << text_of(r);
  EXPECT_GT(r.rates.bare, 0);
  EXPECT_GT(r.rates.pins_of_bare, 0);
  EXPECT_GT(r.rates.lockstep_of_bare, 0);
  EXPECT_GT(std::filesystem::file_size(request.wave), 100u);
  for (const char* part : {"seed 1", "coverage", "of bare", "encoding <4,2>"})
    EXPECT_NE(text_of(r).find(part), std::string::npos) << text_of(r);
}

TEST(Progress, FitsTheLineAndFillsFromLeftToRight) {
  EXPECT_EQ(progress_line("block", 0, 10, 30), "block  [---------------]    0%");
  EXPECT_EQ(progress_line("block", 5, 10, 30), "block  [#######--------]   50%");
  EXPECT_EQ(progress_line("block", 10, 10, 30), "block  [###############]  100%");
  EXPECT_EQ(progress_line("block", 20, 10, 30), "block  [###############]  100%");
  for (unsigned columns = 1; columns < 100; ++columns)
    EXPECT_LE(progress_line("a_block_with_a_long_name", 1, 3, columns).size(), columns);
}

TEST(Progress, IsSilentWhereNobodyLooks) {
  std::FILE* file = std::tmpfile();
  {
    ProgressBar bar(file);
    bar.show("block", 1, 2);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace heddle::report_test
