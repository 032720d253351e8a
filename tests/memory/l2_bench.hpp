// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hw/memory/l2/l2_slice.hpp"
#include "tests/memory/initiator.hpp"
#include "tests/memory/plain_target.hpp"

namespace heddle {

inline constexpr std::uint64_t period = 1000;
inline constexpr unsigned rop = 20, dram = 50;

inline L2Config config_of(unsigned ways = 16, unsigned bytes = 64 * 1024) {
  L2Config c;
  c.rop_latency = rop;
  c.cache.ways = ways;
  c.cache.bytes = bytes;
  return c;
}

/// One slice between scripted initiators and a plain memory, all with one clock period.
struct L2Bench {
  explicit L2Bench(const L2Config& config = config_of(), const std::string& prefix = "", bool skipping = true,
                   const LineEdges& edges = {})
      : clock((prefix + "clock").c_str(), period, skipping),
        core((prefix + "core").c_str(), period),
        memory_clock((prefix + "memory_clock").c_str(), period),
        sm((prefix + "sm").c_str(), core, pool),
        slice((prefix + "slice").c_str(), 0, config, SliceMap(256, 1), clock, statistics, edges),
        memory((prefix + "memory").c_str(), memory_clock, dram) {
    sm.socket.bind(slice.in.socket);
    slice.out.socket.bind(memory.port.socket);
  }
  void run(Cycle cycles = 100'000) {
    sm.wake();
    for (Cycle c = 0; c < cycles && !sm.done(); c += 100)
      sc_core::sc_start(sc_core::sc_time::from_value(100 * period));
    ASSERT_TRUE(sm.done());
    for (const Outcome& o : sm.outcomes) ASSERT_EQ(o.status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(sm.protocol_errors, 0u);
  }
  double number(const std::string& name) {
    clock.settle();
    return statistics.number(name);
  }
  Cycle latency(std::size_t step) const { return sm.outcomes[step].answered - sm.outcomes[step].sent; }
  void set(std::uint64_t address, unsigned char first, unsigned count) {
    std::vector<unsigned char> bytes(count);
    for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(first + i);
    memory.memory.write(address, bytes);
  }

  StatGroup statistics;
  TransactionPool pool;
  ClockDomain clock, core, memory_clock;
  Initiator sm;
  L2Slice slice;
  PlainTarget memory;
};

inline std::vector<unsigned char> count_from(unsigned first, unsigned count) {
  std::vector<unsigned char> bytes(count);
  for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}
inline Step read(std::uint64_t address, unsigned length = 32, Cycle from = 0) {
  return {.address = address, .length = length, .not_before = from};
}
inline Step write(std::uint64_t address, unsigned first, unsigned length = 32, Cycle from = 0) {
  return {.write = true,
          .address = address,
          .length = length,
          .bytes = count_from(first, length),
          .not_before = from};
}
/// Writes only bytes [skip, skip + count) of a sector.
inline Step partial(std::uint64_t address, unsigned first, unsigned skip, unsigned count, Cycle from = 0) {
  Step step = write(address, first, 32, from);
  step.enables.assign(32, 0);
  std::fill_n(step.enables.begin() + skip, count, 0xff);
  return step;
}
/// Atomically adds 1 to these words.
inline Step atomic(std::uint64_t address, std::vector<unsigned> offsets, Cycle from = 0) {
  Step step = read(address, 128, from);
  step.atomic = [offsets](AtomicRequest& a) {
    a.width = 4;
    a.update = [](std::uint64_t old, std::uint64_t b, std::uint64_t) { return old + b; };
    for (const unsigned offset : offsets) a.add(offset, 1, 0);
  };
  return step;
}

}  // namespace heddle
