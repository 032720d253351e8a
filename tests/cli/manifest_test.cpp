// SPDX-License-Identifier: Apache-2.0
// A result folder's manifest names all that the run has read, and --version which program it was.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/base/content_hash.hpp"
#include "models/base/data_root.hpp"
#include "tests/cli/program.hpp"

namespace heddle::manifest_test {
namespace {

using Words = std::vector<std::string>;

nlohmann::json manifest_of(const TemporaryFolder& folder, const Words& words) {
  Words all{"run"};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), {"--out", "r"});
  const Ran ran = heddle(all, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return nlohmann::json::parse(content_of(folder.path() / "r/manifest.json"));
}

/// Returns the hash that the manifest has of a file that was read as `kind`; empty when it has none.
std::string hash_read(const nlohmann::json& manifest, const std::string& kind, const std::string& path) {
  for (const auto& file : manifest.at("read"))
    if (file.at("kind") == kind && file.at("path") == path) return file.at("hash");
  return "";
}

const Words small{"vectoradd", "--small", "--set", "sms=1"};

TEST(Manifest, NamesInputsAndResultsWithTheirHashes) {
  const TemporaryFolder folder;
  folder.add("x.bin", std::string(16, 'x'));
  const std::string launch =
      "kernel: saxpy\ngrid: [1]\ncta: [32]\narguments:\n  - {type: s32, value: 4}\n  - {type: f32, value: "
      "2}\n"
      "  - {type: f32, count: 4, fill: {kind: file, file: x.bin}}\n  - {name: y, type: f32, count: 4}\n";
  folder.add("k.yaml", launch);
  folder.add("c.yaml", "sms: 1\n");
  const std::string ptx = data_file("configs/launches/saxpy.ptx").string();
  const auto manifest = manifest_of(folder, {ptx, "--launch", "k.yaml", "--config", "c.yaml", "--seed", "7"});
  const auto in = [&](const char* name) { return (folder.path() / name).string(); };
  EXPECT_EQ(hash_read(manifest, "launch file", in("k.yaml")), content_hash(launch));
  EXPECT_EQ(hash_read(manifest, "content of a buffer", in("x.bin")), content_hash(std::string(16, 'x')));
  EXPECT_EQ(hash_read(manifest, "configuration file", in("c.yaml")), content_hash("sms: 1\n"));
  EXPECT_EQ(hash_read(manifest, "PTX file", ptx), content_hash(content_of(ptx)));
  EXPECT_EQ(manifest.at("written").at("stats.json")[0],
            content_hash(content_of(folder.path() / "r/stats.json")));
  EXPECT_EQ(manifest.at("request").at("seed"), 7);
  EXPECT_EQ(manifest.at("command")[1], "run");
  EXPECT_EQ(manifest.at("complete"), true);
}

TEST(Manifest, NamesWhatTechniquesReadAndRunsOfTheirOwn) {
  const TemporaryFolder folder;
  Words words = small;
  words.insert(words.end(), {"--with", "caba"});
  std::size_t subroutines = 0;
  const auto manifest = manifest_of(folder, words);
  for (const auto& file : manifest.at("read")) subroutines += file.at("kind") == "subroutine";
  EXPECT_GT(subroutines, 0u);
  folder.add("only_here.yaml", "sm: {scheduler: lrr}\n");
  words.insert(words.end(), {"--compare", "--config", "only_here.yaml"});
  EXPECT_NE(hash_read(manifest_of(folder, words), "configuration file",
                      (folder.path() / "only_here.yaml").string()),
            "");
}

TEST(Manifest, HasAKeyThatFollowsContentsAndNotPlaces) {
  const TemporaryFolder folder;
  const auto key = [&](const Words& more) {
    Words words = small;
    words.insert(words.end(), more.begin(), more.end());
    return manifest_of(folder, words).at("key").get<std::string>();
  };
  folder.add("a.yaml", "sm: {scheduler: lrr}\n");
  folder.add("b.yaml", "sm: {scheduler: lrr}\n");
  const std::string first = key({"--config", "a.yaml"});
  EXPECT_EQ(first, key({"--config", "b.yaml"}));
  EXPECT_NE(first, key({"--config", "b.yaml", "--seed", "2"}));
  EXPECT_NE(first, key({"--config", "b.yaml", "--size", "n=200"}));
  folder.add("b.yaml", "sm: {scheduler: lrr}  # resolves to the same\n");
  EXPECT_EQ(first, key({"--config", "b.yaml"}));
  folder.add("b.yaml", "sm: {scheduler: two_level}\n");
  EXPECT_NE(first, key({"--config", "b.yaml"}));
}

TEST(Manifest, NamesTheSize) {
  const TemporaryFolder folder;
  auto request = manifest_of(folder, {"vectoradd", "--size", "paper", "--size", "n=300", "--set", "sms=1"})
                     .at("request");
  EXPECT_EQ(request.at("size"), "paper");
  EXPECT_EQ(request.at("sizes"), nlohmann::json::array({"n=300"}));
  request = manifest_of(folder, small).at("request");
  EXPECT_EQ(request.at("size"), "small");
  EXPECT_TRUE(request.at("sizes").empty());
}

TEST(Version, NamesCommitCompilerAndLibraries) {
  const Ran ran = heddle({"--version"}, {});
  EXPECT_EQ(ran.status, 0);
  for (const char* part : {"heddle ", "commit ", "compiler ", "SystemC ", "fmt ", "yaml-cpp ", "zstd "})
    EXPECT_NE(ran.out.find(part), std::string::npos) << ran.out;
  std::string commit = content_of(HEDDLE_BINARY_DIR "/heddle_commit.txt");
  commit.pop_back();
  EXPECT_NE(ran.out.find(commit), std::string::npos) << ran.out;
  EXPECT_EQ(manifest_of(TemporaryFolder(), small).at("heddle").at("commit"), commit);
}

}  // namespace
}  // namespace heddle::manifest_test
