// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/error.hpp"
#include "models/base/statistics.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// What one part of a machine tells about a storage that it has: its group in `storage` of the statistics. It
/// watches that no more is held than is charged.
class StorageUse {
 public:
  StorageUse(StatGroup& group, const Storage& storage)
      : StorageUse(group.group("storage").group(storage.name), storage.entries, storage.description) {}

  /// Reads and writes of an entry; of a CAM searches, too.
  void access(std::uint64_t times = 1) { accesses_ += times; }
  /// So many entries are taken now. Throws Error when there is no room for them: they would be free.
  void holds(std::size_t entries) {
    if (entries > peak_.value()) grow(entries);
  }

 private:
  StorageUse(StatGroup& group, std::uint64_t entries, const std::string& description)
      : place_(group.path()),
        entries_(entries),
        accesses_(group.counter("accesses", "accesses", description + ": reads, writes and searches")),
        peak_(group.counter("peak", "entries", "most that were taken at a time")) {
    group.counter("entries", "entries", "that there are") += entries;
  }
  void grow(std::size_t entries) {
    if (entries > entries_)
      throw Error({.place = place_,
                   .what = "a storage of the machine holds more than it has room for",
                   .value = std::to_string(entries) + " entries",
                   .legal = "at most " + std::to_string(entries_)});
    peak_ += entries - peak_.value();
  }

  const std::string place_;
  const std::uint64_t entries_;
  Counter &accesses_, &peak_;
};

}  // namespace heddle
