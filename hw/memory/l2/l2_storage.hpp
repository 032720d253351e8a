// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/l2/refused_versions.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// What a slice of `lines` lines has beside its cache where lines may be encoded in it: in how many bursts
/// each of them is stored.
inline Storage l2_formats(std::uint64_t lines) {
  return {.name = "formats",
          .in = "l2_total",
          .description = "in how many bursts each line of the L2 is encoded",
          .entries = lines,
          .bits = 2,
          .accesses = {"l2_total.accesses", "l2_total.misses"}};
}
/// The same where it refuses accesses to parts of encoded lines: the version of each line, and those that it
/// remembers.
inline Storage l2_versions(std::uint64_t lines) {
  return {.name = "versions",
          .in = "l2_total",
          .description = "versions of the lines of the L2",
          .entries = lines,
          .bits = 64,
          .accesses = {"l2_total.accesses", "l2_total.misses"}};
}
inline Storage l2_refused_versions() {
  return {.name = "refused_versions",
          .in = "l2_total",
          .description = "versions of lines whose changes the L2 has refused",
          .kind = StorageKind::cam,
          .entries = RefusedVersions::most,
          .bits = line_address_bits + 64};
}

}  // namespace heddle
