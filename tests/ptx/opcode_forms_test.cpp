// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "models/ptx/opcodes/opcode.hpp"

namespace heddle::ptx::opcode_forms_test {
namespace {

TEST(OpcodeForms, LeaveOutWhatMayBeMissing) {
  EXPECT_EQ(opcode_form_of("add.rn.ftz.f32"), "add.f32");
  EXPECT_EQ(opcode_form_of("setp.lt.and.ftz.f32"), "setp.lt.and.f32");
  EXPECT_EQ(opcode_form_of("vote.sync.any.pred"), "vote.sync.any.pred");
  EXPECT_EQ(opcode_form_of("add.f31"), "");
  EXPECT_EQ(opcode_form_of("nothing"), "");
}

TEST(OpcodeForms, AreListedOnceEach) {
  const auto all = opcode_forms();
  for (const char* form : {"add.f32", "vote.sync.any.pred", "exit", "bar.sync"})
    EXPECT_EQ(std::count(all.begin(), all.end(), form), 1) << form;
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(OpcodeForms, EachIsASpellingOfItself) {
  for (const std::string& form : opcode_forms()) EXPECT_EQ(opcode_form_of(form), form);
}

}  // namespace
}  // namespace heddle::ptx::opcode_forms_test
