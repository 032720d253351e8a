// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/crossbar/crossbar.hpp"

#include <gtest/gtest.h>

#include "tests/memory/initiator.hpp"
#include "tests/memory/plain_target.hpp"

namespace heddle::crossbar_test {
namespace {

constexpr std::uint64_t period = 1000;

/// A crossbar between scripted initiators and plain targets, all with one clock period.
struct CrossbarBench {
  explicit CrossbarBench(const CrossbarConfig& config = {}, unsigned sms = 1, unsigned slices = 1,
                         unsigned target_latency = 10, unsigned target_interval = 1)
      : clock("clock", period),
        core("core", period),
        memory("memory", period),
        map(256, slices),
        crossbar("crossbar", config, map, sms, clock, statistics) {
    for (unsigned k = 0; k < sms; ++k) {
      sm.push_back(std::make_unique<Initiator>(fmt::format("sm{}", k).c_str(), core, pool));
      sm.back()->socket.bind(crossbar.sm(k).socket);
    }
    for (unsigned k = 0; k < slices; ++k) {
      slice.push_back(std::make_unique<PlainTarget>(fmt::format("slice{}", k).c_str(), memory, target_latency,
                                                    target_interval));
      crossbar.slice(k).socket.bind(slice.back()->port.socket);
    }
  }
  void run(Cycle cycles = 100'000) {
    for (Cycle c = 0; c < cycles; c += 100) {
      sc_core::sc_start(sc_core::sc_time::from_value(100 * period));
      bool done = true;
      for (auto& s : sm) done &= s->done();
      if (done) return;
    }
    FAIL() << "not done";
  }
  double number(const std::string& name) {
    clock.settle();
    return statistics.number(name);
  }

  StatGroup statistics;
  TransactionPool pool;
  ClockDomain clock, core, memory;
  SliceMap map;
  Crossbar crossbar;
  std::vector<std::unique_ptr<Initiator>> sm;
  std::vector<std::unique_ptr<PlainTarget>> slice;
};

Step read(std::uint64_t address, unsigned length, Cycle from = 0) {
  return {.address = address, .length = length, .not_before = from};
}
Step write(std::uint64_t address, unsigned length, Cycle from = 0) {
  return {.write = true,
          .address = address,
          .length = length,
          .bytes = std::vector<unsigned char>(length, 0x5a),
          .not_before = from};
}
Step partial(std::uint64_t address, unsigned length, Cycle from) {
  Step step = write(address, length, from);
  step.enables.assign(length, 0xff);
  return step;
}
Step atomic(std::uint64_t address, unsigned length, Cycle from) {
  Step step = read(address, length, from);
  step.atomic = [](AtomicRequest& a) {
    a.width = 4;
    a.update = [](std::uint64_t old, std::uint64_t b, std::uint64_t) { return old + b; };
    a.add(0, 1, 0);
  };
  return step;
}

/// A request that is sent at s enters the crossbar at s + 1. From s + 1 + 5 on it may cross; F flits later it
/// has crossed and is sent on, and the next edge takes it. The answer takes the same steps, from `latency`
/// cycles later on.
TEST(Crossbar, AHopTakesItsLatencyAndItsFlits) {
  CrossbarBench bench;
  struct Case {
    Step step;
    unsigned request_flits, answer_flits;
  };
  const std::vector<Case> cases{{read(0, 32, 100), 1, 2},      // 8 B; 8 + 32
                                {read(128, 128, 200), 1, 5},   // 8 + 128 = 136 B
                                {read(0, 64, 300), 1, 3},      // 8 + 64
                                {write(0, 128, 400), 5, 1},    // 136 B; 8
                                {write(0, 32, 500), 2, 1},     // 40 B
                                {partial(0, 96, 600), 4, 1},   // 8 + 96 + 12 = 116 B
                                {partial(0, 128, 700), 5, 1},  // 8 + 128 + 16 = 152 B
                                {atomic(0, 64, 800), 3, 3}};   // 72 B both ways
  unsigned flits = 0;
  for (const Case& c : cases) bench.sm[0]->script.push_back(c.step);
  bench.run();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Cycle sent = bench.sm[0]->outcomes[i].sent;
    ASSERT_EQ(sent, cases[i].step.not_before);
    const Cycle taken = sent + 1 + 5 + cases[i].request_flits + 1;
    EXPECT_EQ(bench.slice[0]->seen[i].taken, taken) << i;
    EXPECT_EQ(bench.sm[0]->outcomes[i].answered, taken + 10 + 1 + 5 + cases[i].answer_flits) << i;
    flits += cases[i].request_flits;
  }
  EXPECT_EQ(bench.number("requests.packets"), 8);
  EXPECT_EQ(bench.number("requests.flits"), flits);
  EXPECT_EQ(bench.number("requests.bytes"), 3 * 8 + 136 + 40 + 116 + 152 + 72);
  EXPECT_EQ(bench.number("requests.latency"), 5 + flits / 8.0);
  EXPECT_EQ(bench.number("requests.contention"), 0);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(Crossbar, WidthHeaderAndLatencyAreParameters) {
  CrossbarConfig config;
  config.flit_bytes = 40;
  config.header_bytes = 16;
  config.latency = 9;
  CrossbarBench bench(config);
  bench.sm[0]->script = {write(0, 128, 100), read(0, 128, 200)};
  bench.run();
  EXPECT_EQ(bench.slice[0]->seen[0].taken, 100u + 1 + 9 + 4 + 1);  // 144 B in flits of 40
  EXPECT_EQ(bench.sm[0]->outcomes[1].answered, 200u + 1 + 9 + 1 + 1 + 10 + 1 + 9 + 4);
}

TEST(Crossbar, ALineThatIsShorterOnTheWireTakesFewerFlits) {
  CrossbarBench bench;
  bench.sm[0]->script = {write(0, 128, 100), read(0, 128, 200)};
  bench.sm[0]->spoil = [](tlm::tlm_generic_payload& p) {
    p.get_extension<CarriedFormat>()->of(EdgePlace::sm) = {1, 40, 0};
  };
  bench.run();
  EXPECT_EQ(bench.slice[0]->seen[0].taken, 100u + 1 + 5 + 2 + 1);  // 48 B
  EXPECT_EQ(bench.sm[0]->outcomes[1].answered, 200u + 1 + 5 + 1 + 1 + 10 + 1 + 5 + 2);
}

TEST(Crossbar, AnOutputMovesAFlitACycleAndServesItsInputsInTurn) {
  CrossbarBench bench({}, 4, 1);
  for (auto& sm : bench.sm)
    for (unsigned i = 0; i < 20; ++i) sm->script.push_back(write(128 * i, 128, 10));
  for (unsigned k = 0; k < 4; ++k)
    bench.sm[k]->spoil = [k](tlm::tlm_generic_payload& p) { p.get_extension<Origin>()->source = k; };
  bench.run();
  const auto& seen = bench.slice[0]->seen;
  ASSERT_EQ(seen.size(), 80u);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].source, i % 4);
    EXPECT_EQ(seen[i].taken, seen[0].taken + 5 * i);
  }
  EXPECT_EQ(seen[0].taken, 10u + 1 + 5 + 5 + 1);
  EXPECT_EQ(bench.number("requests.flits"), 400);
  // During the 5 flits of a packet the other three inputs wait, until the last inputs have no more packets.
  EXPECT_EQ(bench.number("requests.contention"), 5 * (3 * 77 + 2 + 1));
}

TEST(Crossbar, AnInputReceivesItsAnswersAtAFlitACycle) {
  CrossbarBench bench({}, 1, 4);
  for (unsigned i = 0; i < 40; ++i) bench.sm[0]->script.push_back(read(256 * i, 128, 10));
  bench.run();
  const auto& outcomes = bench.sm[0]->outcomes;
  EXPECT_EQ(outcomes.back().sent, outcomes.front().sent + 39);  // requests: one a cycle
  std::vector<Cycle> answered;
  for (const Outcome& o : outcomes) answered.push_back(o.answered);
  std::sort(answered.begin(), answered.end());
  for (std::size_t i = 1; i < answered.size(); ++i) EXPECT_EQ(answered[i], answered[i - 1] + 5) << i;
}

TEST(Crossbar, DisjointPairsDoNotDisturbEachOther) {
  CrossbarBench bench({}, 4, 4);
  for (unsigned k = 0; k < 4; ++k)
    for (unsigned i = 0; i < 50; ++i) bench.sm[k]->script.push_back(write(256 * (4 * i + k), 128, 10));
  bench.run();
  for (const auto& slice : bench.slice)
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(slice->seen[i].taken, 22u + 5 * i);
  EXPECT_EQ(bench.number("requests.contention"), 0);
}

class BothQueues : public testing::TestWithParam<InputQueues> {};
INSTANTIATE_TEST_SUITE_P(Crossbar, BothQueues,
                         testing::Values(InputQueues::fifo, InputQueues::virtual_output),
                         [](const auto& queues) { return std::string(name_of(queues.param)); });

/// One slice takes a request every 400 cycles. Requests for another one pass those that wait for it, but for
/// head-of-line blocking.
TEST_P(BothQueues, BlockAtTheHeadIfTheyAreFifos) {
  CrossbarConfig config;
  config.queues = GetParam();
  config.input_flits = 1000;
  config.output_flits = 5;
  CrossbarBench bench(config, 1, 2);
  bench.slice[0]->interval = 400;
  for (unsigned i = 0; i < 24; ++i) bench.sm[0]->script.push_back(write(0, 128));
  for (unsigned i = 0; i < 8; ++i) bench.sm[0]->script.push_back(write(256, 128));
  bench.run();
  const Cycle last = bench.slice[1]->seen.back().taken;
  if (GetParam() == InputQueues::virtual_output)
    EXPECT_LT(last, 32u * 5 + 20);  // the time that the link takes for all packets
  else
    EXPECT_GT(last, 10u * 400);
}

/// The answers of two slices that share a port take a flit a cycle together.
TEST(Crossbar, SlicesShareAPort) {
  CrossbarConfig config;
  config.slices_per_port = 2;
  CrossbarBench bench(config, 2, 2);
  for (auto& sm : bench.sm)
    for (unsigned i = 0; i < 40; ++i) sm->script.push_back(read(256 * i, 128, 10));
  bench.run();
  std::vector<Cycle> answered;
  for (const auto& sm : bench.sm)
    for (const Outcome& o : sm->outcomes) answered.push_back(o.answered);
  std::sort(answered.begin(), answered.end());
  EXPECT_EQ(answered.size(), 80u);
  EXPECT_GE(answered.back() - answered.front(), 5u * 79);
  EXPECT_LE(answered.back() - answered.front(), 5u * 79 + 10);
  EXPECT_THROW(CrossbarConfig{.slices_per_port = 5}.ports(12), Error);
}

TEST(Crossbar, FullBuffersPushBackAndLoseNothing) {
  CrossbarConfig config;
  config.input_flits = 8;
  config.output_flits = 10;
  CrossbarBench bench(config, 3, 2, 5, 40);
  for (auto& sm : bench.sm) {
    sm->hold_responses = 70;
    for (unsigned i = 0; i < 60; ++i)
      sm->script.push_back(i % 3 == 0 ? write(256 * i, 128) : read(256 * i, 128));
  }
  bench.run();
  unsigned refusals = 0, errors = 0;
  for (auto& sm : bench.sm) {
    refusals += sm->refusals;
    errors += sm->protocol_errors;
    for (std::size_t i = 0; i < 60; ++i) {
      EXPECT_EQ(sm->outcomes[i].status, tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(sm->outcomes[i].bytes, std::vector<unsigned char>(128, i % 3 == 0 ? 0x5a : 0)) << i;
    }
  }
  EXPECT_GT(refusals, 50u);
  EXPECT_EQ(errors, 0u);
  EXPECT_EQ(bench.pool.lent(), 0u);
  for (const char* net : {"requests", "responses"}) {
    EXPECT_EQ(bench.number(std::string(net) + ".delivered"), 180);
    EXPECT_GT(bench.number(std::string(net) + ".output_full"), 1000);
    EXPECT_GT(bench.number(std::string(net) + ".input_full"), 100);
  }
}

/// Requests that are stuck do not hold up answers.
TEST(Crossbar, AnswersPassWhileRequestsAreStuck) {
  CrossbarConfig config;
  config.input_flits = 5;
  config.output_flits = 5;
  CrossbarBench bench(config, 1, 1, 10, 500);
  for (unsigned i = 0; i < 30; ++i) bench.sm[0]->script.push_back(write(0, 128));
  bench.run();
  for (std::size_t i = 0; i < 30; ++i)
    EXPECT_EQ(bench.sm[0]->outcomes[i].answered, bench.slice[0]->seen[i].taken + 10 + 1 + 5 + 1) << i;
}

TEST(Crossbar, MalformedRequestsAreAnsweredAtThePort) {
  CrossbarBench bench({}, 1, 2);
  bench.sm[0]->script = {read(0x10, 32), read(0, 48), read(96, 64), read(0x100, 32)};
  bench.run();
  const auto& o = bench.sm[0]->outcomes;
  EXPECT_EQ(o[0].status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(o[1].status, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(o[2].status, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(o[3].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.slice[0]->seen.size() + bench.slice[1]->seen.size(), 1u);
  EXPECT_EQ(bench.pool.lent(), 0u);
  EXPECT_EQ(bench.sm[0]->protocol_errors, 0u);
}

/// A target may refuse a request that the crossbar lets through: its error reaches the initiator.
TEST(Crossbar, AnErrorOfTheTargetReachesTheInitiator) {
  CrossbarBench bench;
  bench.slice[0]->port.taps.add([](tlm::tlm_generic_payload& p, const tlm::tlm_phase& phase) {
    if (phase == tlm::BEGIN_RESP) p.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  });
  bench.sm[0]->script = {read(0, 32)};
  bench.run();
  EXPECT_EQ(bench.sm[0]->outcomes[0].status, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST(Crossbar, IdleItCostsNothing) {
  CrossbarBench bench({}, 15, 12);
  bench.sm[3]->script = {read(0, 128, 100'000)};
  sc_core::sc_start(sc_core::sc_time::from_value(99'000 * period));
  const std::uint64_t ticks = bench.clock.ticks();
  EXPECT_LT(ticks, 3u);
  bench.run();
  EXPECT_LT(bench.clock.ticks() - ticks, 14u);
  EXPECT_EQ(bench.number("requests.cycles"), static_cast<double>(sc_core::sc_time_stamp().value() / period));
}

TEST(PortSet, GoesRound) {
  PortSet set;
  for (unsigned port : {3u, 64u, 127u}) set.insert(port);
  EXPECT_EQ(set.next_from(0), 3u);
  EXPECT_EQ(set.next_from(3), 3u);
  EXPECT_EQ(set.next_from(4), 64u);
  EXPECT_EQ(set.next_from(65), 127u);
  set.erase(127);
  EXPECT_EQ(set.next_from(65), 3u);
  set.erase(3);
  EXPECT_EQ(set.next_from(100), 64u);
  set.erase(64);
  set.insert(5);
  EXPECT_EQ(set.next_from(100), 5u);
  EXPECT_EQ(set.next_from(6), 5u);
  EXPECT_EQ(set.size(), 1u);
}

TEST(PortSet, GoesRoundManyWords) {
  PortSet set;
  for (unsigned port : {70u, 300u, 511u}) set.insert(port);
  EXPECT_EQ(set.next_from(0), 70u);
  EXPECT_EQ(set.next_from(71), 300u);
  EXPECT_EQ(set.next_from(301), 511u);
  set.erase(511);
  EXPECT_EQ(set.next_from(301), 70u);
  set.erase(70);
  EXPECT_EQ(set.next_from(400), 300u);
  EXPECT_EQ(set.next_from(301), 300u);
  unsigned seen = 0;
  set.for_each([&](unsigned port) { seen += port; });
  EXPECT_EQ(seen, 300u);
  set.erase(300);
  EXPECT_TRUE(set.empty());
}

}  // namespace
}  // namespace heddle::crossbar_test
