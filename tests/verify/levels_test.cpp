// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/levels.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "hw/sim/block_entry.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/verify/catalogue.hpp"
#include "tests/verify/prepared.hpp"

namespace heddle::verify::levels_test {
namespace {

namespace fs = std::filesystem;

Verification example() {
  return {"bank_arbiter",
          "0123",
          "4567",
          {{"co-simulation", true, "1 of 1 sets equal", "", 1.5},
           {"mutation", false, "200 mutants: 1 alive", "  alive: mutant 7\n", 20}}};
}

TEST(Verification, PassesWhenEveryLevelDoes) {
  Verification result = example();
  EXPECT_FALSE(result.passed());
  const std::string text = text_of(result);
  for (const char* part :
       {"bank_arbiter\n", "co-simulation  passed", "mutation       FAILED", "alive: mutant 7"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  result.levels.pop_back();
  EXPECT_TRUE(result.passed());
}

TEST(Verification, ComesBackFromItsRecord) {
  const Verification back = verification_of(to_json(example()).dump(), "here");
  EXPECT_EQ(text_of(back), text_of(example()));
  EXPECT_EQ(back.contents, "0123");
  EXPECT_EQ(back.simulation, "4567");
  EXPECT_THROW(verification_of("{}", "here"), Error);
  EXPECT_THROW(verification_of("no json", "here"), Error);
}

TEST(Verification, RecordsSayNothingOfTheHost) {
  const fs::path records = fs::path(HEDDLE_SOURCE_DIR) / "configs/blocks/verified";
  for (const auto& entry : fs::directory_iterator(records))
    EXPECT_EQ(read_text_file(entry.path(), "file").find("seconds\""), std::string::npos) << entry.path();
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "configs/blocks");
  setenv("HEDDLE_DATA", folder.path().c_str(), 1);
  record(example());
  const auto back = recorded("bank_arbiter");
  const std::string text = read_text_file(record_file("bank_arbiter"), "file");
  unsetenv("HEDDLE_DATA");
  EXPECT_EQ(text.find("seconds\""), std::string::npos) << text;
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->levels.at(1).figures, "200 mutants: 1 alive");
  EXPECT_EQ(back->levels.at(1).seconds, 0);
}

TEST(Verification, OfACosimulationHoldsForWhatAllShareToo) {
  const Verification record = example();
  EXPECT_TRUE(cosimulated_for(record, "0123", "4567"));
  EXPECT_FALSE(cosimulated_for(record, "0123", "4568")) << "the co-simulation has changed";
  EXPECT_FALSE(cosimulated_for(record, "0124", "4567")) << "the contents have changed";
  EXPECT_FALSE(cosimulated_for(record, "0123", std::nullopt)) << "there are no sources";
  EXPECT_FALSE(cosimulated_for(std::nullopt, "0123", "4567")) << "there is no record";
}

TEST(Verification, KeepsTheLevelsThatALaterOneOfTheSameContentsLacks) {
  Verification later{"bank_arbiter", "0123", "4568", {{"mutation", true, "0 alive", "", 20}}};
  Verification all = merged(later, example());
  ASSERT_EQ(all.levels.size(), 2u);
  EXPECT_EQ(all.levels[0].name, "co-simulation");
  EXPECT_EQ(all.levels[1].figures, "0 alive");
  EXPECT_EQ(all.simulation, "4567") << "the co-simulation was not done again";
  later.levels = {{"co-simulation", true, "2 of 2 sets equal", "", 3}};
  all = merged(later, example());
  EXPECT_EQ(all.levels[0].figures, "2 of 2 sets equal");
  EXPECT_EQ(all.levels[1].figures, "200 mutants: 1 alive");
  EXPECT_EQ(all.simulation, "4568");
  later.contents = "0124";
  EXPECT_EQ(merged(later, example()).levels.size(), 1u) << "what was found of other contents does not count";
  EXPECT_EQ(merged(later, std::nullopt).levels.size(), 1u);
}

TEST(Verification, HoldsForItsOwnContentsAndPassedLevelsOnly) {
  const Verification record = example();
  EXPECT_TRUE(passed_for(record, "0123", "co-simulation"));
  EXPECT_FALSE(passed_for(record, "0124", "co-simulation")) << "the contents have changed";
  EXPECT_FALSE(passed_for(record, "0123", "mutation")) << "it failed";
  EXPECT_FALSE(passed_for(record, "0123", "proofs")) << "it was not tried";
  EXPECT_FALSE(passed_for(std::nullopt, "0123", "co-simulation")) << "there is no record";
  EXPECT_FALSE(passed_for(record, std::nullopt, "co-simulation")) << "there are no sources";
  Verification of_user_rtl = example();
  of_user_rtl.contents.clear();
  EXPECT_FALSE(passed_for(of_user_rtl, "0123", "co-simulation"));
}

using Verify = WithTools;

TEST_F(Verify, WithoutYosysNamesThePackage) {
  setenv("PATH", "/nowhere", 1);
  try {
    require_provers();
    FAIL();
  } catch (const Error& missing) {
    EXPECT_NE(std::string(missing.what()).find("apt-get install yosys"), std::string::npos) << missing.what();
  }
}

/// Returns the first cells of the rows of a Markdown table.
std::set<std::string> blocks_in(const std::string& markdown) {
  std::set<std::string> all;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| `")) all.insert(line.substr(3, line.find('`', 3) - 3));
  return all;
}

TEST(Catalogue, ThatIsCheckedInListsTheBlocksThatThereAre) {
  const auto names = Registry<BlockEntry>::instance().names();
  const std::set<std::string> blocks(names.begin(), names.end());
  EXPECT_EQ(blocks_in(catalogue()), blocks);
  EXPECT_TRUE(read_text_file(HEDDLE_SOURCE_DIR "/configs/blocks/README.md", "file") == catalogue())
      << "renew it: heddle blocks --markdown > configs/blocks/README.md";
}

}  // namespace
}  // namespace heddle::verify::levels_test
