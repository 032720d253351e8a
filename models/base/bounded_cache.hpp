// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace heddle {

/// Marks an entry of a cache, a file or a folder, as used now.
void mark_used(const std::filesystem::path& entry);

/// Removes those of the entries that were used longest ago, until the others take at most `most_bytes`
/// together. Entries of `keep` stay. What another process removes or makes meanwhile is no error.
void bound_cache(const std::vector<std::filesystem::path>& entries, std::uint64_t most_bytes,
                 const std::set<std::filesystem::path>& keep = {});

/// The entries of a folder, none when it does not exist. Hidden ones are left out: they are being made.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// A bound in MiB that an environment variable sets; `fallback` without it. Throws Error for what is no
/// natural number.
std::uint64_t bound_from_environment(const char* variable, std::uint64_t fallback_mib);

}  // namespace heddle
