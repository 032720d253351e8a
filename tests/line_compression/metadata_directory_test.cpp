// SPDX-License-Identifier: Apache-2.0
// How a controller knows in how many bursts its lines are stored: two bits a line in DRAM, and their cache.
#include "hw/line_compression/metadata_directory.hpp"

#include <random>

#include "hw/sim/failure.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "models/line_compression/burst_lines.hpp"
#include "tests/memory/edge_bench.hpp"
#include "tests/memory/l2_bench.hpp"

namespace heddle::metadata_directory_test {
namespace {

constexpr std::uint64_t next_of_channel = 256 * 12;
constexpr std::uint64_t next_block = next_of_channel * 64;  ///< 128 lines further: two of each chunk

struct Reset {
  Wire<bool> rst_n{"rst_n"};
};

/// Memory whose controllers compress lines, with metadata caches of this configuration.
struct MetadataBench : private Reset, EdgeBench {
  explicit MetadataBench(const MetadataCacheConfig& cache, MetadataMiss miss = MetadataMiss::serial,
                         const MemoryConfig& config = small(), const LineQueuesConfig& queues = {})
      : EdgeBench(edges({EdgePlace::controller, 32, miss, cache, queues}, &rst_n), config) {
    rst_n.write(true);
    for (unsigned k = 0; k < 12; ++k)
      bench->memory->dram().controller_of(k).edge().taps.add([this](auto& payload, const auto& phase) {
        if (tap) tap(payload, phase);
      });
  }
  static MemoryConfig small() {
    MemoryConfig config;
    config.l2.cache.bytes = 128 * 16;
    return config;
  }
  static LineEdges edges(const MetadataDirectoryConfig& config, Wire<bool>* reset) {
    LineEdges edges;
    edges.rst_n = reset;
    edges.put(EdgePlace::controller, std::make_shared<BurstCodec>(std::make_shared<BdiLineCodec>(), 32),
              [config](const EdgeParts& parts) {
                EdgeUnits units;
                units.buffer = config.queues.edge;
                units.executor = Registry<LineExecutorEntry>::instance().find("ideal").make({}, parts);
                units.directory = std::make_unique<MetadataDirectory>(
                    sc_core::sc_gen_unique_name("directory"), config, parts);
                return units;
              });
    return edges;
  }
  double metadata(const char* counter) {
    return bench->number(fmt::format("dram_0.edge.metadata.{}", counter));
  }
  /// The two bits of a line, as DRAM has them.
  unsigned stored_bits(std::uint64_t line) {
    const auto m = bench->memory->dram().mapping().metadata_of(line);
    const std::uint64_t from = m.address / 128 * 128;
    return host_read(from, 128)[m.address - from] >> m.bit & 3u;
  }
  std::function<void(tlm::tlm_generic_payload&, tlm::tlm_phase)> tap;
};

std::vector<unsigned char> zeros() { return std::vector<unsigned char>(128); }
std::vector<unsigned char> noise(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<unsigned char> bytes(128);
  for (auto& b : bytes) b = static_cast<unsigned char>(random());
  return bytes;
}
/// A line that takes one burst, two, or four, by its number.
std::vector<unsigned char> line(unsigned k) {
  return k % 3 == 0 ? zeros() : k % 3 == 1 ? narrow(k) : noise(k);
}

const MetadataCacheConfig one_block{.bytes = 32, .ways = 1}, two_blocks{.bytes = 64, .ways = 2};

/// The second line of a block is known as soon as the first is.
TEST(MetadataDirectory, FetchesABlockOfBitsOnceForAllItsLines) {
  MetadataBench b(two_blocks);
  for (unsigned k = 0; k < 3; ++k) b.host(true, next_of_channel * k, line(k));
  for (unsigned k = 0; k < 3; ++k) b.sm().script.push_back(read(next_of_channel * k, 128, 2000 * (k + 1)));
  b.run();
  for (unsigned k = 0; k < 3; ++k) EXPECT_EQ(b.sm().outcomes[k].bytes, line(k)) << k;
  EXPECT_EQ(b.metadata("fetches"), 1);
  EXPECT_EQ(b.metadata("misses"), 1);
  EXPECT_EQ(b.metadata("hits"), 2);
  EXPECT_EQ(b.bench->number("dram_0.read_bursts"), 1 + 1 + 2 + 4);  // the bits, and the lines
  const auto& o = b.sm().outcomes;
  EXPECT_GT(o[0].answered - o[0].sent, o[1].answered - o[1].sent + 10) << "a miss waits for DRAM";
}

/// With one block, each access to another one writes the changed bits to DRAM, and finds them there again.
TEST(MetadataDirectory, WritesChangedBlocksBack) {
  MetadataBench b(one_block);
  std::vector<Step>& script = b.sm().script;
  for (unsigned k = 0; k < 60; ++k) script.push_back(write_line(next_block * k, line(k), 0));
  for (unsigned k = 0; k < 60; ++k) script.push_back(read(next_block * k, 128, 60'000));
  b.run();
  for (unsigned k = 0; k < 60; ++k) EXPECT_EQ(b.sm().outcomes[60 + k].bytes, line(k)) << k;
  EXPECT_GE(b.metadata("write_backs"), 20);  // of lines that are no noise
  unsigned right = 0;
  for (unsigned k = 0; k < 40; ++k)
    right += b.stored_bits(next_block * k) == (k % 3 == 0 ? 0u : k % 3 == 1 ? 1u : 3u);
  EXPECT_GE(right, 39u) << "all but what the cache still has";
}

/// Lines that were never written are uncompressed.
TEST(MetadataDirectory, KnowsUntouchedMemoryAsUncompressed) {
  MetadataBench b(two_blocks);
  b.sm().script = {read(0, 128)};
  b.run();
  EXPECT_EQ(b.sm().outcomes[0].bytes, zeros());
  EXPECT_EQ(b.stored_bits(0), 3u);
}

/// A read whose bits are not in the cache reads the whole line meanwhile, and is sooner there.
TEST(MetadataDirectory, ReadsTheLineMeanwhileInParallel) {
  MetadataBench b(two_blocks, MetadataMiss::parallel);
  for (unsigned k = 0; k < 3; ++k) b.host(true, next_of_channel * k, line(k));
  for (unsigned k = 0; k < 3; ++k) b.sm().script.push_back(read(next_of_channel * k, 128, 2000 * (k + 1)));
  b.run();
  for (unsigned k = 0; k < 3; ++k) EXPECT_EQ(b.sm().outcomes[k].bytes, line(k)) << k;
  EXPECT_EQ(b.bench->number("dram_0.read_bursts"), 1 + 4 + 2 + 4);
  EXPECT_EQ(b.bench->number("dram_0.edge.decoded_lines"), 2);
}

struct Variant {
  const char* name;
  MetadataCacheConfig cache;
  MetadataMiss miss;
  LineQueuesConfig queues{};
};
const LineQueuesConfig least{.edge = 1, .records = 1, .blocks = 1}, few{.edge = 3, .records = 2, .blocks = 2};
void PrintTo(const Variant& v, std::ostream* out) { *out << v.name; }
class MetadataDirectoryOf : public testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(
    MetadataDirectory, MetadataDirectoryOf,
    testing::Values(Variant{"OneBlock", one_block, MetadataMiss::serial},
                    Variant{"TwoBlocks", two_blocks, MetadataMiss::serial},
                    Variant{"OneBlockParallel", one_block, MetadataMiss::parallel},
                    Variant{"TwoBlocksParallel", two_blocks, MetadataMiss::parallel},
                    Variant{"LeastQueues", one_block, MetadataMiss::serial, least},
                    Variant{"LeastQueuesParallel", one_block, MetadataMiss::parallel, least},
                    Variant{"FewQueues", two_blocks, MetadataMiss::serial, few},
                    Variant{"FewQueuesParallel", two_blocks, MetadataMiss::parallel, few}),
    [](const auto& info) { return std::string(info.param.name); });

/// The host copies to lines whose bits are in the cache, changed there, on their way, or in DRAM.
TEST_P(MetadataDirectoryOf, LearnsOfCopiesByTheHost) {
  MetadataBench b(GetParam().cache, GetParam().miss, MetadataBench::small(), GetParam().queues);
  std::mt19937 random(7);  // the seed
  std::vector<unsigned> now(24);
  const auto address = [](std::size_t k) { return next_of_channel * (k % 8) + next_block * (k / 8); };
  for (unsigned round = 0; round < 60; ++round) {
    for (unsigned n = 0; n < 6; ++n) {
      const std::size_t k = random() % now.size();
      b.sm().script.push_back(write_line(address(k), line(now[k] = random() % 1000)));
    }
    b.sm().wake();
    b.bench->run();  // what is written is on its way now
    for (unsigned n = 0; n < 4; ++n) {
      const std::size_t k = random() % now.size();
      EXPECT_EQ(b.host_read(address(k), 128), line(now[k]));
      b.host(true, address(k), line(now[k] = random() % 1000));
    }
    const std::size_t from = b.sm().script.size();
    for (std::size_t k = 0; k < now.size(); ++k) b.sm().script.push_back(read(address(k), 128));
    b.sm().wake();
    b.bench->run();
    for (std::size_t k = 0; k < now.size(); ++k)
      ASSERT_EQ(b.sm().outcomes[from + k].bytes, line(now[k])) << "seed 7, round " << round << ", line " << k;
  }
  b.run();
  EXPECT_GT(b.metadata("drops"), 20);
  EXPECT_TRUE(b.bench->memory->dram().idle());
}

/// Reads and writes of lines of many blocks at once fill what there is room in, and wait for more.
TEST_P(MetadataDirectoryOf, HoldsNoMoreThanItHasRoomFor) {
  MetadataBench b(GetParam().cache, GetParam().miss, MetadataBench::small(), GetParam().queues);
  std::mt19937 random(11);  // the seed
  std::vector<unsigned> now(48);
  const auto address = [](std::size_t k) { return next_block * k; };
  for (std::size_t k = 0; k < now.size(); ++k) b.host(true, address(k), line(now[k] = random() % 1000));
  for (unsigned n = 0; n < 600; ++n) {
    const std::size_t k = random() % now.size();
    if (random() % 2 == 0)
      b.sm().script.push_back(write_line(address(k), line(now[k] = random() % 1000)));
    else
      b.sm().script.push_back(read(address(k), 128));
  }
  const std::size_t from = b.sm().script.size();
  for (std::size_t k = 0; k < now.size(); ++k) b.sm().script.push_back(read(address(k), 128));
  b.run();
  for (std::size_t k = 0; k < now.size(); ++k)
    EXPECT_EQ(b.sm().outcomes[from + k].bytes, line(now[k])) << "seed 11, line " << k;
  const auto storage = [&](const std::string& what) {
    return b.bench->number("dram_0.edge.storage." + what);
  };
  const LineQueuesConfig& q = GetParam().queues;
  EXPECT_EQ(storage("metadata_blocks.entries"), q.blocks);
  EXPECT_LE(storage("metadata_blocks.peak"), q.blocks);
  EXPECT_LE(storage("edge_up.peak"), q.edge);
  if (q.blocks > 2) return;
  EXPECT_EQ(storage("metadata_blocks.peak"), q.blocks);
  EXPECT_EQ(storage("edge_down.peak"), q.edge);
}

/// The controller goes by the bits that DRAM returns, and by nothing else.
TEST_P(MetadataDirectoryOf, BelievesTheBitsInDram) {
  MetadataBench b(GetParam().cache, GetParam().miss, MetadataBench::small(), GetParam().queues);
  b.host(true, 0, narrow(3));
  b.tap = [](auto& payload, const auto& phase) {
    if (phase == tlm::BEGIN_RESP && payload.is_read()) payload.get_data_ptr()[0] ^= 1;
  };
  b.sm().script = {read(0, 128)};
  b.bench->run_on(10'000);
  try {
    rethrow_failure();
    ADD_FAILURE() << "nobody has noticed";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("than what was stored: '32 bytes at 0x0'"), std::string::npos)
        << e.what();
  }
}

TEST(MetadataDirectory, NeedsTwoBitsALine) {
  MemoryConfig config;
  config.dram.address.metadata_bits = 4;
  EXPECT_THROW(MetadataBench(two_blocks, MetadataMiss::serial, config), Error);
}

}  // namespace
}  // namespace heddle::metadata_directory_test
