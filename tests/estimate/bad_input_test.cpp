// SPDX-License-Identifier: Apache-2.0
// Mistakes of a user give one Error each, before any tool has run where that is possible.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/estimate/estimate.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::bad_input_test {
namespace {

namespace fs = std::filesystem;

Problem problem(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.problem();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

/// Sets PATH during a test.
class Path {
 public:
  explicit Path(const std::string& value) : before_(std::getenv("PATH")) { setenv("PATH", value.c_str(), 1); }
  ~Path() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

void write_program(const fs::path& file, const std::string& text) {
  write_file(file, "#!/bin/sh\n" + text + "\n");
  fs::permissions(file, fs::perms::owner_all);
}

TEST(BadInput, Frequencies) {
  EXPECT_DOUBLE_EQ(parse_frequency("1.4GHz"), 1.4e9);
  EXPECT_DOUBLE_EQ(parse_frequency("700 MHz"), 7e8);
  EXPECT_DOUBLE_EQ(parse_frequency("1e9"), 1e9);
  for (const char* text : {"", "fast", "0GHz", "-1GHz", "1.4ghz", "1.4GHz!", "nan", "inf", "1e308GHz"})
    EXPECT_THROW(parse_frequency(text), Error) << text;
}

TEST(BadInput, UnknownNamesAreToldWithTheNearest) {
  SKIP_WITHOUT_TOOLS();
  EXPECT_EQ(problem([] { estimate({.block = "bdi_compresor"}); }).nearest, "bdi_compressor");
  EXPECT_EQ(problem([] { estimate({.block = "bdi_compressor", .set = "latency4"}); }).nearest, "latency_4");
  EXPECT_THROW(estimate({.block = "bdi_compressor", .overrides = {"latency=17"}}), Error);
  EXPECT_THROW(estimate({.block = "bdi_compressor", .overrides = {"latncy=2"}}), Error);
}

TEST(BadInput, VectorsForABlockThatHandlesNone) {
  SKIP_WITHOUT_TOOLS();
  EXPECT_NE(problem([] {
              estimate({.block = "bank_arbiter", .vectors = "v.bin"});
            }).what.find("handles no registers"),
            std::string::npos);
}

TEST(BadInput, NumbersOfOperations) {
  SKIP_WITHOUT_TOOLS();
  for (const unsigned count : {0u, 1'000'001u})
    EXPECT_EQ(problem([&] { estimate({.block = "bdi_decompressor", .random_operations = count}); }).legal,
              "1 .. 1000000");
}

TEST(BadInput, Liberties) {
  SKIP_WITHOUT_TOOLS();
  const ScratchFolder folder;
  const fs::path file = folder.path() / "x.lib";
  EXPECT_EQ(problem([&] { estimate({.block = "bdi_decompressor", .liberty = {file}}); }).value,
            file.string());
  write_file(file, "library (x) {");
  EXPECT_NE(
      problem([&] { estimate({.block = "bdi_decompressor", .liberty = {file}}); }).what.find("is not closed"),
      std::string::npos);
}

TEST(BadInput, ALibraryWithTooFewCellsIsNamed) {
  SKIP_WITHOUT_TOOLS();
  const ScratchFolder folder;
  const fs::path file = folder.path() / "few.lib";
  write_file(file, R"lib(library (few) {
  cell (BUF) { area : 2; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (NAND) { area : 3; pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "!(A B)"; } }
  cell (DFF) { area : 5; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; clear : "!R"; }
    pin (C) { direction : input; } pin (D) { direction : input; } pin (R) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; } }
})lib");
  const Problem told = problem([&] { estimate({.block = "mov_injector", .liberty = {file}}); });
  EXPECT_TRUE(told.place.starts_with(file.string())) << told.place;
  EXPECT_NE(told.what.find("cannot map the block to the cells of this library"), std::string::npos)
      << told.what;
}

TEST(BadInput, MissingToolsAreToldWithTheirPackage) {
  const ScratchFolder folder;
  const Path path(folder.path().string());
  EXPECT_EQ(problem([] { estimate({.block = "bdi_decompressor"}); }).legal, "apt-get install yosys");
  write_program(folder.path() / "yosys", "exit 0");
  EXPECT_EQ(problem([] { estimate({.block = "bdi_decompressor"}); }).legal, "apt-get install opensta");
}

TEST(BadInput, ToolsThatFail) {
  const ScratchFolder folder;
  const Path path(folder.path().string() + ":/usr/bin:/bin");
  const auto run = [&] { run_tool(open_sta, {}, folder.path(), "a test"); };
  write_program(folder.path() / "sta", "echo fine");
  EXPECT_NO_THROW(run());
  write_program(folder.path() / "sta", "exit 3");
  EXPECT_EQ(problem(run).value, "it exited with 3");
  // OpenSTA exits with status 0 even after an error.
  write_program(folder.path() / "sta", "echo 'Error: no such cell'");
  EXPECT_EQ(problem(run).value, "Error: no such cell");
  write_program(folder.path() / "sta", "echo 'x.v:3: ERROR: syntax error'; exit 1");
  EXPECT_EQ(problem(run).value, "x.v:3: ERROR: syntax error");
}

TEST(Technology, TheDefaultIsReadAndABandHasTwoEnds) {
  const Technology t = read_technology(data_file("configs/technologies/osu018.yaml"));
  EXPECT_EQ(t.node_nm, 180);
  ASSERT_EQ(t.scalings.size(), 1u);
  EXPECT_DOUBLE_EQ(t.scalings[0].delay, 5.79);
  const ScratchFolder folder;
  const fs::path file = folder.path() / "t.yaml";
  for (const char* band : {"[1]", "[2, 1]", "[1, 2, 3]"}) {
    write_file(file, std::string("scalings:\n  - {node_nm: 45, area_band: ") + band +
                         ", delay_band: [0, 0], energy_band: [0, 0]}\n");
    EXPECT_THROW(read_technology(file), Error) << band;
  }
  write_file(file, "libery: x\n");
  EXPECT_EQ(problem([&] { read_technology(file); }).nearest, "liberty");
}

}  // namespace
}  // namespace heddle::estimate::bad_input_test
