// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;

// A file of memory lines, as a run leaves them for `heddle lines`. All numbers are little-endian.
//
//   offset  bytes
//        0      8  "HDLLINES"
//        8      4  version: 2
//       12      4  bytes of a line: 128
//       16      8  number of lines
//       24         zstd frames with checksums, whose contents together are one record for each line:
//
//                  offset  bytes
//                       0      8  address, a multiple of 128
//                       8      2  channel of the memory controller
//                      10      1  bit 0: it was written to DRAM, else read; bit 1: somebody had written in it
//                      11      1  zero
//                      12      2  number of the buffer of the host program that it is in, from 1; 0: of none
//                      14      2  number of the launch that ran, from 1; 65535 stands for all from there on
//                      16    128  the line, uncompressed

namespace heddle {

/// A line that a memory controller has read from DRAM or written to it, uncompressed.
struct RecordedLine {
  std::uint64_t address = 0;
  std::uint16_t channel = 0;
  bool to_dram = false;       ///< written; else read
  bool ever_written = false;  ///< the host or a kernel had written in it; DRAM holds zeros before that
  std::uint16_t buffer = 0;   ///< number of the buffer of the host program that it is in; 0: of none
  std::uint16_t launch = 0;   ///< number of the launch that ran
  std::array<unsigned char, 128> bytes{};

  bool operator==(const RecordedLine&) const = default;
};

/// Records lines in memory. They are compressed as they come.
class LineRecording {
 public:
  LineRecording();
  ~LineRecording();
  LineRecording(const LineRecording&) = delete;
  LineRecording& operator=(const LineRecording&) = delete;

  void add(const RecordedLine& line);
  /// The file of all lines so far.
  std::string content();

 private:
  void compress(std::string_view bytes, bool ends_frame);

  ZSTD_CCtx_s* const context_;
  std::string frames_;
  std::uint64_t lines_ = 0;
  bool open_ = false;  ///< the last frame has no end yet
};

/// Shows the lines of a file in the order in which they came by. Throws Error that names the file when it
/// cannot be read, is of another kind or version, truncated or corrupt, or holds more lines than are taken
/// (outside_limits.hpp); all of that before it shows the first line, but for a corrupt record.
void each_line(const std::filesystem::path& file, const std::function<void(const RecordedLine&)>& show);
/// All of them.
std::vector<RecordedLine> read_lines(const std::filesystem::path& file);
/// The same of a file's content; `file` names it in messages.
void each_line_of(std::string_view content, const std::string& file,
                  const std::function<void(const RecordedLine&)>& show);

}  // namespace heddle
