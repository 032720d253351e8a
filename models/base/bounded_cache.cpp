// SPDX-License-Identifier: Apache-2.0
#include "models/base/bounded_cache.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

struct CacheEntry {
  fs::path path{};
  fs::file_time_type used{};
  std::uint64_t bytes = 0;
};

std::uint64_t bytes_of_entry(const fs::path& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) {
    const auto size = fs::file_size(path, none);
    return none ? 0 : size;
  }
  std::uint64_t sum = 0;
  for (auto it = fs::recursive_directory_iterator(path, none); !none && it != fs::end(it); it.increment(none))
    if (std::error_code gone; it->is_regular_file(gone)) {
      const auto size = it->file_size(gone);
      sum += gone ? 0 : size;
    }
  return sum;
}

}  // namespace

void mark_used(const fs::path& entry) {
  std::error_code none;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), none);
}

void bound_cache(const std::vector<fs::path>& entries, std::uint64_t most_bytes,
                 const std::set<fs::path>& keep) {
  std::vector<CacheEntry> all;
  std::uint64_t sum = 0;
  for (const fs::path& path : entries) {
    std::error_code gone;
    const auto used = fs::last_write_time(path, gone);
    if (gone) continue;
    all.push_back({path, used, bytes_of_entry(path)});
    sum += all.back().bytes;
  }
  std::ranges::sort(all, {}, &CacheEntry::used);
  for (const CacheEntry& entry : all) {
    if (sum <= most_bytes) return;
    if (keep.contains(entry.path)) continue;
    std::error_code none;
    fs::remove_all(entry.path, none);
    sum -= entry.bytes;
  }
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code none;
  for (auto it = fs::directory_iterator(folder, none); !none && it != fs::end(it); it.increment(none))
    if (!it->path().filename().string().starts_with('.')) all.push_back(it->path());
  return all;
}

std::uint64_t bound_from_environment(const char* variable, std::uint64_t fallback_mib) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return fallback_mib;
  const std::string_view digits = text;
  std::uint64_t mib = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), mib);
  if (fault != std::errc{} || end != digits.data() + digits.size() || mib > (std::uint64_t{1} << 40))
    throw Error({.place = std::string("environment variable ") + variable,
                 .what = "is no size of a cache",
                 .value = text,
                 .legal = "a number of MiB"});
  return mib;
}

}  // namespace heddle
