// SPDX-License-Identifier: Apache-2.0
#include "models/line/line_recording.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/little_endian.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

constexpr std::string_view line_file_kind = "file of memory lines", line_file_magic = "HDLLINES";
constexpr unsigned line_file_version = 2, line_file_header_bytes = 24, line_record_bytes = 144;

std::string line_record_of(const RecordedLine& line) {
  std::string record;
  put_little_endian(record, line.address, 8);
  put_little_endian(record, line.channel, 2);
  put_little_endian(record, (line.to_dram ? 1 : 0) | (line.ever_written ? 2 : 0), 1);
  put_little_endian(record, 0, 1);
  put_little_endian(record, line.buffer, 2);
  put_little_endian(record, line.launch, 2);
  record.append(line.bytes.begin(), line.bytes.end());
  return record;
}

/// Unpacks the records of a file, as often as it is asked to: a few bytes may be millions of lines, which are
/// counted before room is made for one.
class LineFileReader {
 public:
  LineFileReader(std::string_view content, std::string name) : name_(std::move(name)), content_(content) {
    if (!content_.starts_with(line_file_magic)) fail("this is no file of memory lines");
    if (content_.size() < line_file_header_bytes) fail("the file of memory lines is truncated");
    if (little_endian_at(content_, 8, 4) != line_file_version)
      fail("the file of memory lines has another version", fmt::format("version {}", line_file_version));
    if (little_endian_at(content_, 12, 4) != 128) fail("the lines have another length", "128 bytes");
    std::uint64_t lines = 0;
    constexpr std::uint64_t most = most_bytes_of(line_file_kind) / line_record_bytes;
    each_record([&](std::string_view) {
      if (++lines > most) fail("the file has too many memory lines", fmt::format("up to {}", most));
      if (lines > counted()) fail("the file has more memory lines than it says");
    });
    if (lines != counted()) fail("the file of memory lines is truncated");
  }

  std::uint64_t counted() const { return little_endian_at(content_, 16, 8); }

  void read(const std::function<void(const RecordedLine&)>& show) const {
    each_record([&](std::string_view record) { show(line_of(record)); });
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& legal = "") const {
    throw Error({.what = what, .value = name_, .legal = legal});
  }

  template <class Show>
  void each_record(Show&& show) const {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
    // A frame may ask for a window of gigabytes; those of a recording are 8 MiB at most.
    ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 23);
    const std::string_view frames = content_.substr(line_file_header_bytes);
    ZSTD_inBuffer in{frames.data(), frames.size(), 0};
    std::array<char, 256 * line_record_bytes> part;
    std::size_t filled = 0, open = 0;  // open: the last frame is not at its end
    for (bool more = in.size != 0; more;) {
      ZSTD_outBuffer out{part.data(), part.size(), filled};
      open = ZSTD_decompressStream(context.get(), &out, &in);
      if (ZSTD_isError(open)) fail("the file of memory lines is corrupt");
      filled = out.pos;
      more = in.pos < in.size || (open != 0 && filled == part.size());
      const std::size_t whole = filled / line_record_bytes * line_record_bytes;
      for (std::size_t at = 0; at < whole; at += line_record_bytes)
        show(std::string_view(part.data() + at, line_record_bytes));
      std::copy(part.data() + whole, part.data() + filled, part.data());
      filled -= whole;
    }
    if (open != 0 || filled != 0) fail("the file of memory lines is truncated");
  }

  RecordedLine line_of(std::string_view record) const {
    const auto flags = little_endian_at(record, 10, 1);
    RecordedLine line{.address = little_endian_at(record, 0, 8),
                      .channel = static_cast<std::uint16_t>(little_endian_at(record, 8, 2)),
                      .to_dram = (flags & 1) != 0,
                      .ever_written = (flags & 2) != 0,
                      .buffer = static_cast<std::uint16_t>(little_endian_at(record, 12, 2)),
                      .launch = static_cast<std::uint16_t>(little_endian_at(record, 14, 2))};
    if (flags > 3 || little_endian_at(record, 11, 1) != 0 || line.address % 128 != 0)
      fail("the file of memory lines is corrupt");
    std::copy(record.begin() + 16, record.end(), line.bytes.begin());
    return line;
  }

  const std::string name_;
  const std::string_view content_;
};

}  // namespace

LineRecording::LineRecording() : context_(ZSTD_createCCtx()) {
  ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
}
LineRecording::~LineRecording() { ZSTD_freeCCtx(context_); }

void LineRecording::add(const RecordedLine& line) {
  compress(line_record_of(line), false);
  open_ = true;
  ++lines_;
}

std::string LineRecording::content() {
  if (open_) compress({}, true);
  open_ = false;
  std::string all(line_file_magic);
  put_little_endian(all, line_file_version, 4);
  put_little_endian(all, 128, 4);
  put_little_endian(all, lines_, 8);
  return all + frames_;
}

void LineRecording::compress(std::string_view bytes, bool ends_frame) {
  std::array<char, 1 << 14> part;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (std::size_t left = 1; in.pos < in.size || (ends_frame && left != 0);) {
    ZSTD_outBuffer out{part.data(), part.size(), 0};
    left = ZSTD_compressStream2(context_, &out, &in, ends_frame ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left))
      throw Error({.what = fmt::format("memory lines cannot be compressed: {}", ZSTD_getErrorName(left))});
    frames_.append(part.data(), out.pos);
  }
}

void each_line_of(std::string_view content, const std::string& file,
                  const std::function<void(const RecordedLine&)>& show) {
  LineFileReader(content, file).read(show);
}

void each_line(const std::filesystem::path& file, const std::function<void(const RecordedLine&)>& show) {
  const std::string content = read_text_file(file, line_file_kind);
  each_line_of(content, file.string(), show);
}

std::vector<RecordedLine> read_lines(const std::filesystem::path& file) {
  std::vector<RecordedLine> lines;
  each_line(file, [&](const RecordedLine& line) { lines.push_back(line); });
  return lines;
}

}  // namespace heddle
