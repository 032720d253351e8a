// SPDX-License-Identifier: Apache-2.0
// An output does not replace what its own command reads, and two outputs are two files.
#include <gtest/gtest.h>

#include <csignal>

#include "models/base/whole_file.hpp"
#include "tests/base/zip_file.hpp"
#include "tests/cli/program.hpp"

namespace heddle::output_files_test {
namespace {

namespace fs = std::filesystem;

TEST(OutputFiles, AreNoInputsOfTheRun) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  fs::create_symlink("k.ptx", folder.path() / "link");
  for (const char* option : {"--timeline", "--samples", "--record-trace", "--record-registers"})
    for (const char* file : {"k.ptx", "./k.yaml", "link"}) {
      const std::string before = content_of(folder.path() / file);
      std::vector<std::string> words{"run", "k.ptx", "--launch", "k.yaml", "--no-out", option, file};
      if (std::string(option) == "--samples") words.insert(words.end(), {"--sample", "cycles"});
      expect_refused(folder, words, {option, "would replace", file});
      EXPECT_EQ(content_of(folder.path() / file), before) << option;
    }
}

TEST(OutputFiles, AreNoArchivesThatHoldAnInput) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  write_zip(folder.path() / "k.zip", {{"deep/k.ptx", content_of(folder.path() / "k.ptx")}});
  fs::remove(folder.path() / "k.ptx");
  const auto with = [](const char* output) {
    return std::vector<std::string>{"run",      "k.zip:deep/k.ptx", "--launch", "k.yaml",
                                    "--no-out", "--timeline",       output};
  };
  expect_refused(folder, with("k.zip"), {"--timeline", "would replace", "k.zip"});
  EXPECT_EQ(heddle(with("t.json"), folder).status, 0);
}

TEST(OutputFiles, OfOtherCommandsAreNoInputs) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  expect_refused(folder, {"kernel", "k.ptx", "--cfg", "k.ptx"}, {"--cfg", "would replace", "k.ptx"});
  WholeFile(folder.path() / "mine.lib").write("library (x) {}\n");
  expect_refused(folder, {"estimate", "gtx480_lee2015", "--liberty", "mine.lib", "--picture", "mine.lib"},
                 {"--picture", "would replace", "mine.lib"});
}

TEST(Options, ThatMeanNothingAreRefused) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  expect_refused(folder, {"run", "k.ptx", "--launch", "k.yaml", "--no-out", "--small"},
                 {"--small is a size"});
  expect_refused(folder, {"run", "k.ptx", "--launch", "k.yaml", "--no-out", "--ptx", "nvcc"},
                 {"--ptx", "nvcc"});
}

TEST(OutputFiles, AreOneEach) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  expect_refused(folder,
                 {"run", "k.ptx", "--launch", "k.yaml", "--no-out", "--timeline", "same",
                  "--record-registers", "./same"},
                 {"--record-registers", "--timeline", "name one file"});
}

TEST(OutputFiles, AreNoRtlAndNoLiberty) {
  const TemporaryFolder folder;
  WholeFile(folder.path() / "mine.sv").write("module codec_pool; endmodule\n");
  expect_refused(folder,
                 {"cosim", "codec_pool", "--rtl", "mine.sv", "--sets", "default", "--wave", "mine.sv"},
                 {"--wave", "would replace", "mine.sv"});
  WholeFile(folder.path() / "mine.lib").write("library (x) {}\n");
  expect_refused(folder, {"estimate", "codec_pool", "--liberty", "mine.lib", "--json", "mine.lib"},
                 {"--json", "would replace", "mine.lib"});
}

}  // namespace
}  // namespace heddle::output_files_test
