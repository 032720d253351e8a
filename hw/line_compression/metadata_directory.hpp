// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <systemc>
#include <unordered_map>
#include <unordered_set>

#include "hw/line_compression/metadata_cache/metadata_cache.hpp"
#include "hw/memory/line/edge_parts.hpp"
#include "hw/sim/feed_forward_unit.hpp"
#include "models/base/parameter.hpp"
#include "models/base/ring.hpp"
#include "models/energy/storage_use.hpp"
#include "models/line_compression/copied_metadata.hpp"

namespace heddle {

/// What a read does while the bits of its line, which the cache does not have, are fetched: it waits, or
/// reads the whole line.
enum class MetadataMiss : std::uint8_t { serial, parallel };
constexpr auto names_of(MetadataMiss) {
  return std::array{Named{MetadataMiss::serial, "serial"}, Named{MetadataMiss::parallel, "parallel"}};
}

/// Room for what waits in the edges of compressed lines, and around the caches of their metadata.
struct LineQueuesConfig {
  unsigned edge = 16;
  unsigned records = 16;
  unsigned blocks = 16;

  static constexpr auto parameters() {
    using C = LineQueuesConfig;
    return std::tuple{
        parameter(
            &C::edge, "edge", "lines", 1u, 64u, "modelling choice",
            "that an edge holds in each direction while they are compressed or decompressed, or wait for "
            "their metadata; of lines that are read ahead of their metadata one fewer"),
        parameter(&C::records, "records", "writes", 1u, 64u, "modelling choice",
                  "of lines of a channel whose metadata are not recorded yet; more wait"),
        parameter(&C::blocks, "blocks", "blocks", 1u, 64u, "modelling choice",
                  "of metadata that are on their way between a channel's cache and DRAM; more wait")};
  }
};

struct MetadataDirectoryConfig {
  EdgePlace encoder{};        ///< whose lines it knows,
  unsigned granularity = 32;  ///< in bursts of so many bytes
  MetadataMiss miss = MetadataMiss::serial;
  MetadataCacheConfig cache{};
  LineQueuesConfig queues{};

  /// Lines that are looked up at a time: each belongs to a read that the edge holds, or that is on its way
  /// ahead of its metadata.
  unsigned most_look_ups() const {
    return queues.edge + (miss == MetadataMiss::parallel ? queues.edge - 1 : 0);
  }
};

/// How a memory controller knows in how many bursts each line is stored (Vijaykumar2015 section 5.3.2,
/// Lal2017 section III-D): by two bits a line, which lie in DRAM behind the data
/// (AddressMapping::metadata_of) and are cached by a MetadataCache. 0, 1 and 2 are one, two and three bursts;
/// 3 is a line that is stored uncompressed, as all lines are at first.
///
/// A read waits until the bits of its line are known (serial), or, once they have missed the cache, reads the
/// whole line meanwhile (parallel). A write does not wait: its bits are recorded when it leaves the edge. An
/// operation that misses fetches its block of metadata from DRAM; a changed block that leaves the cache is
/// written back. The cache takes an operation a cycle; those of one block keep their order. All wait in a
/// table with room for `most_look_ups` and `queues.records`. A block on its way has one of `queues.blocks`
/// buffers from its fetch until it is in the cache and, where it drives a changed one out, until DRAM has
/// that; so each buffer waits for DRAM alone.
///
/// The host's copies change the bits in DRAM without simulated time. A block that they have changed is taken
/// out of the cache ahead of the next access to it.
class MetadataDirectory final : public sc_core::sc_module, public Clocked, public LineDirectory {
 public:
  /// Throws Error when the DRAM has another number of metadata bits than two for a line. Statistics: group
  /// `metadata` of the edge's.
  MetadataDirectory(const std::string& name, const MetadataDirectoryConfig& config, const EdgeParts& parts);

  /// What it has beside its cache: the operations, and the buffers of blocks.
  static std::array<Storage, 2> storage(const MetadataDirectoryConfig& config);

  LineLookup look_up(std::uint64_t line) override;
  bool may_record(std::uint64_t line) override;
  void unrecorded(std::uint64_t line) override;
  LineFormat format(std::uint64_t line) override;
  void record(std::uint64_t line, const LineFormat& format) override;
  void answered(const Transaction& t) override;
  void record_copy(std::uint64_t line, const LineFormat& format) override;
  bool idle() const override;

  Cycle tick(Cycle now) override;

 private:
  /// An operation of the cache.
  struct Operation {
    MetadataRequest request{};
    std::uint64_t line = 0;
    std::uint64_t age = 0;   ///< its number in order of arrival
    bool missed = false;     ///< the cache did not have its block
    bool cancelled = false;  ///< a copy by the host has overtaken it
  };
  using Operations = std::deque<Operation>;
  struct Counters {
    Counter *hits, *misses, *fetches, *write_backs, *drops;
  };

  Operation operation(MetadataOp op, std::uint32_t block);
  Operation access(MetadataOp op, std::uint64_t line, unsigned bits = 0);
  std::uint64_t address_of(std::uint32_t block) const;
  unsigned bits_of(const LineFormat& format) const;
  LineFormat format_of(unsigned bits) const;
  void prepare(std::uint32_t block);

  void start();
  bool start_first(Operations& operations);
  void send(const Operation& operation);
  void hold(const Operation& operation);
  void fetch(std::uint32_t block);
  void fetch_next();
  void free_buffer();
  void hold_more();
  void collect();
  void conclude(Operation operation, const MetadataAnswer& answer);
  void write_back(const MetadataAnswer& answer);
  void release(std::uint32_t block);

  const MetadataDirectoryConfig config_;
  const unsigned block_bytes_, channel_;
  ClockDomain& clock_;
  Clocked& owner_;
  EdgeRequests& requests_;
  const AddressMapping& mapping_;
  StorageUse operations_use_, blocks_use_;
  FeedForwardUnit<MetadataCache> cache_;
  Counters counters_;

  Cycle started_ = 0, collected_ = 0;
  std::uint64_t age_ = 0;
  Operations released_, waiting_;                       ///< to be started, the released ones first
  Operations fills_;                                    ///< blocks that have come
  Operations under_way_;                                ///< in the cache
  bool filling_ = false;                                ///< one of them is a fill
  std::unordered_map<std::uint32_t, Operations> held_;  ///< until their block has come, or has left
  Ring<std::uint32_t> to_fetch_;                        ///< of these, blocks that wait for a buffer
  unsigned buffers_ = 0;                                ///< that are taken
  unsigned records_ = 0;                                ///< that are promised or not done
  std::unordered_map<std::uint64_t, bool> asked_;       ///< lines that are looked up: have they missed?
  std::unordered_map<std::uint64_t, unsigned> known_;   ///< bits of lines that were looked up
  CopiedMetadata copied_;
  std::unordered_set<std::uint32_t> prepared_;  ///< blocks that are not as DRAM has them after its start
};

}  // namespace heddle
