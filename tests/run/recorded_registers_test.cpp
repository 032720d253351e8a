// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tb/run/register_recorder.hpp"

namespace heddle::recorded_registers_test {
namespace {

std::string refusal(const std::string& content) {
  try {
    registers_of(content, "r.bin");
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().place, "r.bin");
    return error.problem().what;
  }
  return "accepted";
}

TEST(RegisterFile, IsReadBack) {
  std::vector<WarpRegister> registers(3);
  for (unsigned lane = 0; lane < warp_size; ++lane) registers[1][lane] = 0x01020300 + lane;
  const std::string content = register_file_of(registers);
  EXPECT_EQ(content.size(), 24u + 3 * 128);
  EXPECT_EQ(content.substr(0, 24), std::string("HDLWREGS\1\0\0\0\x80\0\0\0\3\0\0\0\0\0\0\0", 24));
  EXPECT_EQ(content.substr(24 + 128, 4), std::string("\0\3\2\1", 4));
  EXPECT_EQ(registers_of(content, "r.bin"), registers);
}

TEST(RegisterFile, OtherFilesAreRefused) {
  EXPECT_EQ(refusal(""), "this is no file of registers");
  EXPECT_EQ(refusal(std::string(256, '\1')), "this is no file of registers") << "registers without a header";
  EXPECT_EQ(refusal("HDLWREGS"), "the file of registers is truncated");
  const std::string content = register_file_of(std::vector<WarpRegister>(2));
  EXPECT_EQ(refusal(content.substr(0, content.size() - 1)),
            "the file of registers is truncated, or longer than it says");
  EXPECT_EQ(refusal(content + std::string(128, 'x')),
            "the file of registers is truncated, or longer than it says");
  std::string changed = content;
  changed[8] = 2;
  EXPECT_EQ(refusal(changed), "the file of registers has another version");
  changed = content;
  changed[12] = 64;
  EXPECT_EQ(refusal(changed), "the registers have another length");
  changed = content;
  changed[23] = '\x7f';
  EXPECT_EQ(refusal(changed), "the file of registers is truncated, or longer than it says");
  EXPECT_EQ(refusal(register_file_of({})), "there are no registers in the file");
}

}  // namespace
}  // namespace heddle::recorded_registers_test
