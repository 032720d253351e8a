// What holds for all inputs, proven on the RTL; each proof has a control that must fail.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/command.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

bool installed(const std::string& program) {
  try {
    run_command({program, "-V"});
    return true;
  } catch (const Error&) {
    return false;
  }
}

class Proof : public testing::Test {
 protected:
  void SetUp() override {
    if (!installed("yosys") || !installed("yosys-abc")) GTEST_SKIP() << "yosys is not installed";
    std::string name = (fs::temp_directory_path() / "heddle-proof-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }

  static std::string rtl(const char* file) { return (data_root() / "rtl_ref" / file).string(); }
  static std::string read(const std::string& files, const std::string& options = "") {
    return "read_verilog -sv " + options + " -I" + data_root().string() + " " + files + "; ";
  }

  /// abc's verdict on `wrong_o` being ever high after registers that start at zero.
  std::string round_trip(const std::string& parameters) {
    const std::string circuit = (folder_ / "circuit.aig").string();
    const CommandResult made =
        run_command({"yosys", "-q", "-p",
                     read(rtl("warped_compression/bdi_compressor.sv") + " " +
                          rtl("warped_compression/bdi_decompressor.sv") + " " +
                          HEDDLE_SOURCE_DIR "/tests/rtl/bdi_round_trip.sv") +
                         "chparam " + parameters +
                         " bdi_round_trip; prep -flatten -top bdi_round_trip; async2sync; "
                         "setundef -zero -init -undriven; zinit -all; opt; techmap; opt; dfflegalize -cell "
                         "$_DFF_P_ 0; aigmap; "
                         "opt_clean; write_aiger -zinit " +
                         circuit});
    EXPECT_EQ(made.exit_code, 0) << made.output;
    return run_command({"yosys-abc", "-c", "read_aiger " + circuit + "; strash; dprove"}).output;
  }

  /// yosys' verdict on the assertions of a module by induction from registers that start at zero.
  CommandResult assertions(const std::string& file, const std::string& module,
                           const std::string& parameters = "") {
    return run_command(
        {"yosys", "-p",
         read(file, "-formal") + parameters + "prep -flatten -top " + module +
             "; async2sync; opt; sat -verify -tempinduct -prove-asserts -set-init-zero -seq 1 -maxsteps 4"});
  }

  /// A module's file with one place changed.
  std::string broken(const char* file, const std::string& from, const std::string& to) {
    std::ostringstream text;
    text << std::ifstream(rtl(file)).rdbuf();
    std::string changed = text.str();
    const auto at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) changed.replace(at, from.size(), to);
    const fs::path copy = folder_ / "broken.sv";
    std::ofstream(copy) << changed;
    return copy.string();
  }

  fs::path folder_;
};

TEST_F(Proof, WhatIsCompressedComesBackForAllRegisters) {
  const std::string verdict = round_trip("-set Choices 7");
  EXPECT_NE(verdict.find("Networks are equivalent"), std::string::npos) << verdict;
}

TEST_F(Proof, ABitFlippedBetweenThemIsFound) {
  const std::string verdict = round_trip("-set Choices 7 -set Broken 1");
  EXPECT_NE(verdict.find("NOT EQUIVALENT"), std::string::npos) << verdict;
}

TEST_F(Proof, AssertionsOfTheCompressor) {
  const CommandResult result = assertions(rtl("warped_compression/bdi_compressor.sv"), "bdi_compressor");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.output.find("Induction step proven: SUCCESS!"), std::string::npos);
}

TEST_F(Proof, AssertionsOfABrokenCompressorFail) {
  const std::string file =
      broken("warped_compression/bdi_compressor.sv", "result = Bits'({bytes, step2_data[LaneBits-1:0]})",
             "result = Bits'({1'b1, bytes, step2_data[LaneBits-1:0]})");
  EXPECT_NE(assertions(file, "bdi_compressor").exit_code, 0);
}

constexpr const char* few = "chparam -set Requesters 8 bank_port_arbiter; ";

TEST_F(Proof, AssertionsOfTheArbiter) {
  const CommandResult result =
      assertions(rtl("register_file/bank_port_arbiter.sv"), "bank_port_arbiter", few);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.output.find("Induction step proven: SUCCESS!"), std::string::npos);
}

TEST_F(Proof, AssertionsOfABrokenArbiterFail) {
  const std::string file = broken("register_file/bank_port_arbiter.sv", "pending_i & ~grants_q", "pending_i");
  EXPECT_NE(assertions(file, "bank_port_arbiter", few).exit_code, 0);
}

}  // namespace
}  // namespace heddle
