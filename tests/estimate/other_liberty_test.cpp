// SPDX-License-Identifier: Apache-2.0
// Libraries as users have them: flip-flops with Q and QN, scan flip-flops, latches, clock gates, adders,
// several threshold voltages, gzip compression.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>

#include "models/base/error.hpp"
#include "tb/estimate/estimate.hpp"
#include "tb/estimate/liberty.hpp"
#include "tb/estimate/report.hpp"
#include "tests/estimate/library_text.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::other_liberty_test {
namespace {

namespace fs = std::filesystem;

std::string user_library() {
  LibraryText l;
  l.gate("INV_X1", 0.532, {"A"}, "!A");
  l.gate("INV_X1_HVT", 0.532, {"A"}, "!A");
  l.gate("BUF_X1", 0.798, {"A"}, "A");
  l.gate("NAND2_X1", 0.798, {"A1", "A2"}, "!(A1 & A2)");
  l.gate("NAND2_X1_HVT", 0.798, {"A1", "A2"}, "!(A1 & A2)");
  l.gate("NOR2_X1", 0.798, {"A1", "A2"}, "!(A1 | A2)");
  l.gate("AOI21_X1", 1.064, {"A", "B1", "B2"}, "!(A | (B1 & B2))");
  l.gate("XOR2_X1", 1.596, {"A", "B"}, "(A ^ B)");
  l.flip_flop("DFF_X1", 4.522, "D", "", {});
  l.flip_flop("DFFR_X1", 5.32, "D", "clear : \"!RN\";", {"RN"});
  l.flip_flop("DFFS_X1", 5.32, "D", "preset : \"!SN\";", {"SN"});
  l.flip_flop("SDFFR_X1", 6.65, "(SE & SI) | (!SE & D)", "clear : \"!RN\";", {"RN", "SE", "SI"});
  using T = LibraryText;
  l.cell("FA_X1", 4.256,
         T::input("A") + T::input("B") + T::input("CI") +
             T::output("CO", "(A & B) | (CI & (A | B))", {"A", "B", "CI"}) +
             T::output("S", "A ^ B ^ CI", {"A", "B", "CI"}));
  l.cell("DLH_X1", 2.66,
         "latch (IQ, IQN) { data_in : \"D\"; enable : \"G\"; }\n" + T::input("D") + T::input("G") +
             T::output("Q", "IQ", {"D", "G"}));
  l.cell("CLKGATE_X1", 3.458,
         "clock_gating_integrated_cell : latch_posedge;\nstatetable (\"CK E\", \"IQ\") { table : \"L L : - : "
         "L, L H : "
         "- : H, H - : - : N\"; }\n" +
             T::input("CK", "clock : true;") + T::input("E") +
             "pin (IQ) { direction : internal; internal_node : \"IQ\"; }\n"
             "pin (GCK) { direction : output; max_capacitance : 0.1; state_function : \"CK & IQ\"; }\n");
  l.cell("RAM16X4", 900,
         T::input("CK", "clock : true;") +
             "bus (A) { bus_type : nibble; direction : input; capacitance : 0.01; }\n"
             "bus (Q) { bus_type : nibble; direction : output; }\n");
  return l.text();
}

void write_compressed(const fs::path& file, const std::string& text) {
  const gzFile out = gzopen(file.c_str(), "wb");
  ASSERT_EQ(gzwrite(out, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
  gzclose(out);
}

TEST(OtherLiberty, QAndQNScanLatchesAddersAndTwoThresholds) {
  SKIP_WITHOUT_TOOLS();
  setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
  const ScratchFolder folder;
  const fs::path plain = folder.path() / "user45.lib", packed = folder.path() / "user45.lib.gz";
  write_file(plain, user_library());
  write_compressed(packed, user_library());
  const Estimate e = estimate({.block = "mov_injector", .liberty = {plain}, .random_operations = 256});
  EXPECT_EQ(e.nand2_cell, "NAND2_X1");
  EXPECT_FALSE(e.scaling) << "a library of the user's is not scaled";
  const Estimate osu = estimate({.block = "mov_injector", .random_operations = 256});
  EXPECT_EQ(report_text(e).find("does not scale"), std::string::npos);
  EXPECT_NE(report_text(osu).find("leakage, mW (does not scale)"), std::string::npos);
  EXPECT_EQ(e.flip_flops, osu.flip_flops);
  EXPECT_EQ(e.latency_cycles, osu.latency_cycles);
  EXPECT_NEAR(e.area_um2 / e.nand2_um2, osu.area_um2 / osu.nand2_um2, 0.5 * osu.area_um2 / osu.nand2_um2);
  EXPECT_GT(e.energies[0].logic_pj, 0);
  // Each clock pin takes 7 fJ a cycle, whatever the slew is.
  EXPECT_NEAR(e.energies[0].clock_pj, 0.007 * static_cast<double>(e.flip_flops), 1e-6);

  const Estimate unpacked =
      estimate({.block = "mov_injector", .liberty = {packed}, .random_operations = 256});
  EXPECT_EQ(unpacked.area_um2, e.area_um2);
  EXPECT_EQ(unpacked.energies[0].logic_pj, e.energies[0].logic_pj);
}

TEST(OtherLiberty, ASmallFileOfAHugeOneIsRefused) {
  const ScratchFolder folder;
  std::string text(std::size_t{64} << 20, ' ');
  const fs::path file = folder.path() / "bomb.lib.gz";
  const gzFile out = gzopen(file.c_str(), "wb1");
  for (unsigned k = 0; k < 9; ++k) gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  try {
    read_liberty(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "cannot read the liberty: unpacked, it is larger than 512 MiB");
  }
}

TEST(OtherLiberty, OneThatIsNoTextIsRefusedInText) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "bytes.lib";
  write_file(file, std::string("library (\x01\xfe) {}", 15));
  try {
    read_liberty(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "this is no text: byte 0x01");
  }
  write_compressed(folder.path() / "cut.gz", user_library());
  fs::resize_file(folder.path() / "cut.gz", 500);
  try {
    read_liberty(folder.path() / "cut.gz");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "cannot read the liberty: the gzip file is truncated");
  }
}

}  // namespace
}  // namespace heddle::estimate::other_liberty_test
