// SPDX-License-Identifier: Apache-2.0
// The host's accesses to a slice, requests that a slice refuses, and wrong configurations.
#include "tests/memory/l2_bench.hpp"

namespace heddle::l2_debug_test {
namespace {

TEST(L2Slice, AFlippedBitOfALineIsRead) {
  L2Bench bench;
  bench.sm.script = {write(0, 0, 128), read(0, 128, 200)};
  sc_core::sc_start(sc_core::sc_time::from_value(100 * period));
  ASSERT_NE(bench.slice.byte(77), nullptr);
  EXPECT_EQ(bench.slice.byte(128), nullptr);
  *bench.slice.byte(77) ^= 0x10;
  bench.run();
  EXPECT_EQ(bench.sm.outcomes[1].bytes[77], 77 ^ 0x10);
  EXPECT_EQ(bench.sm.outcomes[1].bytes[76], 76);
}

TEST(L2Slice, TheHostSeesAndSetsWhatIsDirtyAndWhatIsOnItsWay) {
  L2Bench bench(config_of(1, 128));
  bench.memory.latency = 3000;
  const auto host = [&](bool write, std::uint64_t address, unsigned char value = 0) {
    tlm::tlm_generic_payload p;
    p.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    p.set_address(address);
    p.set_data_ptr(&value);
    p.set_data_length(1);
    EXPECT_EQ(bench.sm.socket->transport_dbg(p), 1u);
    return value;
  };
  bench.sm.script = {write(0, 1), write(0x80, 101, 32, 20), read(0, 32, 5000), read(0x80, 32, 9000)};
  sc_core::sc_start(sc_core::sc_time::from_value(100 * period));
  EXPECT_EQ(host(false, 3), 4);       // written back to memory
  EXPECT_EQ(host(false, 0x83), 104);  // dirty
  EXPECT_EQ(host(false, 0x95 + 64), 0);
  host(true, 0x85, 250);
  EXPECT_EQ(host(false, 0x85), 250);
  bench.run();
  auto expected = count_from(101, 32);
  expected[5] = 250;
  EXPECT_EQ(bench.sm.outcomes[3].bytes, expected);
  EXPECT_EQ(bench.sm.outcomes[2].bytes, count_from(1, 32));
}

/// The host reads and changes a write-back that has not left the slice yet.
TEST(L2Slice, TheHostReachesAWriteBackThatWaits) {
  L2Config config = config_of(1, 128);
  L2Bench bench(config);
  bench.memory.interval = 1000;
  bench.sm.script = {read(0x400, 32), write(0, 1, 32, 100), write(0x80, 9, 32, 101), read(0, 32, 4000)};
  sc_core::sc_start(sc_core::sc_time::from_value(150 * period));
  unsigned char value = 99;
  tlm::tlm_generic_payload p;
  p.set_address(2);
  p.set_data_ptr(&value);
  p.set_data_length(1);
  p.set_write();
  EXPECT_EQ(bench.sm.socket->transport_dbg(p), 1u);
  value = 0;
  p.set_read();
  EXPECT_EQ(bench.sm.socket->transport_dbg(p), 1u);
  EXPECT_EQ(value, 99);
  bench.run();
  EXPECT_EQ(bench.sm.outcomes[3].bytes[2], 99);
  EXPECT_EQ(bench.sm.outcomes[3].bytes[1], 2);
}

TEST(L2Slice, MalformedAndStrayRequestsAreAnsweredWithTheirError) {
  L2Bench bench;
  bench.sm.script = {read(0x10), read(0, 48), read(96, 64), read(0)};
  bench.sm.wake();
  sc_core::sc_start(sc_core::sc_time::from_value(500 * period));
  ASSERT_TRUE(bench.sm.done());
  EXPECT_EQ(bench.sm.outcomes[0].status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.sm.outcomes[1].status, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.sm.outcomes[2].status, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.sm.outcomes[3].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.memory.seen.size(), 1u);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(L2Slice, AFlushWritesAllDirtyLinesBackAndKeepsThem) {
  L2Config config = config_of();
  config.cache.queue = 2;
  L2Bench bench(config);
  bench.memory.interval = 3;
  for (unsigned i = 0; i < 20; ++i) bench.sm.script.push_back(write(128 * i, i, i % 2 == 0 ? 32 : 128));
  bench.sm.script.push_back(read(0x8000, 32));
  bench.run();
  EXPECT_EQ(bench.memory.seen.size(), 1u);
  bench.slice.flush();
  EXPECT_FALSE(bench.slice.idle());
  sc_core::sc_start(sc_core::sc_time::from_value(500 * period));
  EXPECT_TRUE(bench.slice.idle());
  EXPECT_EQ(bench.number("write_backs"), 20);
  EXPECT_EQ(bench.number("evictions"), 0);
  for (unsigned i = 0; i < 20; ++i) {
    std::vector<unsigned char> bytes(32);
    bench.memory.memory.read(128 * i, bytes);
    EXPECT_EQ(bytes, count_from(i, 32));
  }
  bench.slice.flush();  // nothing is dirty any more
  EXPECT_TRUE(bench.slice.idle());
  bench.sm.script.push_back(read(128, 128));
  bench.run();
  EXPECT_EQ(bench.sm.outcomes.back().bytes, count_from(1, 128));
  EXPECT_EQ(bench.memory.seen.size(), 21u);
}

TEST(L2Slice, IdleItCostsNothing) {
  L2Bench bench;
  bench.sm.script = {read(0, 128, 100'000)};
  sc_core::sc_start(sc_core::sc_time::from_value(99'000 * period));
  const std::uint64_t ticks = bench.clock.ticks();
  EXPECT_LT(ticks, 3u);
  bench.run();
  EXPECT_LT(bench.clock.ticks() - ticks, 10u);
}

TEST(L2Config, WhatCannotWorkIsAnError) {
  L2Config config;
  config.cache.line_bytes = 64;
  EXPECT_THROW(config.validate(), Error);
  config.cache.line_bytes = 128;
  EXPECT_NO_THROW(config.validate());
  config.cache.bytes = 1000;
  EXPECT_THROW(config.validate(), Error);
}

/// With room for one request, a miss that evicts a dirty line would wait for ever.
TEST(L2Config, TheQueueToDramHoldsWhatOneMissSends) {
  L2Config config;
  config.cache.queue = 1;
  EXPECT_THROW(config.validate(), Error);
  config.cache.queue = 2;
  EXPECT_NO_THROW(config.validate());
}

}  // namespace
}  // namespace heddle::l2_debug_test
