// SPDX-License-Identifier: Apache-2.0
#include "models/line/line_recording.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include "models/base/error.hpp"
#include "tests/lines/made_lines.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::line_recording_test {
namespace {

std::vector<RecordedLine> read_back(const std::string& content) {
  const TemporaryFolder folder;
  return read_lines(folder.add("lines.bin", content));
}

/// Reading this content throws an error that says so and names the file.
void expect_refused(const std::string& content, const std::string& said) {
  const TemporaryFolder folder;
  const std::string file = folder.add("lines.bin", content);
  try {
    read_lines(file);
    ADD_FAILURE() << "taken, where \"" << said << "\" is expected";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(said), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(file), std::string::npos) << e.what();
  }
}

TEST(LineRecording, AnyNumberOfLinesIsReadBack) {
  for (const unsigned count : {0, 1, 2, 255, 256, 257, 512, 5000}) {
    SCOPED_TRACE(count);
    auto lines = made_lines(count, 9, count);
    EXPECT_EQ(read_back(file_of(lines)), lines);
    lines = random_lines(count, count + 1);
    EXPECT_EQ(read_back(file_of(lines)), lines);
  }
}

TEST(LineRecording, GoesOnAfterItsContentWasTaken) {
  const auto lines = made_lines(700, 200, 4);
  LineRecording recording;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i % 256 == 0) {
      const auto so_far = read_back(recording.content());
      EXPECT_EQ(so_far, std::vector(lines.begin(), lines.begin() + static_cast<long>(i)));
    }
    recording.add(lines[i]);
  }
  EXPECT_EQ(read_back(recording.content()), lines);
  EXPECT_EQ(recording.content(), recording.content());
}

/// The header and the first record are as the comment of the format says.
TEST(LineRecording, HasTheDocumentedHeader) {
  const std::string content = file_of(made_lines(258, 3, 1));
  EXPECT_EQ(content.substr(0, 24), std::string("HDLLINES\2\0\0\0\x80\0\0\0\2\1\0\0\0\0\0\0", 24));
  EXPECT_EQ(content.substr(24, 4), "\x28\xb5\x2f\xfd");  // a frame of zstd
}

TEST(LineRecording, OtherFilesAreRefused) {
  expect_refused("", "no file of memory lines");
  expect_refused("a text", "no file of memory lines");
  expect_refused("HDLLINE\1", "no file of memory lines");
  std::string content = file_of(made_lines(10, 3, 1));
  content[8] = 1;
  expect_refused(content, "another version");
  content[8] = 2;
  content[12] = 64;
  expect_refused(content, "another length");
}

TEST(LineRecording, EveryTruncatedFileIsRefused) {
  const std::string content = file_of(made_lines(40, 3, 1));
  for (std::size_t bytes = 8; bytes < content.size(); ++bytes)
    expect_refused(content.substr(0, bytes), "truncated");
  LineRecording recording;  // cut between two frames
  for (const auto& line : made_lines(3, 3, 1)) recording.add(line);
  const std::size_t first = recording.content().size();
  for (const auto& line : made_lines(3, 3, 2)) recording.add(line);
  expect_refused(recording.content().substr(0, first), "truncated");
}

TEST(LineRecording, NoChangedByteIsTakenForALine) {
  const auto lines = made_lines(6, 250, 3);
  const std::string content = file_of(lines);
  for (std::size_t at = 24; at < content.size(); ++at) {
    std::string changed = content;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    const TemporaryFolder folder;
    const std::string file = folder.add("lines.bin", changed);
    try {
      EXPECT_EQ(read_lines(file), lines) << at;  // zstd's header has a bit that means nothing
    } catch (const Error&) {
    }
  }
}

TEST(LineRecording, LinesThatItDoesNotCountAreRefused) {
  std::string content = file_of(made_lines(300, 3, 1));
  content[16] = 43;
  expect_refused(content, "more memory lines than it says");
  content[16] = 45;
  content[23] = '\x7f';
  expect_refused(content, "truncated");
}

/// A few bytes that are unpacked to more lines than are taken: they are counted before room is made for one.
TEST(LineRecording, MoreLinesThanAreTakenAreRefused) {
  LineRecording recording;
  std::string content = recording.content();
  const std::string zeros(std::size_t{1} << 20, '\0');
  std::string frame(ZSTD_compressBound(zeros.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), zeros.data(), zeros.size(), 1));
  for (unsigned mebibytes = 0; mebibytes < 577; ++mebibytes) content += frame;
  content[20] = 1;  // 2^32 lines
  EXPECT_LT(content.size(), 100'000u);
  expect_refused(content, "too many memory lines");
}

}  // namespace
}  // namespace heddle::line_recording_test
