// SPDX-License-Identifier: Apache-2.0
// A record of heddle verify holds for the contents of a block: any change of them shows, except comments and
// layout.
#include "tb/verify/contents.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "models/base/text_file.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::verify::contents_test {
namespace {

namespace fs = std::filesystem;

class Contents : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* part : {"hw", "models", "rtl_ref", "configs", "tb"})
      fs::copy(fs::path(HEDDLE_SOURCE_DIR) / part, folder_.path() / part, fs::copy_options::recursive);
    setenv("HEDDLE_DATA", folder_.path().c_str(), 1);
  }
  void TearDown() override { unsetenv("HEDDLE_DATA"); }

  /// Appends `text` to the file, and returns the block's key.
  std::string with(const std::string& file, const std::string& text) {
    const std::string before = read_text_file(folder_.path() / file, "file");
    std::ofstream(folder_.path() / file) << before << text;
    const std::string key = contents_key("bdi_decompressor").value();
    std::ofstream(folder_.path() / file) << before;
    return key;
  }

  ScratchFolder folder_;
};

TEST_F(Contents, EveryPartOfTheBlockCounts) {
  const std::string key = contents_key("bdi_decompressor").value();
  for (const char* file :
       {"rtl_ref/warped_compression/bdi_decompressor.sv", "rtl_ref/assertions.svh",
        "models/warped_compression/bdi.cpp", "hw/warped_compression/bdi_decompressor/bdi_decompressor.cpp",
        "tb/warped_compression/bdi_decompressor/bdi_decompressor_bench.cpp",
        "tb/warped_compression/bdi_decompressor/bdi_decompressor_coverage.cpp",
        "tb/cosim/compare/lockstep.cpp", "tb/cosim/bench/reset_edges.hpp"}) {
    EXPECT_NE(with(file, "int more;\n"), key) << file;
    EXPECT_EQ(with(file, "\n\n  // more\n/* and\n more */\n"), key) << file;
  }
  EXPECT_EQ(with("models/warped_compression/bdi.cpp", "#include \"models/base/error.hpp\"\n"), key)
      << "what else it is made of counts by itself, wherever it lies";
  EXPECT_EQ(with("tb/register_file/mov_injector/mov_injector_bench.cpp", "int more;\n"), key)
      << "of another block";
  EXPECT_EQ(with("configs/blocks/bdi_decompressor.yaml", "# a comment\n"), key);
}

TEST_F(Contents, OfWhatAllCosimulationsShareEveryPartCounts) {
  const std::string key = simulation_key().value();
  for (const char* file : {"hw/sim/clock_domain.hpp", "tb/cosim/cosim.cpp", "tb/cosim/rtl/verilate.cpp",
                           "tb/cosim/runtime/hooks.hpp", "models/base/error.hpp", "models/base/random.hpp"}) {
    const std::string before = read_text_file(folder_.path() / file, "file");
    std::ofstream(folder_.path() / file) << before << "int more;\n";
    EXPECT_NE(simulation_key(), key) << file;
    std::ofstream(folder_.path() / file) << before << "\n // more\n";
    EXPECT_EQ(simulation_key(), key) << file;
    std::ofstream(folder_.path() / file) << before;
  }
  std::ofstream(folder_.path() / "models/base/this_program.cpp", std::ios::app) << "int more;\n";
  EXPECT_EQ(simulation_key(), key) << "it compares nothing";
}

TEST_F(Contents, OfABlockThatIncludesOtherModelsTheKeysDoNotCoverAll) {
  EXPECT_TRUE(keys_cover_simulation("bdi_decompressor"));
  EXPECT_FALSE(keys_cover_simulation("renaming_table")) << "its module knows PTX programs";
  std::ofstream(folder_.path() / "models/warped_compression/bdi.cpp", std::ios::app)
      << "#include \"models/ptx/program/program.hpp\"\n";
  EXPECT_FALSE(keys_cover_simulation("bdi_decompressor"));
}

TEST_F(Contents, ProofsAndAssertionsCount) {
  const auto files = verified_files("bdi_decompressor");
  const auto has = [&](const char* file) {
    return std::find(files.begin(), files.end(), file) != files.end();
  };
  EXPECT_TRUE(has("rtl_ref/assertions.svh"));
  EXPECT_TRUE(std::any_of(files.begin(), files.end(), [](const fs::path& file) {
    return file.generic_string().find("rtl_ref/warped_compression/proofs/") == 0;
  }));
}

TEST_F(Contents, ThereAreNoneBesideAnInstalledProgram) {
  fs::remove_all(folder_.path() / "hw");
  EXPECT_FALSE(contents_key("bdi_decompressor").has_value());
  EXPECT_FALSE(simulation_key().has_value());
}

}  // namespace
}  // namespace heddle::verify::contents_test
