// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/gddr5/protocol_checker.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include "models/base/error.hpp"
#include "tests/memory/dram_driver.hpp"

namespace heddle::protocol_checker_test {
namespace {

constexpr auto act = DramOp::activate, pre = DramOp::precharge, rd = DramOp::read, wr = DramOp::write,
               ref = DramOp::refresh;

/// A stream of commands whose last one comes exactly on time.
struct Case {
  std::string timing;  ///< what a cycle less breaks
  Gddr5Config config;
  std::vector<Command> stream;
};

/// Returns the defaults with one timing so long that it alone decides.
Gddr5Config with(unsigned Gddr5Config::*timing, unsigned cycles) {
  Gddr5Config config;
  config.*timing = cycles;
  return config;
}

std::vector<Case> cases() {
  using C = Gddr5Config;
  const C paper;
  C slow_rows = with(&C::t_rc, 0);  // the precharge decides, not the row cycle
  const C quick_precharge = with(&C::t_rp, 2);
  C refreshed;
  refreshed.refresh = true;
  std::vector<Case> all{
      // The timings of the paper, wherever one of them decides.
      {"tRCD", paper, {{100, act, 3, 7}, {112, rd, 3, 7}}},
      {"tRCD", paper, {{100, act, 3, 7}, {112, wr, 3, 7}}},
      {"tRRD", paper, {{100, act, 0, 1}, {106, act, 1, 1}}},
      {"tRAS", paper, {{100, act, 0, 1}, {128, pre, 0}}},
      {"tRC", quick_precharge, {{100, act, 0, 1}, {128, pre, 0}, {140, act, 0, 2}}},
      {"tRP", slow_rows, {{100, act, 0, 1}, {128, pre, 0}, {140, act, 0, 2}}},
      {"tCCD", paper, {{100, act, 0, 1}, {106, act, 1, 1}, {130, rd, 0, 1}, {132, rd, 1, 1}}},
      {"tCCD", paper, {{100, act, 0, 1}, {106, act, 1, 1}, {130, wr, 0, 1}, {132, wr, 1, 1}}},
      {"tCCDL", paper, {{100, act, 0, 1}, {130, rd, 0, 1}, {133, rd, 0, 1, 32}}},
      {"tCCDL", paper, {{100, act, 0, 1}, {106, act, 4, 1}, {130, rd, 0, 1}, {133, rd, 4, 1}}},
      {"tCCDL", paper, {{100, act, 0, 1}, {106, act, 4, 1}, {130, wr, 0, 1}, {133, wr, 4, 1}}},
      {"tRTP", paper, {{100, act, 0, 1}, {140, rd, 0, 1}, {142, pre, 0}}},
      // 4 cycles to the data, 2 of data, then tCDLR or tWR.
      {"tCDLR", paper, {{100, act, 0, 1}, {140, wr, 0, 1}, {151, rd, 0, 1}}},
      {"tCDLR", paper, {{100, act, 0, 1}, {106, act, 1, 1}, {140, wr, 0, 1}, {151, rd, 1, 1}}},
      {"tWR", paper, {{100, act, 0, 1}, {140, wr, 0, 1}, {158, pre, 0}}},
      // 12 cycles to the data, 2 of data, 2 of bus turnaround, less the 4 that a write takes to its data.
      {"tRTW", paper, {{100, act, 0, 1}, {140, rd, 0, 1}, {152, wr, 0, 1}}},
      {"tRTW", paper, {{100, act, 0, 1}, {106, act, 1, 1}, {140, rd, 0, 1}, {152, wr, 1, 1}}},
      // A refresh needs all banks closed, and nothing may follow it for a while.
      {"tRP", slow_rows, {{100, act, 0, 1}, {128, pre, 0}, {140, ref}}},
      {"tRC", quick_precharge, {{100, act, 0, 1}, {128, pre, 0}, {140, ref}}},
      {"tRFC", refreshed, {{100, ref}, {161, act, 0, 1}}},
      {"tRFC", refreshed, {{100, ref}, {161, ref}}},
  };
  // Each timing is made long: a checker that ignored its configuration would fail.
  const auto longer = [&](const char* timing, unsigned C::*member, std::vector<Command> stream) {
    all.push_back({timing, with(member, 200), std::move(stream)});
  };
  longer("tRCD", &C::t_rcd, {{100, act, 3, 7}, {300, rd, 3, 7}});
  longer("tRRD", &C::t_rrd, {{100, act, 0, 1}, {300, act, 1, 1}});
  longer("tRAS", &C::t_ras, {{100, act, 0, 1}, {300, pre, 0}});
  longer("tRC", &C::t_rc, {{100, act, 0, 1}, {128, pre, 0}, {300, act, 0, 2}});
  longer("tRP", &C::t_rp, {{100, act, 0, 1}, {128, pre, 0}, {328, act, 0, 2}});
  longer("tCCD", &C::t_ccd, {{100, act, 0, 1}, {106, act, 1, 1}, {130, rd, 0, 1}, {330, rd, 1, 1}});
  longer("tCCDL", &C::t_ccdl, {{100, act, 0, 1}, {130, rd, 0, 1}, {330, rd, 0, 1}});
  longer("tRTP", &C::t_rtp, {{100, act, 0, 1}, {140, rd, 0, 1}, {340, pre, 0}});
  longer("tCDLR", &C::t_cdlr, {{100, act, 0, 1}, {140, wr, 0, 1}, {346, rd, 0, 1}});
  longer("tWR", &C::t_wr, {{100, act, 0, 1}, {140, wr, 0, 1}, {346, pre, 0}});
  longer("tRTW", &C::t_rtw, {{100, act, 0, 1}, {140, rd, 0, 1}, {350, wr, 0, 1}});
  longer("tRTW", &C::t_cl, {{100, act, 0, 1}, {140, rd, 0, 1}, {340, wr, 0, 1}});   // 200 + 2 + 2 - 4
  longer("tCDLR", &C::t_wl, {{100, act, 0, 1}, {140, wr, 0, 1}, {347, rd, 0, 1}});  // 200 + 2 + 5
  longer("tRFC", &C::t_rfc, {{100, ref}, {300, act, 0, 1}});
  return all;
}

/// Returns the checker's message for a stream; empty when it accepts all commands.
std::string verdict(DramDriver& driver, const std::vector<Command>& stream) {
  for (std::size_t i = 0; i < stream.size(); ++i) {
    try {
      driver.send(stream[i]);
    } catch (const Error& error) {
      return i + 1 == stream.size() ? error.what() : fmt::format("command {}: {}", i, error.what());
    }
    if (driver.status != tlm::TLM_OK_RESPONSE) return "the device refuses it";
  }
  return "";
}

std::deque<DramDriver> drivers(const std::vector<Case>& all, const char* prefix) {
  std::deque<DramDriver> made;
  for (std::size_t i = 0; i < all.size(); ++i)
    made.emplace_back(fmt::format("{}{}", prefix, i).c_str(), all[i].config);
  return made;
}

TEST(ProtocolChecker, EveryTimingHoldsToTheCycle) {
  const auto all = cases();
  auto on_time = drivers(all, "on_time"), early = drivers(all, "early");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(fmt::format("{}: {}", i, all[i].timing));
    EXPECT_EQ(verdict(on_time[i], all[i].stream), "");
    EXPECT_EQ(on_time[i].checker.commands(), all[i].stream.size());
    auto stream = all[i].stream;
    --stream.back().at;
    const std::string said = verdict(early[i], stream);
    EXPECT_NE(said.find("1 cycle too early for " + all[i].timing), std::string::npos) << said;
    EXPECT_NE(said.find(std::string(name_of(stream.back().op))), std::string::npos) << said;
    EXPECT_NE(said.rfind("command ", 0), 0u) << said;
  }
}

TEST(ProtocolChecker, TheStateOfTheBanksHolds) {
  const Gddr5Config c;
  Gddr5Config refreshed;
  refreshed.refresh = true;
  const std::vector<Case> all{
      {"READ of bank 0 finds its bank closed", c, {{100, rd, 0, 1}}},
      {"WRITE of bank 5 finds its bank closed", c, {{100, act, 0, 1}, {130, wr, 5, 1}}},
      {"READ of bank 2 finds its bank closed", c, {{100, act, 2, 1}, {130, pre, 2}, {150, rd, 2, 1}}},
      {"READ of bank 0 is meant for a row that is not open", c, {{100, act, 0, 1}, {130, rd, 0, 2}}},
      {"ACTIVATE of bank 1 finds a row open", c, {{100, act, 1, 1}, {200, act, 1, 2}}},
      {"REFRESH finds a bank open", c, {{100, act, 1, 1}, {200, ref}}},
      {"in the cycle of another command", c, {{100, act, 0, 1}, {100, pre, 1}}},
      {"names a bank that is not there", c, {{100, act, 16, 1}}},
      {"a refresh is overdue", refreshed, {{100, ref}, {100 + 9 * 7210 + 1, act, 0, 1}}},
  };
  auto made = drivers(all, "driver");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string said = verdict(made[i], all[i].stream);
    EXPECT_NE(said.find(all[i].timing), std::string::npos) << i << ": " << said;
    EXPECT_NE(said.rfind("command ", 0), 0u) << said;
  }
}

TEST(ProtocolChecker, BurstsMustNotMeetOnTheDataBus) {
  // Column commands follow each other at tCCD, with longer bursts. validate() refuses such a configuration,
  // so the test uses a device that does not call it.
  Gddr5Config config;
  config.t_ccd = 3;
  config.t_ccdl = 3;
  Gddr5Config longer = config;
  longer.burst_length = 16;  // 4 cycles
  struct Sink : sc_core::sc_module {
    explicit Sink(sc_core::sc_module_name name) : sc_module(name) {
      socket.register_nb_transport_fw(this, &Sink::take);
    }
    tlm::tlm_sync_enum take(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
      return tlm::TLM_COMPLETED;
    }
    tlm_utils::simple_target_socket<Sink> socket{"socket"};
  } sink("sink");
  ProtocolChecker checker("checker", longer);
  struct Source : sc_core::sc_module {
    explicit Source(sc_core::sc_module_name name) : sc_module(name) {}
    tlm_utils::simple_initiator_socket<Source> socket{"socket"};
  } source("source");
  source.socket.bind(checker.from_controller);
  checker.to_device.bind(sink.socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  CommandPool pool;
  const auto send = [&](DramOp op, Cycle at) {
    CommandPayload& payload = pool.acquire();
    payload.set_up(op, 0, 1);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    auto delay = sc_core::sc_time::from_value(at * longer.period_fs());
    source.socket->nb_transport_fw(payload, phase, delay);
    payload.release();
  };
  send(act, 100);
  send(rd, 120);
  send(rd, 124);
  try {
    send(rd, 127);
    FAIL() << "data overlap";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("another burst is on the bus"), std::string::npos)
        << error.what();
  }
}

TEST(ProtocolChecker, AClosedBankMayBePrechargedAndRefreshesMayBePutOff) {
  Gddr5Config refreshed;
  refreshed.refresh = true;
  DramDriver driver("driver", refreshed);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(verdict(driver, {{5, pre, 3},
                             {6, pre, 3},
                             {100, ref},
                             {100 + 9 * 7210, act, 0, 1},
                             {100 + 9 * 7210 + 28, pre, 0},
                             {100 + 9 * 7210 + 40, ref}}),
            "");
}

}  // namespace
}  // namespace heddle::protocol_checker_test
