// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/energy/storage_use.hpp"

namespace heddle {

/// Versions of some lines of an L2 slice whose changes it has refused (RefusedPart). A line that is evicted
/// and fetched again holds the same bytes, so it gets the same version. Without it, SMs whose restored lines
/// come back to a small L2 could drive each other's lines out for ever: none would find the version that it
/// has restored. The line that is remembered the longest is found, so one SM at least goes on.
class RefusedVersions {
 public:
  static constexpr std::size_t most = 16;

  /// `use` counts what it does; null: it stands in no machine.
  explicit RefusedVersions(StorageUse* use = nullptr) : use_(use) {}

  /// A change of the line was refused, and will come again; nothing where there is no room.
  void remember(std::uint64_t line, std::uint64_t version) {
    count();
    if (lines_.size() == most || find(line) != lines_.end()) return;
    lines_.push_back({line, version});
    if (use_ != nullptr) use_->holds(lines_.size());
  }
  /// The line has changed.
  void forget(std::uint64_t line) {
    count();
    if (const auto at = find(line); at != lines_.end()) lines_.erase(at);
  }
  /// Of a line that has come from DRAM: the version that it had, or `next`.
  std::uint64_t of(std::uint64_t line, std::uint64_t next) const {
    count();
    const auto at = find(line);
    return at != lines_.end() ? at->version : next;
  }

 private:
  struct Line {
    std::uint64_t line, version;
  };
  std::vector<Line>::const_iterator find(std::uint64_t line) const {
    return std::find_if(lines_.begin(), lines_.end(), [line](const Line& l) { return l.line == line; });
  }

  void count() const {
    if (use_ != nullptr) use_->access();
  }

  StorageUse* const use_;
  std::vector<Line> lines_;
};

}  // namespace heddle
