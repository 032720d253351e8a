// Libraries as users have them: flip-flops with Q and QN, scan flip-flops, latches, clock gates, adders,
// several threshold voltages, gzip compression.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>

#include "models/base/error.hpp"
#include "tb/cosim/rtl_source.hpp"
#include "tb/estimate/estimate.hpp"
#include "tb/estimate/generic_gates.hpp"
#include "tb/estimate/liberty.hpp"
#include "tb/estimate/mapping_check.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::other_liberty_test {
namespace {

namespace fs = std::filesystem;

/// Writes cells with plausible tables: ns, pF, pJ.
class LibraryText {
 public:
  /// A table whose values grow with slew and load. (abc needs more than a few points.)
  static std::string table(std::string_view name, double first, std::string_view shape = "grid") {
    std::string rows;
    for (const double slew : {0.0, 1.0, 2.0, 4.0}) {
      std::string row;
      for (const double load : {0.0, 2.0, 4.0, 8.0})
        row += fmt::format("{}{:g}", row.empty() ? "" : ", ", first * (1 + 0.3 * slew + load));
      rows += fmt::format("{}\"{}\"", rows.empty() ? "" : ", ", row);
    }
    return fmt::format("{} ({}) {{ {} values ({}); }}\n", name, shape, axes, rows);
  }
  static constexpr const char* axes =
      "index_1 (\"0.01, 0.04, 0.07, 0.13\"); index_2 (\"0.001, 0.01, 0.02, 0.04\");";
  static std::string input(std::string_view name, std::string_view more = "") {
    return fmt::format("pin ({}) {{ direction : input; capacitance : 0.002; {} }}\n", name, more);
  }
  /// `from`: the input pins on which the output depends.
  static std::string output(std::string_view name, std::string_view function,
                            const std::vector<std::string>& from, std::string_view type = "") {
    std::string text = fmt::format(
        "pin ({}) {{ direction : output; capacitance : 0; max_capacitance : 0.1; function : \"{}\";\n", name,
        function);
    for (const std::string& pin : from) {
      text += fmt::format("timing () {{ related_pin : \"{}\"; timing_sense : non_unate; {}\n", pin, type);
      for (const char* t : {"cell_rise", "cell_fall"}) text += table(t, 0.02);
      for (const char* t : {"rise_transition", "fall_transition"}) text += table(t, 0.01);
      text += "}\n" + fmt::format("internal_power () {{ related_pin : \"{}\";\n", pin) +
              table("rise_power", 0.002, "energies") + table("fall_power", 0.001, "energies") + "}\n";
    }
    return text + "}\n";
  }
  void cell(std::string_view name, double area, std::string_view body) {
    cells_ +=
        fmt::format("cell ({}) {{ area : {}; cell_leakage_power : {};\n{}}}\n", name, area, 2 * area, body);
  }
  void gate(std::string_view name, double area, const std::vector<std::string>& inputs,
            std::string_view function) {
    std::string body;
    for (const std::string& pin : inputs) body += input(pin);
    cell(name, area, body + output("ZN", function, inputs));
  }
  /// A flip-flop with Q and QN; `asynchronous` is a line such as "clear : \"!RN\";" for the pin `reset`.
  using Outputs = std::vector<std::pair<const char*, const char*>>;
  void flip_flop(std::string_view name, double area, std::string_view next, std::string_view asynchronous,
                 const std::vector<std::string>& more,
                 const Outputs& outputs = {{"Q", "IQ"}, {"QN", "IQN"}}) {
    std::string body =
        fmt::format("ff (IQ, IQN) {{ next_state : \"{}\"; clocked_on : \"CK\"; {} }}\n", next, asynchronous);
    const std::string constraint = [] {
      std::string text;
      for (const char* kind : {"setup_rising", "hold_rising"}) {
        text += fmt::format("timing () {{ related_pin : \"CK\"; timing_type : {};\n", kind);
        for (const char* t : {"rise_constraint", "fall_constraint"}) text += table(t, 0.01, "limits");
        text += "}\n";
      }
      return text;
    }();
    body += input("D", constraint);
    for (const std::string& pin : more) body += input(pin);
    body += input("CK", "clock : true; internal_power () {\n" + passive("rise_power", 0.003) +
                            passive("fall_power", 0.004) + "}");
    for (const auto& [pin, state] : outputs) body += output(pin, state, {"CK"}, "timing_type : rising_edge;");
    cell(name, area, body);
  }
  static std::string passive(std::string_view name, double value) {
    return fmt::format("{} (slew) {{ index_1 (\"0.01, 0.1\"); values (\"{:g}, {:g}\"); }}\n", name, value,
                       value);
  }

  std::string text() const {
    return "library (user45) {\n delay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : \"1V\";\n"
           " current_unit : \"1mA\"; pulling_resistance_unit : \"1kohm\"; leakage_power_unit : \"1nW\";\n"
           " capacitive_load_unit (1,pf); nom_process : 1; nom_temperature : 25; nom_voltage : 1.1;\n"
           " slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;\n"
           " slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;\n"
           " input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;\n"
           " output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;\n"
           " default_max_transition : 1; bus_naming_style : \"%s[%d]\";\n"
           " type (nibble) { base_type : array; data_type : bit; bit_width : 4; bit_from : 3; bit_to : 0; }\n"
           " lu_table_template (grid) { variable_1 : input_net_transition; variable_2 : "
           "total_output_net_capacitance; " +
           std::string(axes) +
           " }\n"
           " lu_table_template (limits) { variable_1 : related_pin_transition; variable_2 : "
           "constrained_pin_transition; " +
           axes +
           " }\n"
           " power_lut_template (energies) { variable_1 : input_transition_time; variable_2 : "
           "total_output_net_capacitance; " +
           axes +
           " }\n"
           " operating_conditions (typical) { process : 1; voltage : 1.1; temperature : 25; }\n"
           " default_operating_conditions : typical;\n"
           " power_lut_template (slew) { variable_1 : input_transition_time; index_1 (\"0.01, 0.1\"); }\n" +
           cells_ + "}\n";
  }

 private:
  std::string cells_;
};

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

/// Its flip-flops store the inverse of D, which is their output, so that their preset is the design's reset.
std::string library_of_inverse_flip_flops() {
  LibraryText l;
  l.gate("INV_X1", 0.532, {"A"}, "!A");
  l.gate("BUF_X1", 0.798, {"A"}, "A");
  l.gate("NAND2_X1", 0.798, {"A1", "A2"}, "!(A1 & A2)");
  l.gate("NOR2_X1", 0.798, {"A1", "A2"}, "!(A1 | A2)");
  l.flip_flop("DFFQN_X1", 4.522, "!D", "", {}, {{"QN", "IQ"}});
  l.flip_flop("DFFRQN_X1", 5.32, "!D", "preset : \"!RN\";", {"RN"}, {{"QN", "IQ"}});
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

TEST(OtherLiberty, FlipFlopsThatStoreTheInverse) {
  SKIP_WITHOUT_TOOLS();
  setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
  const ScratchFolder folder;
  const fs::path file = folder.path() / "inverse.lib";
  write_file(file, library_of_inverse_flip_flops());
  const Estimate e =
      estimate({.block = "mov_injector", .liberty = {file}, .random_operations = 256, .orders = 1});
  const Estimate osu = estimate({.block = "mov_injector", .random_operations = 256, .orders = 1});
  EXPECT_EQ(e.flip_flops, osu.flip_flops);
  EXPECT_EQ(e.latency_cycles, osu.latency_cycles);

  // As yosys maps them by itself, registers come out of reset with another value.
  const Liberty liberty = read_liberty(file);
  const RtlSource source = rtl_source("mov_injector", {}, {});
  for (const auto& [map, right] :
       {std::pair{FlipFlopMap::exchanged, true}, {FlipFlopMap::as_they_are, false}}) {
    const fs::path work = folder.path() / (right ? "right" : "wrong");
    fs::create_directory(work);
    make_generic(source, liberty, work, map);
    const Synthesized cells = map_to_cells(source, liberty, output_load_ff(liberty), work, work, 0);
    const Netlist unmapped(work / unmapped_file, "mov_injector", generic_gates());
    const Netlist mapped(cells.json, "mov_injector", liberty);
    std::string said;
    try {
      require_same_machine(unmapped, mapped, "mov_injector");
    } catch (const Error& error) {
      said = error.what();
    }
    EXPECT_EQ(said.empty(), right) << said;
    if (right) continue;
    EXPECT_NE(said.find("flip-flop DFFRQN_X1, which has another value in reset"), std::string::npos) << said;
  }
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
