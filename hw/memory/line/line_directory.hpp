// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_map>
#include <utility>

#include "hw/memory/line/line_format.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// What an edge offers to its directory.
class EdgeRequests {
 public:
  /// A transaction with an edge as its origin; the caller sets it up and sends it.
  virtual Transaction& acquire() = 0;
  /// Towards DRAM, ahead of the program's requests that have not left the edge.
  virtual void send(Transaction& t) = 0;
  /// Reads or writes bytes of DRAM without simulated time, and the data of those of its own writes that are
  /// under way; only at a controller.
  virtual void debug(bool read, std::uint64_t address, std::span<unsigned char> bytes) = 0;

 protected:
  ~EdgeRequests() = default;
};

/// What a directory says of a line that is to be read. later: its format takes a while to be known; until
/// then the line can be read whole, and is decoded when it is.
enum class LineLookup : std::uint8_t { waits, later, known };

/// How an edge knows in what format each line is stored below it. DRAM holds bits and nothing else, so the
/// directory of a memory controller is what its reads go by; at other edges the format travels with the line,
/// and a directory may only be asked. Lines are named by their address.
class LineDirectory {
 public:
  virtual ~LineDirectory() = default;
  /// Asked ahead of each read of a line, again whenever there are news, until it knows the line's format;
  /// then it is asked for it once. An access waits for the older ones of its line first.
  virtual LineLookup look_up(std::uint64_t /*line*/) { return LineLookup::known; }
  /// The same of a write: may a format be recorded? If so it will be, or `unrecorded` is called.
  virtual bool may_record(std::uint64_t /*line*/) { return true; }
  virtual void unrecorded(std::uint64_t /*line*/) {}
  /// The format of a line that is read.
  virtual LineFormat format(std::uint64_t line) = 0;
  /// The line will be written in this format.
  virtual void record(std::uint64_t line, const LineFormat& format) = 0;
  /// An answer to a request of its own, which is released after the call.
  virtual void answered(const Transaction&) {}
  /// A copy by the host has written the line in this format, without simulated time.
  virtual void record_copy(std::uint64_t line, const LineFormat& format) = 0;
  /// Has it nothing to do?
  virtual bool idle() const { return true; }

  /// Something has come for which an access may have waited.
  bool news() const { return news_; }
  bool take_news() { return std::exchange(news_, false); }

 protected:
  void announce() { news_ = true; }

 private:
  bool news_ = false;
};

/// Formats by line; unencoded lines take no room.
class FormatMap {
 public:
  LineFormat of(std::uint64_t line) const {
    const auto it = formats_.find(line);
    return it == formats_.end() ? LineFormat{} : it->second;
  }
  void set(std::uint64_t line, const LineFormat& format) {
    if (format.unencoded())
      formats_.erase(line);
    else
      formats_[line] = format;
  }

 private:
  std::unordered_map<std::uint64_t, LineFormat> formats_;
};

/// Knows all formats without time or storage.
class IdealDirectory final : public LineDirectory {
 public:
  LineFormat format(std::uint64_t line) override { return formats_.of(line); }
  void record(std::uint64_t line, const LineFormat& f) override { formats_.set(line, f); }
  void record_copy(std::uint64_t line, const LineFormat& f) override { formats_.set(line, f); }

 private:
  FormatMap formats_;
};

}  // namespace heddle
