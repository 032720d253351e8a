// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>

#include "hw/memory/cache/cache_config.hpp"

namespace heddle {

/// What a read that misses fetches: the 32-byte sectors that it lacks, or the line.
enum class L2Fetch : std::uint8_t { sectors, line };
constexpr auto names_of(L2Fetch) {
  return std::array{Named{L2Fetch::sectors, "sectors"}, Named{L2Fetch::line, "line"}};
}

/// What a write that misses does: it allocates a line and validates the written bytes; it allocates a line
/// and fetches the other bytes (of the sectors or of the line, as for reads); it fetches the line, though it
/// may write all of it, and is written to DRAM as well, so that the line is clean; or it writes around the
/// cache.
enum class L2WriteMiss : std::uint8_t { validate, fetch, through, around };
constexpr auto names_of(L2WriteMiss) {
  return std::array{Named{L2WriteMiss::validate, "validate"}, Named{L2WriteMiss::fetch, "fetch"},
                    Named{L2WriteMiss::through, "through"}, Named{L2WriteMiss::around, "around"}};
}

/// One slice of the L2 cache; there is one for each DRAM channel. Cycles are the L2's.
struct L2Config {
  std::uint64_t mhz = 700;
  CacheConfig cache{.bytes = 64 * 1024, .ways = 16, .mshr_entries = 256, .mshr_merges = 4, .queue = 64};
  unsigned rop_latency = 120;
  unsigned input_queue = 64;
  unsigned response_queue = 64;
  unsigned fill_queue = 64;
  unsigned port_bytes = 32;
  L2Fetch fetch = L2Fetch::sectors;
  L2WriteMiss write_miss = L2WriteMiss::validate;
  unsigned tags = 1;
  unsigned segment_bytes = 8;

  static constexpr auto parameters() {
    using C = L2Config;
    constexpr auto queues = "GPGPU-Sim's SM2_GTX480: partition queues 64:64:64:64";
    return std::tuple{
        parameter(&C::mhz, "mhz", "MHz", 1u, 10'000u, "GPGPU-Sim's SM2_GTX480", "clock of the L2"),
        section(&C::cache, "cache", "lines and resources; the queue is that to DRAM"),
        parameter(&C::rop_latency, "rop_latency", "cycles", 0u, 10'000u, "GPGPU-Sim's SM2_GTX480",
                  "latency from the entry of a request to its access of the cache")
            .calibration(),
        parameter(&C::input_queue, "input_queue", "requests", 1u, 4096u, queues,
                  "requests that wait for the cache, beyond those within rop_latency"),
        parameter(&C::response_queue, "response_queue", "answers", 1u, 4096u, queues,
                  "answers that wait for the interconnect"),
        parameter(&C::fill_queue, "fill_queue", "answers", 1u, 4096u, queues,
                  "answers from DRAM that wait for the cache"),
        parameter(&C::port_bytes, "port_bytes", "B", 1u, 128u, "GPGPU-Sim's SM2_GTX480: data port of 32 B",
                  "width of the two data ports: one for accesses and write-backs, one for fills"),
        parameter(&C::fetch, "fetch", "Vijaykumar2015 Table 1: DRAM bursts of 32 B",
                  "what a read that misses fetches"),
        parameter(
            &C::write_miss, "write_miss",
            "modelling choice: the bytes of a line are valid one by one, as in GPGPU-Sim's lazy fetch on "
            "read",
            "what a write that misses does: allocate a line and validate the written bytes; allocate and "
            "fetch the others; fetch the line in any case and write it to DRAM at once (write allocate of "
            "GPGPU-Sim 3); or write around the cache"),
        parameter(&C::tags, "tags", "", 1u, 4u,
                  "Vijaykumar2015 section 7.5: twice or four times as many tags",
                  "tags for each line of capacity; more than one let encoded lines share the bytes of a set"),
        parameter(&C::segment_bytes, "segment_bytes", "B", 1u, 128u,
                  "Alameldeen and Wood, ISCA 2004, as Vijaykumar2015 cites for its tags",
                  "bytes of a segment; with more tags a line takes whole segments")};
  }

  /// Femtoseconds of one cycle, rounded to the nearest.
  std::uint64_t period_fs() const { return (1'000'000'000 + mhz / 2) / mhz; }
  /// Throws Error unless lines are valid as a whole or not at all: for machines whose lines are encoded.
  void require_whole_lines() const {
    if (fetch != L2Fetch::line || (write_miss != L2WriteMiss::fetch && write_miss != L2WriteMiss::through))
      throw Error({.place = "l2",
                   .what = "where memory lines are encoded, the L2 must fetch and keep them whole",
                   .value = fmt::format("fetch: {}, write_miss: {}", name_of(fetch), name_of(write_miss)),
                   .legal = "fetch: line, write_miss: fetch or through"});
  }
  /// Throws Error for lines that are not 128 B, for `through` without whole lines, and for what CacheConfig
  /// refuses.
  void validate() const {
    cache.validate();
    cache.validate_write_back();
    if (write_miss == L2WriteMiss::through && fetch != L2Fetch::line)
      throw Error({.what = "an L2 that writes misses through fetches whole lines",
                   .value = std::string(name_of(fetch)),
                   .legal = "line",
                   .key = "fetch"});
    if (cache.line_bytes != 128)
      throw Error({.what = "a line of the L2 must hold any request",
                   .value = std::to_string(cache.line_bytes),
                   .legal = "128",
                   .key = "cache.line_bytes"});
  }
};

}  // namespace heddle
