// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "hw/line_compression/stored_lines.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// What compresses and decompresses the lines of an edge.
enum class LineUnits : std::uint8_t { blocks, ideal };
constexpr auto names_of(LineUnits) {
  return std::array{Named{LineUnits::blocks, "blocks"}, Named{LineUnits::ideal, "ideal"}};
}

/// Where memory lines are compressed, and in what time.
struct LineCompressionConfig {
  std::string where = "controller";
  std::string what = "bdi";
  LineUnits executor = LineUnits::blocks;
  bool encode_merged = true;
  bool count_sizes = false;
  bool record_lines = false;
  unsigned granularity = 32;
  LineMetadata metadata = LineMetadata::cache;
  MetadataMiss metadata_miss = MetadataMiss::serial;
  MetadataCacheConfig metadata_cache{.bytes = 4096};  // half of a controller's 8 KB for each of its channels
  LineQueuesConfig queues{};

  static constexpr auto parameters() {
    using C = LineCompressionConfig;
    return std::tuple{
        parameter(
            &C::where, "where", "Vijaykumar2015 section 7: HW-BDI-Mem, HW-BDI",
            "where lines are compressed: controller (in DRAM only), l2 (in L2 and DRAM) or sm (from the "
            "SM's port down)"),
        parameter(&C::what, "what", "Vijaykumar2015 section 5.1; Lal2017",
                  "how lines are compressed; each way has the section of its name"),
        parameter(&C::executor, "executor", "Vijaykumar2015 section 7: Ideal-BDI",
                  "what compresses lines: the blocks, or an ideal unit, in no time"),
        parameter(
            &C::encode_merged, "encode_merged", "Vijaykumar2015 section 5.3.2 leaves it open",
            "whether controllers compress, for an edge above, what comes to them uncompressed: lines that "
            "the L2 has merged of partial writes"),
        parameter(&C::count_sizes, "count_sizes", "Lal2017 section V: raw compression ratio",
                  "whether controllers count in how many bytes all lines that they read and write would be "
                  "compressed, before these are rounded up to bursts; costs simulation time"),
        parameter(&C::record_lines, "record_lines", "for `heddle lines`",
                  "whether all lines that the controllers read and write are left uncompressed in the file "
                  "lines.bin of the results"),
        parameter(
            &C::granularity, "granularity", "bytes", 32u, 64u, "Lal2017 section III-C",
            "a compressed line takes a multiple of this size in DRAM and on the interconnect: 32 or 64"),
        parameter(
            &C::metadata, "metadata", "Vijaykumar2015 section 5.3.2",
            "how a controller knows in how many bursts a line is stored: a cache of metadata that lie in "
            "DRAM, or without storage and time (ideal)"),
        parameter(
            &C::metadata_miss, "metadata_miss", "Lal2017 section III-D leaves it open",
            "what a read does while its line's metadata are fetched: it waits for them (serial), or reads "
            "the whole line (parallel)"),
        section(&C::metadata_cache, "metadata_cache", "the metadata cache of a channel"),
        section(&C::queues, "queues", "what waits in edges, and around the metadata caches")};
  }
  /// Throws Error for another granularity, and a place or a way to compress that there is not.
  void validate() const;
};

}  // namespace heddle
