#pragma once

#include <unordered_map>

#include "hw/memory/line/line_format.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// How a directory sends requests of its own.
class EdgeRequests {
 public:
  /// A transaction with an edge as its origin; the caller sets it up and sends it.
  virtual Transaction& acquire() = 0;
  /// Towards DRAM, ahead of the program's requests that have not left the edge.
  virtual void send(Transaction& t) = 0;

 protected:
  ~EdgeRequests() = default;
};

/// How an edge knows in what format each line is stored below it. DRAM holds bits and nothing else, so the
/// directory of a memory controller is what its reads go by; at other edges the format travels with the line,
/// and a directory may only be asked. Lines are named by their address.
class LineDirectory {
 public:
  virtual ~LineDirectory() = default;
  /// Asked ahead of each access to a line, again in each cycle in which something has come, until it is true:
  /// then the directory knows the line's format. An access waits for the older ones of its line first.
  virtual bool look_up(std::uint64_t /*line*/, EdgeRequests&) { return true; }
  virtual LineFormat format(std::uint64_t line) const = 0;
  /// The line will be written in this format.
  virtual void record(std::uint64_t line, const LineFormat& format, EdgeRequests& requests) = 0;
  /// An answer to a request of its own, which is released after the call.
  virtual void answered(const Transaction&) {}
  /// A copy by the host has written the line in this format, without simulated time.
  virtual void record_copy(std::uint64_t line, const LineFormat& format) = 0;
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
  LineFormat format(std::uint64_t line) const override { return formats_.of(line); }
  void record(std::uint64_t line, const LineFormat& f, EdgeRequests&) override { formats_.set(line, f); }
  void record_copy(std::uint64_t line, const LineFormat& f) override { formats_.set(line, f); }

 private:
  FormatMap formats_;
};

}  // namespace heddle
