// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/gddr5/gddr5_channel.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tests/memory/dram_driver.hpp"

namespace heddle::gddr5_channel_test {
namespace {

constexpr auto act = DramOp::activate, pre = DramOp::precharge, rd = DramOp::read, wr = DramOp::write,
               ref = DramOp::refresh;

TEST(Gddr5Channel, CommandsTellWhenWhatTheyStartIsOver) {
  DramDriver driver("driver", Gddr5Config{});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(driver.send({100, act, 0, 1}), 12u);
  EXPECT_EQ(driver.send({112, rd, 0, 1}), 12u + 2);
  EXPECT_EQ(driver.send({124, wr, 0, 1}), 4u + 2);
  EXPECT_EQ(driver.sync, tlm::TLM_COMPLETED);
  EXPECT_EQ(driver.send({142, pre, 0}), 12u);
  EXPECT_EQ(driver.send({154, ref}), 61u);
}

TEST(Gddr5Channel, BytesLieInTheRowThatIsOpen) {
  DramDriver driver("driver", Gddr5Config{});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<unsigned char> first(32, 1), second(32, 2), back(32), half(16);
  driver.send({100, act, 0, 1});
  driver.send({112, wr, 0, 1, 64}, &first);
  driver.send({200, pre, 0});
  driver.send({212, act, 0, 2});
  driver.send({224, wr, 0, 2, 64}, &second);
  driver.send({300, rd, 0, 2, 64}, &back);
  EXPECT_EQ(back, second);
  driver.send({303, rd, 0, 2, 96}, &back);
  EXPECT_EQ(back, std::vector<unsigned char>(32, 0));
  driver.send({400, pre, 0});
  driver.send({412, act, 0, 1});
  driver.send({424, rd, 0, 1, 64 + 16}, &half);
  EXPECT_EQ(half, std::vector<unsigned char>(16, 1));
  // A device without rows would keep the same bytes there.
  tlm::tlm_generic_payload debug;
  debug.set_read();
  debug.set_address((2ull * 16 + 0) * 2048 + 64);
  debug.set_data_ptr(back.data());
  debug.set_data_length(32);
  EXPECT_EQ(driver.socket->transport_dbg(debug), 32u);
  EXPECT_EQ(back, second);
}

/// The commands go straight to the device, since a checker would refuse them.
TEST(Gddr5Channel, WhatTheBanksCannotDoIsAnError) {
  struct Straight : sc_core::sc_module {
    explicit Straight(sc_core::sc_module_name name) : sc_module(name), channel("channel", Gddr5Config{}) {
      socket.bind(channel.socket);
    }
    tlm::tlm_response_status send(DramOp op, unsigned bank, unsigned column = 0, unsigned length = 32) {
      CommandPayload& payload = pool.acquire();
      std::vector<unsigned char> data(length + 1);
      if (op == rd || op == wr)
        payload.set_up_burst(op, bank, 0, column, data.data(), length);
      else
        payload.set_up(op, bank, 0);
      sc_core::sc_time delay;
      socket->b_transport(payload, delay);
      const auto status = payload.get_response_status();
      EXPECT_EQ(delay == sc_core::SC_ZERO_TIME, status != tlm::TLM_OK_RESPONSE);
      payload.release();
      return status;
    }
    tlm_utils::simple_initiator_socket<Straight> socket{"socket"};
    Gddr5Channel channel;
    CommandPool pool;
  } straight("straight");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(straight.send(rd, 0), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(act, 0), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(straight.send(act, 0), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(act, 16), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(ref, 0), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(wr, 0, 64, 32), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(straight.send(wr, 0, 80, 32), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(rd, 0, 64, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(rd, 0, 2048, 32), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(straight.send(pre, 0), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(straight.send(ref, 0), tlm::TLM_OK_RESPONSE);
}

TEST(Gddr5Config, ThePublishedBandwidthsComeOut) {
  Gddr5Config c;
  EXPECT_EQ(c.burst_bytes(), 32u);
  EXPECT_EQ(c.burst_cycles(), 2u);
  EXPECT_NEAR(12 * c.peak_bandwidth(), 177.4, 0.05);
  c.clock_mhz = 1002;
  EXPECT_NEAR(12 * c.peak_bandwidth(), 192.4, 0.05);
}

TEST(Gddr5Config, WhatCannotBeBuiltIsAnError) {
  const auto refused = [](auto change) {
    Gddr5Config c;
    change(c);
    EXPECT_THROW(c.validate(), Error);
  };
  EXPECT_NO_THROW(Gddr5Config{}.validate());
  refused([](Gddr5Config& c) { c.banks = 12; });
  refused([](Gddr5Config& c) { c.bank_groups = 3; });
  refused([](Gddr5Config& c) { c.bank_groups = 32; });
  refused([](Gddr5Config& c) { c.row_bytes = 1000; });
  refused([](Gddr5Config& c) { c.bus_bits = 16; });      // bursts of 16 B
  refused([](Gddr5Config& c) { c.burst_length = 16; });  // longer than tCCD
  refused([](Gddr5Config& c) { c.refresh = true, c.t_refi = 100; });
}

}  // namespace
}  // namespace heddle::gddr5_channel_test
