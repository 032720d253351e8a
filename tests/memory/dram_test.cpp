#include "hw/memory/dram.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/base/random.hpp"
#include "tests/memory/bench.hpp"

namespace heddle {
namespace {

std::vector<unsigned char> pattern(unsigned first, unsigned count) {
  std::vector<unsigned char> bytes(count);
  for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}

TEST(Dram, BytesComeBackAndMaskedOnesStay) {
  Bench bench{DramConfig{}};
  std::vector<unsigned char> enables(64, 0), mixed = pattern(1, 128);
  for (unsigned i : {0u, 5u, 31u, 32u, 63u})
    enables[i] = 0xff, mixed[32 + i] = static_cast<unsigned char>(200 + i);
  bench.sm[0]->script = {
      {.write = true, .address = 0x1000, .length = 128, .bytes = pattern(1, 128)},
      {.write = true, .address = 0x1020, .length = 64, .bytes = pattern(200, 64), .enables = enables},
      {.address = 0x1000, .length = 128},
      {.address = 0x1060, .length = 32},
      {.address = 0x5000, .length = 96}};
  run({&bench});
  ASSERT_TRUE(bench.done());
  const auto& out = bench.sm[0]->outcomes;
  for (const Outcome& o : out) EXPECT_EQ(o.status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(out[2].bytes, mixed);
  EXPECT_EQ(out[3].bytes, std::vector<unsigned char>(mixed.begin() + 96, mixed.end()));
  EXPECT_EQ(out[4].bytes, std::vector<unsigned char>(96, 0));
  EXPECT_EQ(bench.pool.lent(), 0u);
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_EQ(bench.number("reads"), 3);
  EXPECT_EQ(bench.number("writes"), 2);
  EXPECT_EQ(bench.number("bytes"), 128 + 64 + 128 + 32 + 96);
  EXPECT_EQ(bench.number("bus_busy"), 2 * bench.number("bursts"));
}

TEST(Dram, AccessesToOneAddressKeepTheirOrder) {
  Bench bench{DramConfig{}};
  auto& script = bench.sm[0]->script;
  for (unsigned i = 0; i < 40; ++i) {
    script.push_back({.write = true, .address = 0x40, .bytes = pattern(i, 32)});
    script.push_back({.address = 0x40});
  }
  run({&bench});
  ASSERT_TRUE(bench.done());
  for (unsigned i = 0; i < 40; ++i) EXPECT_EQ(bench.sm[0]->outcomes[2 * i + 1].bytes, pattern(i, 32));
}

TEST(Dram, MalformedRequestsAreAnsweredWithTheirError) {
  using Payload = tlm::tlm_generic_payload;
  static unsigned char enable = 0xff;
  const std::vector<std::pair<std::function<void(Payload&)>, tlm::tlm_response_status>> cases{
      {[](Payload& p) { p.set_address(0x1010); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {[](Payload& p) { p.set_data_length(48); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_data_length(0); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_address(0x1020); }, tlm::TLM_BURST_ERROR_RESPONSE},  // crosses the line
      {[](Payload& p) { p.set_streaming_width(32); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {[](Payload& p) { p.set_command(tlm::TLM_IGNORE_COMMAND); }, tlm::TLM_COMMAND_ERROR_RESPONSE},
      {[](Payload& p) { p.set_byte_enable_ptr(&enable), p.set_byte_enable_length(1); },
       tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {[](Payload&) {}, tlm::TLM_OK_RESPONSE}};
  Bench bench{DramConfig{}};
  Initiator& sm = *bench.sm[0];
  sm.script.assign(cases.size(), {.address = 0x1000, .length = 128});
  sm.spoil = [&](Payload& p) { cases[p.get_extension<Origin>()->tag].first(p); };
  run({&bench});
  ASSERT_TRUE(bench.done());
  for (std::size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(sm.outcomes[i].status, cases[i].second) << i;
  EXPECT_EQ(bench.number("errors"), static_cast<double>(cases.size() - 1));
  EXPECT_EQ(bench.number("reads"), 1);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(Dram, ABrokenProtocolIsAnError) {
  Bench bench{DramConfig{}};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Transaction& t = bench.pool.acquire();
  t.set_up_read(0, 32);
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;
  EXPECT_THROW(bench.sm[0]->socket->nb_transport_fw(t, phase, delay), Error);
}

TEST(Dram, TheHostSeesAndSetsAnyRange) {
  Bench bench{DramConfig{}};
  bench.sm[0]->script = {{.address = 0x1'0000'0000 + 96, .length = 32}};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  auto bytes = pattern(3, 1001);
  tlm::tlm_generic_payload p;
  p.set_write();
  p.set_address(0x1'0000'0000 - 500);
  p.set_data_ptr(bytes.data());
  p.set_data_length(1001);
  EXPECT_EQ(bench.sm[0]->socket->transport_dbg(p), 1001u);
  std::vector<unsigned char> back(1001);
  p.set_read();
  p.set_data_ptr(back.data());
  EXPECT_EQ(bench.sm[0]->socket->transport_dbg(p), 1001u);
  EXPECT_EQ(back, bytes);
  p.set_address(~std::uint64_t{0} - 10);
  EXPECT_EQ(bench.sm[0]->socket->transport_dbg(p), 0u);
  run({&bench});
  EXPECT_EQ(bench.sm[0]->outcomes[0].bytes,
            std::vector<unsigned char>(bytes.begin() + 596, bytes.begin() + 628));
}

/// Reads and writes over few lines, each initiator in lines of its own; returns what its reads must see.
std::vector<std::vector<unsigned char>> random_script(Random& random, Initiator& sm, unsigned index,
                                                      unsigned count) {
  std::map<std::uint64_t, unsigned char> model;
  std::vector<std::vector<unsigned char>> expected(count);
  for (unsigned i = 0; i < count; ++i) {
    Step step{.write = random.below(2) != 0};
    const auto bursts = 1 + static_cast<unsigned>(random.below(4));
    const auto skip = static_cast<unsigned>(random.below(5 - bursts));
    step.length = 32 * bursts;
    step.address = (random.below(40) * 8 + index) * 12'800 + 32 * skip;
    step.not_before = random.below(4) == 0 ? 3 * i : 0;
    if (step.write) {
      step.bytes = pattern(static_cast<unsigned>(random.below(256)), step.length);
      if (random.below(2) != 0) {
        step.enables.resize(step.length);
        for (auto& e : step.enables) e = random.below(2) != 0 ? 0xff : 0;
      }
      for (unsigned b = 0; b < step.length; ++b)
        if (step.enables.empty() || step.enables[b]) model[step.address + b] = step.bytes[b];
    } else {
      for (unsigned b = 0; b < step.length; ++b) expected[i].push_back(model[step.address + b]);
    }
    sm.script.push_back(step);
  }
  return expected;
}

void expect_reads(const Initiator& sm, const std::vector<std::vector<unsigned char>>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(sm.outcomes[i].status, tlm::TLM_OK_RESPONSE);
    ASSERT_TRUE(sm.script[i].write || sm.outcomes[i].bytes == expected[i]) << i;
  }
}

TEST(Dram, TinyQueuesPushBackAndLoseNothing) {
  const std::uint64_t seed = 42;
  SCOPED_TRACE(seed);
  Random random(seed);
  DramConfig config;
  config.queue_depth = 1;
  config.inbox_depth = 2;
  config.channels = 2;
  config.request_latency = 3;
  config.response_latency = 0;
  Bench bench{config, 5};
  bench.sm[1]->hold_responses = 1;
  bench.sm[2]->hold_responses = 4;
  bench.sm[3]->hold_responses = 30;
  std::vector<std::vector<std::vector<unsigned char>>> expected;
  for (unsigned i = 0; i < 5; ++i) expected.push_back(random_script(random, *bench.sm[i], i, 2000));
  run({&bench});
  ASSERT_TRUE(bench.done());
  unsigned refusals = 0;
  for (unsigned i = 0; i < 5; ++i) {
    expect_reads(*bench.sm[i], expected[i]);
    refusals += bench.sm[i]->refusals;
  }
  EXPECT_GT(refusals, 1000u);
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_EQ(bench.pool.lent(), 0u);
  EXPECT_EQ(bench.number("refused"), refusals);
  EXPECT_GT(bench.number("queue_full"), 1000);
  EXPECT_EQ(bench.number("responses"), 10'000);
  EXPECT_EQ(bench.number("row_hits") + bench.number("row_closed") + bench.number("row_conflicts"), 10'000);
}

/// Two memories that differ in one respect that must not be seen.
void expect_same(Bench& a, Bench& b, unsigned requests) {
  for (Bench* bench : {&a, &b}) {
    Random random(7);
    for (unsigned i = 0; i < bench->sm.size(); ++i) random_script(random, *bench->sm[i], i, requests);
    bench->sm[1]->hold_responses = 2;
  }
  run({&a, &b});
  ASSERT_TRUE(a.done() && b.done());
  for (std::size_t i = 0; i < a.sm.size(); ++i)
    for (std::size_t k = 0; k < requests; ++k) {
      ASSERT_EQ(a.sm[i]->outcomes[k].sent, b.sm[i]->outcomes[k].sent) << i << " " << k;
      ASSERT_EQ(a.sm[i]->outcomes[k].answered, b.sm[i]->outcomes[k].answered) << i << " " << k;
    }
  a.clock->settle();
  b.clock->settle();
  EXPECT_EQ(a.protocol_errors() + b.protocol_errors(), 0u);
  EXPECT_EQ(text_of(a.statistics), text_of(b.statistics));
  EXPECT_GT(a.number("queue_full"), 0);
  EXPECT_GT(a.number("refused"), 0);
}

DramConfig tight() {
  DramConfig config;
  config.queue_depth = 2;
  config.inbox_depth = 3;
  config.channels = 3;
  config.request_latency = 2;
  config.response_latency = 5;
  return config;
}

TEST(Dram, SkippingIdleCyclesChangesNothing) {
  // Request gaps on average longer than the service leave cycles to skip.
  Bench skipping{tight(), 3, true, 1'428'571, true, "skipping"};
  Bench ticking{tight(), 3, false, 1'428'571, true, "ticking"};
  for (Bench* bench : {&skipping, &ticking})
    bench->sm[2]->script.push_back({.address = 0, .not_before = 60'000});
  expect_same(skipping, ticking, 1000);
  EXPECT_LT(2 * skipping.clock->ticks(), ticking.clock->ticks());
}

TEST(Dram, TheOrderOfProcessesAtOneInstantChangesNothing) {
  Bench first{tight(), 3, true, 0, true, "first"}, last{tight(), 3, true, 0, false, "last"};
  expect_same(first, last, 3000);
}

}  // namespace
}  // namespace heddle
