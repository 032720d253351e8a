// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "hw/memory/dram_system.hpp"
#include "hw/sim/failure.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tb/trace/trace_player.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::trace_test {
namespace {

constexpr std::uint64_t last_cycle = last_cycle_of(1'428'571);  // of 700 MHz

std::string write_trace(const std::string& text) { return temporary_file("trace.txt", text); }

TEST(TraceFile, LinesBecomeAccesses) {
  const auto all = read_trace(write_trace("# a comment\n"
                                          "10 R 0x1000 128\n"
                                          "\n"
                                          "+5 W deadBEEF 4 3   # sent by 3\r\n"
                                          "\t12  R 0 1048576"),
                              last_cycle);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].time, 10u);
  EXPECT_FALSE(all[0].relative || all[0].write);
  EXPECT_EQ(all[0].address, 0x1000u);
  EXPECT_EQ(all[0].bytes, 128u);
  EXPECT_EQ(all[1].time, 5u);
  EXPECT_TRUE(all[1].relative && all[1].write);
  EXPECT_EQ(all[1].address, 0xdeadbeefu);
  EXPECT_EQ(all[1].source, 3u);
  EXPECT_EQ(all[2].bytes, 1u << 20);
}

TEST(TraceFile, WhatIsWrongIsToldWithItsLine) {
  const auto expect = [](const std::string& text, const std::vector<std::string>& said) {
    try {
      read_trace(write_trace(text), last_cycle);
      FAIL() << text;
    } catch (const Error& error) {
      for (const std::string& part : said)
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << "'" << part << "' is not in: " << error.what();
    }
  };
  expect("1 R 0 32\n2 R 0\n", {".txt:2", "4 or 5 words, not 3", "TIME R|W ADDRESS BYTES"});
  expect("1 R 0 32 0 0\n", {".txt:1", "not 6"});
  expect("\n\nx R 0 32\n", {".txt:3", "the time is not a decimal number", "'x'"});
  expect("-1 R 0 32\n", {"the time is not a decimal number", "'-1'"});
  expect("1 r 0 32\n", {"reads or writes", "'r'", "R or W"});
  expect("1 R 0xg 32\n", {"the address is not a hexadecimal number", "'0xg'"});
  expect("1 R 10000000000000000 32\n", {"the address is too large", "at most ffffffffffff"});
  expect("1 R 0 0\n", {"no bytes", "'0'"});
  expect("1 R 0 9999999\n", {"the size is too large", "at most 1048576"});
  expect("1 R 0 32 4096\n", {"the source is too large", "at most 1023"});
  expect("5 R 0 32\n+3 R 0 32\n4 R 0 32\n", {".txt:3", "earlier", "'4'", "cycle 5, or later"});
  expect("# nothing\n", {"no accesses"});
  EXPECT_THROW(read_trace("/nonexistent/trace", last_cycle), Error);
  // 2^63 fs of 700 MHz; also where several accesses together come too late.
  expect("+6456362362708 R 0 32\n",
         {".txt:1", "the time is too large: '+6456362362708'", "at most 6456362362707"});
  expect("6456362362707 R 0 32\n+1 R 0 32\n",
         {".txt:2", "comes in cycle 6456362362708, which is too late", "at most cycle 6456362362707"});
}

std::vector<TraceAccess> random_trace(std::uint64_t seed, unsigned count) {
  Random random(seed);
  std::vector<TraceAccess> all;
  for (unsigned i = 0; i < count; ++i)
    all.push_back({.time = random.below(4),
                   .relative = true,
                   .write = random.one_in(2),
                   .address = random.below(50'000),
                   .bytes = 1 + random.below(300)});
  return all;
}

/// Returns what memory holds after the writes of a trace in which accesses to a byte keep their order.
std::vector<unsigned char> image(const std::vector<TraceAccess>& trace, std::size_t bytes) {
  std::vector<unsigned char> all(bytes);
  for (std::size_t i = 0; i < trace.size(); ++i)
    for (unsigned b = 0; trace[i].write && b < trace[i].bytes; ++b)
      all[trace[i].address + b] = TracePlayer::written(i, trace[i].address + b);
  return all;
}

void play(TracePlayer& player) {
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_MS));
  rethrow_failure();
  EXPECT_TRUE(player.done());
  player.domain()->settle();
}

TEST(TracePlayer, DramHoldsWhatTheTraceWrote) {
  const std::uint64_t seed = 3;
  SCOPED_TRACE(seed);
  const auto trace = random_trace(seed, 3000);
  DramConfig config;
  config.controller.check_protocol = true;
  StatGroup stats;
  ClockDomain core("core", 714'286), clock("clock", config.gddr5.period_fs());
  DramSystem dram("dram", config, 1 << 20, clock, stats);
  TracePlayer player(
      "player", trace, dram.channels(), 256,
      [&](const TraceAccess&, std::uint64_t a) { return dram.mapping().channel_of(a); }, core,
      stats.group("trace"));
  for (unsigned k = 0; k < dram.channels(); ++k) player.socket(k).bind(dram.port(k).socket);
  play(player);
  const auto expected = image(trace, 51'200);
  std::vector<unsigned char> seen(256);
  for (std::uint64_t at = 0; at < expected.size(); at += seen.size()) {
    tlm::tlm_generic_payload p;
    p.set_read();
    p.set_address(at);
    p.set_data_ptr(seen.data());
    p.set_data_length(256);
    ASSERT_EQ(player.socket(dram.mapping().channel_of(at))->transport_dbg(p), 256u);
    ASSERT_TRUE(std::equal(seen.begin(), seen.end(), expected.begin() + static_cast<long>(at))) << at;
  }
  EXPECT_EQ(stats.number("trace.accesses"), 3000);
  EXPECT_EQ(stats.number("trace.answers"), stats.number("trace.requests"));
  clock.settle();
  EXPECT_EQ(stats.number("dram_total.read_responses") + stats.number("dram_total.write_responses"),
            stats.number("trace.requests"));
  EXPECT_GT(stats.number("trace.latency"), 132 * 1.4);
}

/// A user's loosely timed memory, which only has b_transport.
struct LooselyTimed : sc_core::sc_module {
  explicit LooselyTimed(sc_core::sc_module_name name) : sc_module(name), bytes(60'000) {
    socket.register_b_transport(this, &LooselyTimed::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
    const unsigned char* enables = p.get_byte_enable_ptr();
    for (unsigned i = 0; i < p.get_data_length(); ++i) {
      unsigned char &ours = bytes[p.get_address() + i], &theirs = p.get_data_ptr()[i];
      if (p.is_read())
        theirs = ours;
      else if (enables == nullptr || enables[i % p.get_byte_enable_length()] != 0)
        ours = theirs;
    }
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_utils::simple_target_socket<LooselyTimed> socket{"socket"};
  std::vector<unsigned char> bytes;
};

/// A user's approximately timed memory, which serves one request at a time, in four phases.
struct ApproximatelyTimed : sc_core::sc_module {
  explicit ApproximatelyTimed(sc_core::sc_module_name name)
      : sc_module(name), bytes(60'000), queue(this, &ApproximatelyTimed::later) {
    socket.register_nb_transport_fw(this, &ApproximatelyTimed::nb_transport_fw);
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      p.acquire();
      queue.notify(p, tlm::END_REQ, delay + sc_core::sc_time(3, sc_core::SC_NS));
      queue.notify(p, tlm::BEGIN_RESP, delay + sc_core::sc_time(40, sc_core::SC_NS));
    } else {
      p.release();  // END_RESP
    }
    return tlm::TLM_ACCEPTED;
  }
  void later(tlm::tlm_generic_payload& p, const tlm::tlm_phase& due) {
    tlm::tlm_phase phase = due;
    sc_core::sc_time none;
    if (phase == tlm::BEGIN_RESP) access(p);
    if (socket->nb_transport_bw(p, phase, none) == tlm::TLM_COMPLETED) p.release();
  }
  void access(tlm::tlm_generic_payload& p) {
    const unsigned char* enables = p.get_byte_enable_ptr();
    for (unsigned i = 0; i < p.get_data_length(); ++i) {
      unsigned char &ours = bytes[p.get_address() + i], &theirs = p.get_data_ptr()[i];
      if (p.is_read())
        theirs = ours;
      else if (enables == nullptr || enables[i] != 0)
        ours = theirs;
    }
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_utils::simple_target_socket<ApproximatelyTimed> socket{"socket"};
  std::vector<unsigned char> bytes;
  tlm_utils::peq_with_cb_and_phase<ApproximatelyTimed> queue;
};

template <class Memory>
void a_users_memory_is_bound(double least_latency) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE(seed);
  const auto trace = random_trace(seed, 300);
  StatGroup stats;
  ClockDomain core("core", 1'000'000);
  Memory memory("memory");
  TracePlayer player(
      "player", trace, 1, 8, [](const TraceAccess&, std::uint64_t) { return 0u; }, core,
      stats.group("trace"));
  player.socket(0).bind(memory.socket);
  play(player);
  auto expected = image(trace, memory.bytes.size());
  EXPECT_EQ(memory.bytes, expected);
  EXPECT_GE(stats.number("trace.latency"), least_latency);
}

TEST(TracePlayer, AUsersLooselyTimedMemoryIsBound) { a_users_memory_is_bound<LooselyTimed>(50); }
TEST(TracePlayer, AUsersApproximatelyTimedMemoryIsBound) { a_users_memory_is_bound<ApproximatelyTimed>(40); }

TEST(TracePlayer, TimesAndTheWindowHold) {
  StatGroup stats;
  ClockDomain core("core", 1'000'000);
  LooselyTimed memory("memory");
  // Two accesses at cycle 100, and one 20 cycles after the second was sent; the window is one, and a request
  // takes about 50 cycles.
  TracePlayer player(
      "player",
      {{.time = 100, .bytes = 32}, {.time = 100, .bytes = 32}, {.time = 20, .relative = true, .bytes = 32}},
      1, 1, [](const TraceAccess&, std::uint64_t) { return 0u; }, core, stats.group("trace"));
  player.socket(0).bind(memory.socket);
  play(player);
  const double latency = stats.number("trace.latency");
  EXPECT_GE(latency, 50);
  EXPECT_LE(latency, 52);
  EXPECT_EQ(stats.number("trace.late"), 2 * latency - 20);
  EXPECT_EQ(stats.number("trace.cycles"), 100 + 3 * latency);
}

}  // namespace
}  // namespace heddle::trace_test
