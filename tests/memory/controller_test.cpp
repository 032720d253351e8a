// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tests/memory/dram_bench.hpp"

namespace heddle::controller_test {
namespace {

std::uint64_t plus(std::uint64_t old, std::uint64_t b, std::uint64_t c) { return old + b + c; }

TEST(Controller, BytesComeBackAndMaskedOnesStay) {
  DramBench bench{one_channel()};
  std::vector<unsigned char> enables(64, 0), mixed = pattern(1, 128);
  for (unsigned i : {0u, 5u, 31u, 32u, 63u})
    enables[i] = 0xff, mixed[32 + i] = static_cast<unsigned char>(200 + i);
  bench.slice[0]->script = {
      {.write = true, .address = 0x1000, .length = 128, .bytes = pattern(1, 128)},
      {.write = true, .address = 0x1020, .length = 64, .bytes = pattern(200, 64), .enables = enables},
      {.address = 0x1000, .length = 128},
      {.address = 0x1060, .length = 32},
      {.address = 0x5000, .length = 96}};
  bench.run();
  ASSERT_TRUE(bench.done());
  const auto& out = bench.slice[0]->outcomes;
  for (const Outcome& o : out) EXPECT_EQ(o.status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(out[2].bytes, mixed);
  EXPECT_EQ(out[3].bytes, std::vector<unsigned char>(mixed.begin() + 96, mixed.end()));
  EXPECT_EQ(out[4].bytes, std::vector<unsigned char>(96, 0));
  EXPECT_EQ(bench.pool.lent(), 0u);
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_TRUE(bench.dram->idle());
  EXPECT_EQ(bench.number("dram_0.reads"), 3);
  EXPECT_EQ(bench.number("dram_0.writes"), 2);
}

TEST(Controller, MalformedRequestsAreAnsweredWithTheirError) {
  using Payload = tlm::tlm_generic_payload;
  static unsigned char enable = 0xff;
  const std::vector<std::pair<std::function<void(Payload&)>, tlm::tlm_response_status>> cases{
      {[](Payload& p) { p.set_address(0x1010); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {[](Payload& p) { p.set_address(0x100); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},  // another channel
      {[](Payload& p) { p.set_data_length(48); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_data_length(0); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_address(0x20); }, tlm::TLM_BURST_ERROR_RESPONSE},  // crosses the line
      {[](Payload& p) { p.set_streaming_width(32); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_command(tlm::TLM_IGNORE_COMMAND); }, tlm::TLM_COMMAND_ERROR_RESPONSE},
      {[](Payload& p) { p.set_byte_enable_ptr(&enable), p.set_byte_enable_length(1); },
       tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {[](Payload&) {}, tlm::TLM_OK_RESPONSE}};
  DramBench bench{checked()};
  Initiator& slice = *bench.slice[0];
  slice.script.assign(cases.size(), {.address = 0, .length = 128});
  slice.spoil = [&](Payload& p) { cases[p.get_extension<Origin>()->tag].first(p); };
  bench.run();
  ASSERT_TRUE(bench.done());
  for (std::size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(slice.outcomes[i].status, cases[i].second) << i;
  EXPECT_EQ(bench.number("dram_0.errors"), static_cast<double>(cases.size() - 1));
  EXPECT_EQ(bench.number("dram_0.reads"), 1);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(Controller, AReadOfAQueuedWriteGetsItsBytesWithoutDram) {
  DramBench bench{one_channel()};
  std::vector<unsigned char> enables(128, 0);
  enables[3] = 0xff;
  auto& script = bench.slice[0]->script;
  // Another request keeps the row of the bank busy, so that the write still waits.
  script = {{.address = bench.address(0, 9), .not_before = 100},
            {.write = true, .address = 0, .length = 128, .bytes = pattern(7, 128)},
            {.address = 32, .length = 64},
            {.write = true, .address = 0, .length = 128, .bytes = pattern(100, 128), .enables = enables},
            {.address = 0, .length = 32}};
  bench.run();
  const auto& out = bench.slice[0]->outcomes;
  EXPECT_EQ(out[2].bytes, pattern(7 + 32, 64));
  EXPECT_EQ(out[2].answered - out[2].sent, 1u + 132);
  EXPECT_EQ(bench.number("dram_0.forwarded_reads"), 1);
  auto expected = pattern(7, 32);
  expected[3] = 103;
  EXPECT_EQ(out[4].bytes, expected);  // a partial write cannot be forwarded: the read is ordered behind it
  EXPECT_EQ(bench.number("dram_0.reads"), 2);
}

/// The L2 performs atomics, not the controller.
TEST(Controller, AnAtomicIsAnsweredWithAnError) {
  DramBench bench{one_channel()};
  bench.slice[0]->script = {{.address = 0, .atomic = [](AtomicRequest& a) {
                               a.update = plus;
                               a.width = 4;
                               a.add(0, 1, 0);
                             }}};
  bench.run();
  EXPECT_EQ(bench.slice[0]->outcomes[0].status, tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.number("dram_0.errors"), 1);
}

TEST(Controller, WritesAreDrainedBetweenTheirMarks) {
  DramConfig config = one_channel();
  config.controller.write_high = 20;
  config.controller.write_low = 4;
  DramBench bench{config};
  // Reads come continuously, with one write in ten: the writes must be collected and then drained together.
  for (unsigned i = 0; i < 3000; ++i) {
    Step step{.write = i % 10 == 0, .address = bench.address(i % 16, i / 512, 32 * (i / 16 % 32))};
    if (step.write) step.bytes = pattern(i, 32);
    bench.slice[0]->script.push_back(step);
  }
  bench.run();
  ASSERT_TRUE(bench.done());
  const double drains = bench.number("dram_0.write_drains"), writes = bench.number("dram_0.writes");
  EXPECT_EQ(writes, 300);
  // The watermarks give drains of about 16 writes; much larger or smaller ones are wrong.
  EXPECT_GE(writes / drains, 10);
  EXPECT_LE(writes / drains, 17);
}

TEST(Controller, AStarvingRequestIsServed) {
  const auto worst = [](unsigned limit, const char* name) {
    DramConfig config = one_channel();
    config.controller.starvation_limit = limit;
    auto bench = std::make_unique<DramBench>(config, true, 0, true, name);
    // Endless row hits, and among them one request to another row of the bank.
    for (unsigned i = 0; i < 6000; ++i)
      bench->slice[0]->script.push_back(
          {.address = i == 100 ? bench->address(0, 2) : bench->address(0, 1, 32 * (i % 64))});
    return bench;
  };
  auto patient = worst(1'000'000, "patient"), fair = worst(500, "fair");
  patient->run();
  fair->run();
  ASSERT_TRUE(patient->done() && fair->done());
  const auto wait = [](const DramBench& bench) {
    const Outcome& o = bench.slice[0]->outcomes[100];
    return o.answered - o.sent;
  };
  EXPECT_GT(wait(*patient), 5000u);
  EXPECT_LT(wait(*fair), 1200u);
}

TEST(Controller, ADebuggerSeesWritesThatAreOnTheirWay) {
  DramBench bench{one_channel()};
  for (unsigned i = 0; i < 30; ++i)
    bench.slice[0]->script.push_back(
        {.write = true, .address = 32 * (i % 4), .length = 32, .bytes = pattern(i, 32), .not_before = 100});
  const auto debug = [&](bool read, std::uint64_t address, std::vector<unsigned char>& bytes) {
    tlm::tlm_generic_payload p;
    p.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    p.set_address(address);
    p.set_data_ptr(bytes.data());
    p.set_data_length(static_cast<unsigned>(bytes.size()));
    return bench.slice[0]->socket->transport_dbg(p);
  };
  // At any time, from before the first write to after the last one, a read sees exactly the writes that were
  // sent.
  for (unsigned step = 0; step < 400; ++step) {
    sc_core::sc_start(sc_core::sc_time::from_value(bench.core->period_fs()));
    const std::size_t sent = bench.slice[0]->outcomes.empty() ? 0 : [&] {
      std::size_t n = 0;
      for (const Outcome& o : bench.slice[0]->outcomes) n += o.sent != 0;
      return n;
    }();
    std::vector<unsigned char> expected(128), seen(128);
    for (unsigned i = 0; i < sent; ++i)
      for (unsigned b = 0; b < 32; ++b) expected[32 * (i % 4) + b] = static_cast<unsigned char>(i + b);
    ASSERT_EQ(debug(true, 0, seen), 128u);
    ASSERT_EQ(seen, expected) << "step " << step << ", " << sent << " sent";
  }
  ASSERT_TRUE(bench.done());
  // The debugger's bytes replace those of requests under way, and may cross rows and banks.
  bench.slice[0]->script.push_back({.write = true, .address = 256, .length = 128, .bytes = pattern(0, 128)});
  bench.slice[0]->wake();
  sc_core::sc_start(sc_core::sc_time::from_value(20 * bench.core->period_fs()));
  std::vector<unsigned char> bytes = pattern(99, 100'001), back(bytes.size());
  ASSERT_EQ(debug(false, 77, bytes), bytes.size());
  bench.run();
  ASSERT_EQ(debug(true, 77, back), back.size());
  EXPECT_EQ(back, bytes);
  EXPECT_EQ(debug(true, ~std::uint64_t{0} - 10, back), 0u);
}

TEST(Controller, AFlippedBitOfABurstArrives) {
  DramBench bench{one_channel()};
  bench.slice[0]->script = {{.write = true, .address = 0, .length = 128, .bytes = pattern(0, 128)},
                            {.address = 0, .length = 128, .not_before = 1000}};
  bench.dram->device(0).tap([](tlm::tlm_generic_payload& p, const DramCommand& c) {
    if (c.op == DramOp::read && c.column == 64) p.get_data_ptr()[5] ^= 1;
  });
  bench.run();
  auto expected = pattern(0, 128);
  expected[69] ^= 1;
  EXPECT_EQ(bench.slice[0]->outcomes[1].bytes, expected);
}

TEST(Controller, ABrokenSchedulerIsFoundOut) {
  // The checker has the timings of a slower device than the controller has.
  DramConfig config = one_channel();
  ClockDomain clock("clock", config.gddr5.period_fs());
  StatGroup stats;
  Gddr5Config slow = config.gddr5;
  slow.t_rcd = 13;
  const AddressMapping mapping(config.address, config.gddr5, 1 << 20);
  ControllerEntries entries(config.controller);
  ChannelController controller("controller", 0, config.gddr5, config.controller, mapping, entries, clock,
                               stats.group("dram_0"), stats.counter("cycles", "", ""));
  ProtocolChecker checker("checker", slow);
  Gddr5Channel device("device", config.gddr5);
  ClockDomain core("core", config.gddr5.period_fs());
  TransactionPool pool;
  Initiator slice("slice", core, pool);
  slice.socket.bind(controller.port.socket);
  controller.device.bind(checker.from_controller);
  checker.to_device.bind(device.socket);
  slice.script = {{.address = 0}};
  sc_core::sc_start(sc_core::sc_time::from_value(1000 * config.gddr5.period_fs()));
  try {
    rethrow_failure();
    FAIL() << "no violation";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("READ of bank 0 comes 1 cycle too early for tRCD"),
              std::string::npos)
        << error.what();
  }
}

TEST(DramConfig, WhatCannotWorkIsAnError) {
  DramConfig config;
  EXPECT_NO_THROW(config.validate());
  config.gddr5.banks = 8;
  EXPECT_THROW(config.validate(), Error);
  ControllerConfig controller;
  controller.write_low = controller.write_high;
  EXPECT_THROW(controller.validate(), Error);
  controller = {};
  controller.write_high = 65;
  EXPECT_THROW(controller.validate(), Error);
}

}  // namespace
}  // namespace heddle::controller_test
