// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace heddle {
namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> entries(const TemporaryFolder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    names.insert(entry.path().filename().string());
  return names;
}

Ran heddle(const std::vector<std::string>& arguments, const TemporaryFolder& folder) {
  const TemporaryFolder caught;
  const std::string out = caught.add("out", ""), err = caught.add("err", "");
  std::vector<std::string> words{HEDDLE_BINARY_DIR "/heddle"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(out.c_str(), O_WRONLY), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY), STDERR_FILENO);
    if (chdir(folder.path().c_str()) == 0) execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), content_of(out),
          content_of(err)};
}

void expect_refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& said, int status) {
  const auto before = entries(folder);
  const Ran ran = heddle(arguments, folder);
  EXPECT_EQ(ran.status, status) << ran.err;
  EXPECT_EQ(ran.err.substr(0, 15), "heddle: error: ") << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  for (const std::string& part : said)
    EXPECT_NE(ran.err.find(part), std::string::npos) << "'" << part << "' is not in: " << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(entries(folder), before);
}

void add_kernel(const TemporaryFolder& folder, const std::string& body, const std::string& declarations) {
  folder.add("k.ptx",
             ".version 7.0\n.target sm_50\n.address_size 64\n"
             ".visible .entry k(.param .u64 out)\n{\n"
             ".reg .b32 %r<90>;\n.reg .b64 %rd<4>;\n.reg .pred %p<3>;\n" +
                 declarations +
                 "\n"
                 "ld.param.u64 %rd1, [out];\n"
                 "cvta.to.global.u64 %rd2, %rd1;\n"
                 "mov.u32 %r1, %tid.x;\n"
                 "mul.wide.u32 %rd3, %r1, 4;\n"
                 "add.s64 %rd2, %rd2, %rd3;\n" +  // line 14
                 body +                           // from line 15 on
                 "\nst.global.u32 [%rd2], %r1;\nret;\n}\n");
  folder.add("k.yaml",
             "kernel: k\ngrid: [1]\ncta: [64]\narguments:\n"
             "  - {name: out, type: u32, count: 64, expect: {kind: iota}}\n");
}

}  // namespace heddle
