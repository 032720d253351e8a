// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <string>

#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// Size and resources of one cache. Its owner sets the defaults; those here are the L1 data cache's.
struct CacheConfig {
  unsigned bytes = 16 * 1024;
  unsigned ways = 4;
  unsigned line_bytes = 128;
  bool hashed_index = false;
  unsigned latency = 1;
  unsigned mshr_entries = 32;
  unsigned mshr_merges = 8;
  unsigned queue = 8;

  static constexpr auto parameters() {
    using C = CacheConfig;
    constexpr auto gtx480 = "GPGPU-Sim's SM2_GTX480";
    return std::tuple{
        parameter(&C::bytes, "bytes", "B", 64u, 64u << 20, "Vijaykumar2015 Table 1",
                  "capacity: bytes of all lines"),
        parameter(&C::ways, "ways", "lines", 1u, 64u, "Vijaykumar2015 Table 1",
                  "associativity: lines in a set"),
        parameter(&C::line_bytes, "line_bytes", "B", 32u, 128u, gtx480, "bytes of a line; a power of two"),
        parameter(&C::hashed_index, "hashed_index", gtx480,
                  "whether the set is chosen by a hash of the address"),
        parameter(&C::latency, "latency", "cycles", 1u, 1000u, gtx480,
                  "latency of a hit, from the access to its data"),
        parameter(&C::mshr_entries, "mshr_entries", "lines", 1u, 1024u, gtx480,
                  "MSHRs: lines that may be on their way"),
        parameter(&C::mshr_merges, "mshr_merges", "requests", 1u, 1024u, gtx480,
                  "requests that may wait at one MSHR"),
        parameter(&C::queue, "queue", "requests", 1u, 1024u, gtx480,
                  "miss queue: requests on their way to the next level")};
  }

  unsigned sets() const { return bytes / (ways * line_bytes); }
  /// Throws Error when size, ways and line do not give a whole number of sets, or lines are no power of two.
  void validate() const {
    if (!std::has_single_bit(line_bytes))
      throw Error({.what = "line_bytes must be a power of two",
                   .value = std::to_string(line_bytes),
                   .key = "line_bytes"});
    if (sets() == 0 || bytes % (ways * line_bytes) != 0)
      throw Error({.what = "the bytes of a cache must be a multiple of ways x line_bytes",
                   .value = std::to_string(bytes),
                   .legal = "a multiple of " + std::to_string(ways * line_bytes),
                   .key = "bytes"});
  }
  /// For a cache with dirty lines: throws Error when the queue has no room for what one miss sends.
  void validate_write_back() const {
    if (queue < 2)
      throw Error({.what = "the queue of a cache must hold a dirty line and the request for the line that "
                           "takes its place",
                   .value = std::to_string(queue),
                   .legal = "2 or more"});
  }
};

}  // namespace heddle
