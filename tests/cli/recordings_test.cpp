// SPDX-License-Identifier: Apache-2.0
// Recordings: each byte is compared, and a number that is none is told with its place.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::recordings_test {
namespace {

/// Adds a recording of a kernel that writes the bytes 7 to a variable of `bytes` bytes, which held 1, 2, ...;
/// the GPU left `expected`.
void add_recording(const TemporaryFolder& folder, unsigned bytes, const std::string& expected) {
  std::string initial, stores;
  for (unsigned i = 0; i < bytes; ++i) {
    initial += fmt::format("{}{}", i == 0 ? "" : ", ", i + 1);
    stores += fmt::format("  st.global.u8 [v+{}], %h1;\n", i);
  }
  folder.add("r.ptx",
             fmt::format(".version 6.0\n.target sm_30\n.address_size 64\n"
                         ".visible .global .align 8 .b8 v[{}] = {{{}}};\n"
                         ".visible .entry k()\n{{\n  .reg .b16 %h<2>;\n  mov.u16 %h1, 7;\n{}  ret;\n}}\n",
                         bytes, initial, stores));
  folder.add("r.bin", expected);
  folder.add("r.json",
             fmt::format("{{\"steps\": [{{\"variable\": \"v\", \"address\": 4096, \"bytes\": {0}}},\n"
                         "{{\"launch\": \"k\", \"grid\": [1,1,1], \"cta\": [1,1,1], \"shared\": 0, "
                         "\"parameters\": []}},\n{{\"expect\": 4096, \"data\": [0, {0}]}}]}}",
                         bytes));
}

TEST(Recordings, CompareEachByteOfAVariableOfAnySize) {
  for (unsigned bytes = 1; bytes <= 9; ++bytes) {
    const TemporaryFolder folder;
    const std::string right(bytes, 7);
    add_recording(folder, bytes, right);
    const Ran ran = heddle({"run", "r.json", "--no-out", "--functional"}, folder);
    EXPECT_EQ(ran.status, 0) << bytes << ran.err;
    EXPECT_NE(ran.out.find("passed"), std::string::npos) << bytes << ": " << ran.out;
    for (unsigned wrong = 0; wrong < bytes; ++wrong) {
      std::string expected = right;
      expected[wrong] = 9;
      folder.add("r.bin", expected);
      const Ran failed = heddle({"run", "r.json", "--no-out", "--functional"}, folder);
      EXPECT_EQ(failed.status, 1) << "byte " << wrong << " of " << bytes;
      EXPECT_NE(failed.out.find("FAILED: 1 of"), std::string::npos) << failed.out;
    }
  }
}

TEST(Recordings, TellBadNumbersWithTheirPlace) {
  const TemporaryFolder folder;
  add_recording(folder, 4, "abcd");
  for (const char* steps :
       {"{\"variable\": \"v\", \"address\": 1, \"bytes\": 1e999}", "{\"allocate\": 1, \"bytes\": -1e400}",
        "{\"expect\": 1e309, \"data\": [0, 4]}", "{\"launch\": \"k\\u12\"}"}) {
    folder.add("r.json", fmt::format("{{\"steps\": [{}]}}", steps));
    expect_refused(folder, {"run", "r.json", "--no-out"}, {"r.json:1:", "the recording"});
  }
  folder.add("r.json", "{\"steps\": [{\"variable\": \"v\", \"address\": 1, \"bytes\": 1e300}]}");
  expect_refused(folder, {"run", "r.json", "--no-out"}, {"r.json: step 0", "out of range", "1e+300"});
  folder.add("r.json", "{\"steps\": [{\"expect\": 4096, \"data\": [2, 3]}]}");
  expect_refused(folder, {"run", "r.json", "--no-out"},
                 {"r.json: step 0", "beyond the recording's file of data", "'[2,3]'", "within its 4 bytes"});
  folder.add("r.json", "{\"steps\": [{\"launch\": \"\xff\"}]}");
  expect_refused(folder, {"run", "r.json", "--no-out"}, {"r.json"});
}

TEST(Recordings, TellOfDeepNestingInOneLine) {
  const TemporaryFolder folder;
  add_recording(folder, 4, "abcd");
  const std::string deep(100'000, '['), ends(100'000, ']');
  folder.add("r.json", "{\"steps\":[" + deep + ends + "]}");
  expect_refused(folder, {"run", "r.json", "--no-out"}, {"r.json", "nested too deeply", "up to 64"});
}

}  // namespace
}  // namespace heddle::recordings_test
