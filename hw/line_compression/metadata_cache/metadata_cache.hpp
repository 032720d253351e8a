// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/line_compression/metadata_cache.hpp"

namespace heddle {

/// What a request asks for.
enum class MetadataOp : std::uint8_t {
  look_up,  ///< read a line's bits
  record,   ///< write them
  fill,     ///< put a block in
  drop      ///< take a block out
};
template <>
inline constexpr unsigned pin_bits<MetadataOp> = 2;

struct MetadataRequest {
  MetadataOp op{};
  std::uint32_t block = 0;  ///< number of the metadata block: its address divided by the bytes of a block
  std::uint16_t entry = 0;  ///< which pair of bits of the block; upper bits that it does not need are ignored
  Bits<2> bits{};           ///< record: what is written
  MetadataBlock data{};     ///< fill: the block, entry i in bits 2i+1..2i of it
  bool operator==(const MetadataRequest&) const = default;
};

struct MetadataAnswer {
  bool hit = false;                 ///< the block was there
  Bits<2> bits{};                   ///< look_up that hits: the entry; else 0
  bool evicted = false;             ///< a block has left the cache: replaced by a fill, or dropped
  bool dirty = false;               ///< and an entry was recorded since its fill: memory must get it
  std::uint32_t evicted_block = 0;  ///< 0 when none has left, as evicted_data
  MetadataBlock evicted_data{};     ///< its contents
  bool operator==(const MetadataAnswer&) const = default;
};

struct MetadataCacheConfig {
  unsigned bytes = 8192;
  unsigned ways = 4;
  unsigned block_bytes = 32;

  static constexpr auto parameters() {
    using C = MetadataCacheConfig;
    return std::tuple{
        parameter(&C::bytes, "bytes", "bytes", shortest_metadata_block, most_metadata_bytes,
                  "Vijaykumar2015 section 5.3.2, Lal2017 section III-D",
                  "data that it holds, a power of two"),
        parameter(&C::ways, "ways", "blocks", 1u, most_metadata_ways,
                  "Vijaykumar2015 section 5.3.2, Lal2017 section III-D",
                  "blocks of a set, among which a fill chooses: 1, 2, 4 or 8"),
        parameter(&C::block_bytes, "block_bytes", "bytes", shortest_metadata_block, longest_metadata_block,
                  "Lal2017 section III-C: memory is fetched by 32 bytes",
                  "length of a block, which a miss fetches: 32 or 64")};
  }
  void validate() const { require_metadata_sizes(bytes, ways, block_bytes); }
};

/// The metadata cache of a memory controller (Vijaykumar2015 section 5.3.2, Lal2017 section III-D). It takes
/// a request a cycle, and each sees all that those before it have done. A request for a block that is not
/// there says so and changes nothing, but for a fill. Who fetches blocks and writes them back is around it.
class MetadataCache final : public FeedForward<MetadataRequest, MetadataAnswer> {
 public:
  using Config = MetadataCacheConfig;
  using PinsType = FeedForwardPins<MetadataRequest, MetadataAnswer>;
  static constexpr const char* block_name = "metadata_cache";
  static constexpr unsigned latency = 1;  ///< edges from a request to its answer
  static unsigned settle(const Config&) { return latency + 1; }

  MetadataCache(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, latency), state_(config.bytes, config.ways, config.block_bytes) {}

 private:
  MetadataAnswer compute(const MetadataRequest& request) override;
  void reset() override { state_.clear(); }

  MetadataCacheState state_;
};

}  // namespace heddle
