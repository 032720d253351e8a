// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "models/base/random.hpp"
#include "tests/memory/system_bench.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::memory_system_test {
namespace {

/// A small system in which everything gets full: it has few lines, few MSHRs and short queues.
MemoryConfig tight() {
  MemoryConfig c;
  c.icnt.input_flits = 6;
  c.icnt.output_flits = 6;
  c.l2.cache.bytes = 2048;
  c.l2.cache.ways = 2;
  c.l2.cache.mshr_entries = 3;
  c.l2.cache.mshr_merges = 2;
  c.l2.cache.queue = 2;
  c.l2.rop_latency = 7;
  c.l2.input_queue = 2;
  c.l2.response_queue = 2;
  c.l2.fill_queue = 1;
  c.dram.controller.inbox = 2;
  c.dram.controller.transit = 3;
  c.dram.controller.read_queue = 3;
  c.dram.controller.write_queue = 3;
  c.dram.controller.write_high = 2;
  c.dram.controller.write_low = 1;
  return c;
}

/// The bytes that memory must hold after the accesses of one initiator to its own bytes.
class Reference {
 public:
  unsigned char& operator[](std::uint64_t address) { return bytes_[address]; }
  std::uint32_t word(std::uint64_t address) {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) value |= std::uint32_t{bytes_[address + k]} << 8 * k;
    return value;
  }
  void set_word(std::uint64_t address, std::uint32_t value) {
    for (unsigned k = 0; k < 4; ++k) bytes_[address + k] = static_cast<unsigned char>(value >> 8 * k);
  }
  const std::map<std::uint64_t, unsigned char>& all() const { return bytes_; }

 private:
  std::map<std::uint64_t, unsigned char> bytes_;
};

/// The data that the reads of a script must return.
struct Expected {
  std::vector<std::vector<unsigned char>> bytes;
  std::vector<std::vector<std::uint64_t>> old;
};

void add_atomic(Random& random, Step& step, Reference& memory, std::vector<std::uint64_t>& old) {
  std::vector<std::pair<unsigned, std::uint32_t>> adds(1 + random.below(8));
  for (auto& [offset, b] : adds) {
    offset = 4 * random.below(step.length / 4);
    b = static_cast<std::uint32_t>(random());
    old.push_back(memory.word(step.address + offset));
    memory.set_word(step.address + offset, memory.word(step.address + offset) + b);
  }
  step.atomic = [adds](AtomicRequest& atomic) {
    atomic.width = 4;
    atomic.update = [](std::uint64_t value, std::uint64_t b, std::uint64_t) { return value + b; };
    for (const auto& [offset, b] : adds) atomic.add(offset, b, 0);
  };
}

/// Draws an access to a whole line of the initiator's own, or to its first or last sectors, with zeros,
/// narrow words or random data.
Step random_line(Random& random, unsigned index) {
  Step step;
  step.address = 0x40000 + (8 * random.below(12) + index) * 1024;
  step.length = random.one_in(4) ? 64 : 128;
  if (step.length == 64) step.address += 64 * random.below(2);
  step.write = random.one_in(2);
  if (!step.write) return step;
  const unsigned kind = random.below(3);
  for (unsigned b = 0; b < step.length; ++b)
    step.bytes.push_back(kind == 2 || (kind == 1 && b % 4 < 2) ? static_cast<unsigned char>(random()) : 0);
  return step;
}

/// Draws reads, writes, partial writes and atomics to few lines. Initiator `index` owns the sectors with
/// sector % 4 == index % 4 of some lines, so that initiators share lines but not bytes. With `lines`, every
/// other step accesses a whole line of its own.
Expected random_script(Random& random, Initiator& sm, unsigned index, unsigned count, Reference& memory,
                       bool lines) {
  Expected expected;
  expected.bytes.resize(count);
  expected.old.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    Step step;
    if (lines && random.one_in(2)) {
      step = random_line(random, index);
      for (unsigned b = 0; b < step.length; ++b)
        if (step.write)
          memory[step.address + b] = step.bytes[b];
        else
          expected.bytes[i].push_back(memory[step.address + b]);
      sm.script.push_back(step);
      continue;
    }
    step.address = (index / 4 * 64 + random.below(60)) * 1024 + 128 * random.below(3) + 32 * (index % 4);
    step.length = 32;
    step.not_before = random.one_in(6) ? 4 * i : 0;
    switch (random.below(4)) {
      case 0:
        add_atomic(random, step, memory, expected.old[i]);
        break;
      case 1:
        for (unsigned b = 0; b < 32; ++b) expected.bytes[i].push_back(memory[step.address + b]);
        break;
      default: {
        step.write = true;
        const bool partial = random.one_in(2);
        for (unsigned b = 0; b < 32; ++b) {
          step.bytes.push_back(static_cast<unsigned char>(random()));
          if (partial) step.enables.push_back(random.one_in(2) ? 0xff : 0);
          if (!partial || step.enables[b] != 0) memory[step.address + b] = step.bytes[b];
        }
      }
    }
    sm.script.push_back(step);
  }
  return expected;
}

void expect(const Initiator& sm, const Expected& expected) {
  ASSERT_TRUE(sm.done());
  for (std::size_t i = 0; i < sm.script.size(); ++i) {
    ASSERT_EQ(sm.outcomes[i].status, tlm::TLM_OK_RESPONSE) << i;
    if (sm.script[i].atomic) {
      ASSERT_EQ(sm.outcomes[i].old, expected.old[i]) << i;
    } else if (!sm.script[i].write) {
      ASSERT_EQ(sm.outcomes[i].bytes, expected.bytes[i]) << i;
    }
  }
}

/// Returns the bytes that the host reads.
std::vector<unsigned char> host_read(SystemBench& bench, std::uint64_t address, unsigned count) {
  std::vector<unsigned char> bytes(count);
  tlm::tlm_generic_payload p;
  p.set_read();
  p.set_address(address);
  p.set_data_ptr(bytes.data());
  p.set_data_length(count);
  EXPECT_EQ(bench.sm[0]->socket->transport_dbg(p), count);
  return bytes;
}

void stress(const MemoryConfig& config, unsigned initiators, unsigned count, std::uint64_t core_fs,
            const LineEdges& edges = {}) {
  constexpr std::uint64_t seed = 2026;
  SCOPED_TRACE("seed " + std::to_string(seed));
  struct Variant {
    bool skipping, memory_first;
  };
  std::vector<std::unique_ptr<SystemBench>> benches;
  std::vector<Reference> references(4);
  std::vector<std::vector<Expected>> expected(4);
  for (const Variant v : {Variant{true, true}, {true, false}, {false, true}, {false, false}}) {
    const std::size_t k = benches.size();
    benches.push_back(std::make_unique<SystemBench>(config, initiators, v.skipping, v.memory_first,
                                                    fmt::format("bench{}", k), core_fs, edges));
    Random random(seed);
    for (unsigned i = 0; i < initiators; ++i) {
      benches[k]->sm[i]->hold_responses = i % 3 == 2 ? 9 : 0;
      expected[k].push_back(
          random_script(random, *benches[k]->sm[i], i, count, references[k], edges.codecs.any()));
    }
  }
  for (Cycle c = 0; c < 4000 && !benches.back()->done(); ++c)
    sc_core::sc_start(sc_core::sc_time::from_value(1000 * config.icnt.period_fs()));
  for (std::size_t k = 0; k < 4; ++k) {
    SystemBench& bench = *benches[k];
    for (unsigned i = 0; i < initiators; ++i) expect(*bench.sm[i], expected[k][i]);
    EXPECT_EQ(bench.pool.lent(), 0u);
    EXPECT_EQ(bench.protocol_errors(), 0u);
    for (const auto& [address, byte] : references[k].all())
      ASSERT_EQ(host_read(bench, address, 1)[0], byte) << address;
    bench.memory->settle();
    EXPECT_EQ(text_of(bench.statistics), text_of(benches[0]->statistics)) << k;
    if (config.l2.tags > 1) {
      EXPECT_GT(bench.statistics.number("l2_0.crowded_out"), 20);
    }
    for (const unsigned place : {1u, 2u}) {
      if (edges.codecs.of[place] == nullptr) continue;
      const std::string edge = place == 1 ? "l2_0.edge." : "dram_0.edge.";
      EXPECT_GT(bench.statistics.number(edge + "encoded_lines"), 20) << edge;
      EXPECT_GT(bench.statistics.number(edge + "unencoded_lines"), 1) << edge;
      EXPECT_GT(bench.statistics.number(edge + "decoded_lines"), 20) << edge;
    }
    for (unsigned i = 0; i < initiators; ++i)
      for (unsigned s = 0; s < count; ++s)
        ASSERT_EQ(bench.sm[i]->outcomes[s].answered, benches[0]->sm[i]->outcomes[s].answered);
  }
}

TEST(MemorySystem, RandomTrafficThroughTightQueuesKeepsAllBytesInEveryOrderOfProcesses) {
  stress(tight(), 6, 1500, 0);
}
TEST(MemorySystem, RandomTrafficKeepsAllBytesInEveryOrderOfProcesses) { stress(MemoryConfig{}, 8, 800, 0); }
/// The crossbar with FIFOs, with speedup and iterations, with ports of several slices; DRAM with entries that
/// channels share; slices that a hash chooses.
TEST(MemorySystem, RandomTrafficThroughFifosKeepsAllBytes) {
  MemoryConfig config = tight();
  config.icnt.queues = InputQueues::fifo;
  config.icnt.speedup = 2;
  stress(config, 6, 1000, 0);
}
TEST(MemorySystem, RandomTrafficThroughSharedPortsKeepsAllBytes) {
  MemoryConfig config = tight();
  config.icnt.slices_per_port = 3;
  config.icnt.iterations = 3;
  config.icnt.speedup = 3;
  stress(config, 6, 1000, 0);
}
TEST(MemorySystem, RandomTrafficToSharedQueuesKeepsAllBytes) {
  MemoryConfig config = tight();
  config.dram.address.hash = SliceHash::fold;
  config.dram.controller.one_queue = config.dram.controller.shared_queues = true;
  config.dram.controller.read_queue = 1;
  stress(config, 6, 1000, 0);
}
TEST(MemorySystem, RandomTrafficFromAnotherClockKeepsAllBytes) { stress(tight(), 5, 600, 1'000'003); }

/// Accesses to whole lines and to parts of lines, which are encoded at these places.
void stress_edges(std::initializer_list<EdgePlace> places, bool reads_metadata) {
  MemoryConfig config = tight();
  config.l2 = whole_lines(config.l2);
  stress(config, 6, 700, 0, toy_edges(places, "timed_units", reads_metadata));
}
TEST(MemorySystem, RandomTrafficIsEncodedInTheL2) { stress_edges({EdgePlace::l2}, false); }
TEST(MemorySystem, RandomTrafficIsEncodedInDram) { stress_edges({EdgePlace::controller}, false); }
TEST(MemorySystem, RandomTrafficIsEncodedTwice) {
  stress_edges({EdgePlace::l2, EdgePlace::controller}, false);
}
TEST(MemorySystem, RandomTrafficIsEncodedInTheL2WithMetadata) { stress_edges({EdgePlace::l2}, true); }
TEST(MemorySystem, RandomTrafficIsEncodedInDramWithMetadata) { stress_edges({EdgePlace::controller}, true); }
TEST(MemorySystem, RandomTrafficIsEncodedTwiceWithMetadata) {
  stress_edges({EdgePlace::l2, EdgePlace::controller}, true);
}
/// Lines grow and shrink, and share the bytes of small sets.
TEST(MemorySystem, RandomTrafficSharesTheBytesOfSets) {
  MemoryConfig config = tight();
  config.l2 = whole_lines(config.l2);
  config.l2.tags = 4;
  stress(config, 6, 700, 0, toy_edges({EdgePlace::l2}));
}

}  // namespace
}  // namespace heddle::memory_system_test
