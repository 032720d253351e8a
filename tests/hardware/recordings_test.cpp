// SPDX-License-Identifier: Apache-2.0
// What CUDA programs' kernels left in memory on a real GPU, and leave here (README.md).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "models/base/archive.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/host/functional_device.hpp"
#include "tb/recording/recording.hpp"
#include "tb/run/run.hpp"
#include "tests/base/zip_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::recordings_test {
namespace {

namespace fs = std::filesystem;

const fs::path recordings = HEDDLE_SOURCE_DIR "/tests/hardware/recordings.zip";

std::string file_of(const std::string& name) {
  return path_of({recordings, fmt::format("{0}/{0}.json", name)}).string();
}

/// All recordings but that of approximate functions, which approximate_test.cpp measures.
std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const fs::path file : members_of(recordings))
    if (file.extension() == ".json" && file.stem() != "approx_truth") all.push_back(file.stem().string());
  return all;
}

WorkloadResult functional(const std::string& file) {
  const Recording recording = load_recording(file);
  FunctionalDevice device;
  std::ostringstream printed;
  Context context(device, {.output = &printed});
  return replay(context, context.load(recording.ptx()), recording);
}

class Recorded : public testing::TestWithParam<std::string> {};

TEST_P(Recorded, LeavesInMemoryWhatTheGpuLeft) {
  const WorkloadResult result = functional(file_of(GetParam()));
  EXPECT_GT(result.checked, 0u);
  EXPECT_EQ(result.mismatches, 0u) << result.first;
}
INSTANTIATE_TEST_SUITE_P(Programs, Recorded, testing::ValuesIn(names()),
                         [](const auto& p) { return p.param; });

/// Under the check, most of what these programs load is put in order by fences or atomics, which it does not
/// follow: it says so, and ends.
bool followed(const std::string& name) { return name != "atomic_ref_orders" && name != "barrier_shared"; }

/// On the machine with all techniques that change no result, each instruction checked.
class RecordedOnTheMachine : public testing::TestWithParam<std::string> {};

TEST_P(RecordedOnTheMachine, LeavesInMemoryWhatTheGpuLeft) {
  const RunResult r = run({.target = file_of(GetParam()),
                           .platform = {.techniques = {"warped_compression", "register_virtualization",
                                                       "line_compression", "lane_power_gating"},
                                        .assignments = {"sms=2"}},
                           .check = followed(GetParam())});
  EXPECT_GT(r.result.checked, 0u);
  EXPECT_EQ(r.result.mismatches, 0u) << r.result.first;
}
INSTANTIATE_TEST_SUITE_P(Programs, RecordedOnTheMachine, testing::ValuesIn(names()),
                         [](const auto& p) { return p.param; });

/// A recording of a kernel of one CTA that adds 1 to four words, with the given text for its steps.
struct Small {
  explicit Small(const std::string& steps, std::string data = std::string(32, '\0')) {
    file = folder.add("small.json", "{\"steps\": [" + steps + "]}");
    folder.add("small.bin", data);
    folder.add(
        "small.ptx",
        ".version 7.5\n.target sm_75\n.address_size 64\n.global .u32 v;\n"
        ".visible .entry add(.param .u64 p) {\n.reg .b64 %rd<4>; .reg .b32 %r<3>;\n"
        "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
        "ld.global.u32 %r2, [%rd3]; add.s32 %r2, %r2, 1; st.global.u32 [%rd3], %r2; ret; }\n");
  }
  std::string failure() const {
    try {
      functional(file);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  TemporaryFolder folder;
  std::string file;
};

const std::string there = "{\"allocate\": 4096, \"bytes\": 16}, {\"write\": 4096, \"data\": [0, 16]}, ";
const std::string launch =
    "{\"launch\": \"add\", \"grid\": [1, 1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": "
    "[\"0010000000000000\"]}, ";
const std::string expected = "{\"expect\": 4096, \"data\": [16, 16]}";
std::string words(std::initializer_list<std::uint32_t> all) {
  std::string bytes;
  for (const std::uint32_t w : all) bytes.append(reinterpret_cast<const char*>(&w), sizeof w);
  return bytes;
}

TEST(Recording, ComparesWhatALaunchLeaves) {
  const Small right(there + launch + expected, words({1, 2, 3, 4, 2, 3, 4, 5}));
  EXPECT_EQ(functional(right.file).mismatches, 0u);
  const Small wrong(there + launch + expected, words({1, 2, 3, 4, 2, 3, 9, 5}));
  const WorkloadResult result = functional(wrong.file);
  EXPECT_EQ(result.mismatches, 1u);
  EXPECT_NE(result.first.find("launch 1 (add), words of the buffer from 0x1000[2]: expected 9, got 4"),
            std::string::npos)
      << result.first;
}

TEST(Recording, FindsAWriteWhereTheGpuWroteNothing) {
  const Small small(there + launch + "{\"expect\": 4096, \"data\": [16, 8]}",
                    words({1, 2, 3, 4, 2, 3, 0, 0}));
  EXPECT_EQ(functional(small.file).mismatches, 2u);
}

/// A launch finds what it found on the GPU, although the one before has left something else here.
TEST(Recording, JudgesEachLaunchByItself) {
  const Small small(there + launch + expected + ", " + launch + "{\"expect\": 4096, \"data\": [32, 16]}",
                    words({1, 2, 3, 4, 2, 3, 9, 5, 3, 4, 10, 6}));
  EXPECT_EQ(functional(small.file).mismatches, 1u);
}

TEST(Recording, SaysWhatIsWrong) {
  const auto expect = [](const std::string& steps, const std::vector<std::string>& parts) {
    const std::string text = Small(steps).failure();
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  };
  expect("7", {"small.json: step 0", "a step is not an object"});
  expect("{\"alocate\": 4096}", {"step 0", "allocate, free, variable, write, launch or expect"});
  expect("{\"allocate\": -1, \"bytes\": 16}", {"step 0", "out of range", "-1"});
  expect("{\"allocate\": 4096}", {"step 0", "a key is missing", "bytes"});
  expect(there + "{\"write\": 4096, \"data\": [20, 16]}",
         {"step 2", "beyond the recording's file of data", "[20,16]", "within its 32 bytes"});
  expect(there + "{\"write\": 9000, \"data\": [0, 16]}", {"step 2", "no buffer", "0x2328"});
  expect("{\"variable\": \"w\", \"address\": 4096, \"bytes\": 4}", {"w"});
  expect("{\"variable\": \"v\", \"address\": 4096, \"bytes\": 8}", {"variable v", "8 bytes", "4 bytes"});
  expect("{\"launch\": \"add\", \"grid\": [1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": []}",
         {"grid has not three dimensions"});
  expect("{\"launch\": \"add\", \"grid\": [1, 1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": []}",
         {"step 0", "wrong number of parameters for kernel add", "0", "1"});
  expect(
      "{\"launch\": \"add\", \"grid\": [1, 1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": "
      "[\"0g\"]}",
      {"step 0", "not hexadecimal", "0g"});
  expect(
      "{\"launch\": \"add\", \"grid\": [1, 1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": "
      "[\"00\"]}",
      {"step 0", "parameter 0 of kernel add", "1 bytes", "8 bytes"});
  expect("{\"launch\": \"sub\", \"grid\": [1, 1, 1], \"cta\": [4, 1, 1], \"shared\": 0, \"parameters\": []}",
         {"sub"});
  expect("", {"small.json", "the recording has no launch", "0 steps"});
  expect("{\"allocate\": 4096, \"bytes\": 16}", {"the recording has no launch", "1 steps"});
}

TEST(Recording, OfAnArchiveSaysWhereInItSomethingIsWrong) {
  const TemporaryFolder folder;
  const fs::path zip = folder.path() / "some.zip";
  write_zip(zip, {{"a/a.json", "{\"steps\": []}"}, {"a/a.bin", ""}, {"a/a.ptx", ".version 7.5\nfrob\n"}});
  const auto failure = [&](const std::string& name) -> std::string {
    try {
      functional(zip.string() + name);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(failure(":a/a.json").find("some.zip:a/a.ptx:2"), std::string::npos) << failure(":a/a.json");
  EXPECT_NE(failure(":a/b.json").find("did you mean 'a/a.json'"), std::string::npos) << failure(":a/b.json");
}

TEST(Recording, RefusesWhatIsNoRecording) {
  const TemporaryFolder folder;
  const auto failure = [&](const std::string& text) -> std::string {
    const std::string file = folder.add("bad.json", text);
    folder.add("bad.bin", "");
    try {
      load_recording(file);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(failure("{").find("no JSON"), std::string::npos);
  EXPECT_NE(failure("[]").find("no list of steps"), std::string::npos);
  EXPECT_NE(failure("{\"steps\": [], \"tolerance\": 2}").find("tolerance"), std::string::npos);
  const std::string deep(100'000, '[');
  EXPECT_NE(failure("{\"steps\": [" + deep + "]}").find("nested too deeply; legal: up to 64"),
            std::string::npos);
  const std::string overflow = failure("{\"steps\": [],\n \"tolerance\": 1e999}");
  EXPECT_NE(overflow.find("bad.json:2:"), std::string::npos) << overflow;
  EXPECT_NE(overflow.find("out of range: '1e999'"), std::string::npos) << overflow;
  EXPECT_EQ(failure("{\"steps\": []}"), "");
}

}  // namespace
}  // namespace heddle::recordings_test
