// SPDX-License-Identifier: Apache-2.0
// heddle exec runs whole CUDA programs, which Debian's clang compiles without any software of NVIDIA's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::exec_test {
namespace {

const std::string programs = HEDDLE_SOURCE_DIR "/tests/exec/programs/";

/// The program, in a folder of its own.
class Exec : public testing::Test {
 protected:
  void SetUp() override { make({}); }
  void make(const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "compile", programs + "runtime.cu", "--compiler", "clang++", "--program", "app", "--"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran made = heddle(words, folder);
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.out.find("heddle exec ./app runs it"), std::string::npos) << made.out;
    EXPECT_EQ(entries(folder), (std::set<std::string>{"app"}));
  }
  Ran exec(std::vector<std::string> words) const {
    words.insert(words.begin(), {"exec", "--no-out"});
    return heddle(words, folder);
  }

  TemporaryFolder folder;
};

TEST_F(Exec, RunsAProgramAsItIs) {
  const Ran ran = exec({"./app"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out.substr(0, ran.out.find("app on")), "host 1\nkernel 2\nhost 3\ngood 1\n");
  EXPECT_NE(ran.out.find("app on gtx480_lee2015"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("out of device memory"), std::string::npos) << ran.err;
}

TEST_F(Exec, RunsItOnAnyMachine) {
  for (const std::vector<std::string>& with :
       {std::vector<std::string>{"--with", "five", "--check"},
        {"--with", "warped_compression,register_virtualization"},
        {"--threads", "2"},
        {"--set", "sm.divergence=threads", "--set", "sm.optimize=2", "--check"}}) {
    std::vector<std::string> words = with;
    words.insert(words.end(), {"app", "0", "--with"});
    const Ran ran = exec(words);
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("good 3\n"), std::string::npos) << "the program's own arguments: " << ran.out;
  }
}

TEST_F(Exec, RunsItWithoutTime) {
  make({"-DFUNCTIONAL"});
  const Ran ran = exec({"--functional", "./app"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("good 1\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("results without time"), std::string::npos) << ran.out;
}

TEST_F(Exec, WritesTheResultsOfARun) {
  const Ran ran = heddle({"exec", "--with", "warped_compression", "--compare", "./app"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("what the techniques change"), std::string::npos) << ran.out;
  const auto results = folder.path() / "results/app+warped_compression";
  EXPECT_EQ(nlohmann::json::parse(content_of(results / "stats.json")).at("kernels").size(), 4u);
  EXPECT_NE(content_of(results / "manifest.json").find("/app\""), std::string::npos)
      << "the program is an input";
}

TEST_F(Exec, PassesTheExitStatusOn) {
  EXPECT_EQ(exec({"./app", "1"}).status, 5);
  const Ran aborted = exec({"./app", "4"});
  EXPECT_EQ(aborted.status, 128 + 6) << aborted.out << aborted.err;
}

TEST_F(Exec, TellsTheProgramOfAKernelsFaultAndEndsWithIt) {
  const Ran ran = exec({"./app", "2"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "cudaErrorIllegalAddress: an illegal memory access was encountered\ngood 2\n");
  EXPECT_NE(ran.err.find("out-of-bounds store"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("store_at"), std::string::npos) << ran.err;
}

TEST_F(Exec, NamesWhatHeddleDoesNotHave) {
  const Ran ran = exec({"./app", "3"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("'cudaGraphCreate'"), std::string::npos) << ran.err;
}

TEST(ExecDriver, RunsAProgramThatLoadsPtx) {
  const TemporaryFolder folder;
  const std::string library = HEDDLE_BINARY_DIR "/cuda/libcuda.so.1";
  ASSERT_EQ(run_command({"c++", programs + "driver.cpp", library, "-o", (folder.path() / "driver").string()})
                .exit_code,
            0);
  const Ran ran = heddle({"exec", "--no-out", "--gpu", "fermi_jeon2015", "--with", "register_virtualization",
                          "--check", "./driver"},
                         folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_TRUE(ran.out.starts_with("good\n")) << ran.out;
}

/// Programs that were recorded on a GPU (tests/hardware), and check their own results.
class Programs : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Exec, Programs,
                         testing::Values("graph_algos", "huffman_decode", "radix_sort_pairs", "cfd_euler",
                                         "smith_waterman", "lud", "needleman_wunsch", "bplus_tree",
                                         "spmv_formats", "lz_decompress"),
                         [](const auto& p) { return std::string(p.param); });

TEST_P(Programs, FindTheirResultsRight) {
  const TemporaryFolder folder;
  const std::string name = GetParam();
  const Ran made = heddle({"compile", programs + "../../hardware/programs/" + name + ".cu", "--compiler",
                           "clang++", "--program", "app"},
                          folder);
  ASSERT_EQ(made.status, 0) << made.err;
  const Ran ran = heddle({"exec", "--no-out", "--with", "warped_compression", "./app"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with(name + " ok")) << ran.out;
  EXPECT_NE(ran.out.find("cycles"), std::string::npos);
}

TEST(ExecCommand, RefusesWhatIsNoCudaProgram) {
  const TemporaryFolder folder;
  expect_refused(folder, {"exec", "--no-out"}, {"which program"});
  expect_refused(folder, {"exec", "--no-out", "./none"}, {"there is no such program", "'./none'"});
  expect_refused(folder, {"exec", "--no-out", "true"}, {"no CUDA runtime or driver", "--cudart=shared"});
  folder.add("text", "not a program\n");
  expect_refused(folder, {"exec", "--no-out", "./text"}, {"cannot be started"});
  expect_refused(folder, {"exec", "--small", "true"}, {"--small"});
  expect_refused(folder, {"exec", "--no-such-option", "true"}, {"--no-such-option"});
}

}  // namespace
}  // namespace heddle::exec_test
