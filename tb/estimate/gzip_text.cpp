// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/gzip_text.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"

namespace heddle::estimate {
namespace {

/// Decompresses the members of a gzip file one after another, part by part.
class Gunzip {
 public:
  Gunzip(std::string_view content, std::string_view kind, const std::string& file)
      : content_(content), kind_(kind), file_(file) {
    constexpr int with_gzip_header = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, with_gzip_header) != Z_OK) fail("it cannot be unpacked");
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// Shows the next part of the text; false at its end.
  template <class Show>
  bool part(Show&& show) {
    constexpr std::size_t most_at_once = 1 << 20;
    const std::size_t given = std::min(content_.size() - read_, most_at_once);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content_.data() + read_));
    stream_.avail_in = static_cast<uInt>(given);
    stream_.next_out = reinterpret_cast<Bytef*>(part_.data());
    stream_.avail_out = static_cast<uInt>(part_.size());
    const int state = inflate(&stream_, Z_NO_FLUSH);
    read_ += given - stream_.avail_in;
    if (state == Z_BUF_ERROR && read_ == content_.size()) fail("the gzip file is truncated");
    if (state != Z_OK && state != Z_STREAM_END) fail("the gzip file is corrupt");
    show(std::string_view(part_.data(), part_.size() - stream_.avail_out));
    if (state == Z_OK) return true;
    if (!is_gzip(content_.substr(read_))) {
      if (content_.find_first_not_of('\0', read_) != content_.npos) fail("the gzip file is corrupt");
      return false;
    }
    inflateReset(&stream_);
    return true;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error({.place = file_, .what = fmt::format("cannot read the {}: {}", kind_, reason)});
  }

 private:
  const std::string_view content_, kind_;
  const std::string& file_;
  std::size_t read_ = 0;
  z_stream stream_{};
  std::array<char, 1 << 16> part_;
};

}  // namespace

bool is_gzip(std::string_view content) { return content.starts_with("\x1f\x8b"); }

std::string gunzip(std::string_view content, std::string_view kind, const std::string& file) {
  std::uint64_t bytes = 0;
  const std::uint64_t most = most_bytes_of(kind);
  Gunzip count(content, kind, file);
  while (count.part([&](std::string_view part) { bytes += part.size(); }))
    if (bytes > most) count.fail("unpacked, " + larger_than(most));
  if (bytes > most) count.fail("unpacked, " + larger_than(most));
  std::string text;
  text.reserve(bytes);
  Gunzip again(content, kind, file);
  while (again.part([&](std::string_view part) { text += part; })) {
  }
  return text;
}

}  // namespace heddle::estimate
