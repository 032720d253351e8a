// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <string>
#include <systemc>
#include <vector>

#include "hw/memory/gddr5/gddr5_channel.hpp"
#include "hw/memory/gddr5/protocol_checker.hpp"

namespace heddle {

/// A command of a script, with times in cycles of the command clock.
struct Command {
  Cycle at = 0;
  DramOp op = DramOp::activate;
  unsigned bank = 0;
  std::uint64_t row = 0;
  unsigned column = 0;
};

/// Sends commands to a channel through a ProtocolChecker; it annotates time, so that no simulation is needed.
struct DramDriver : sc_core::sc_module {
  DramDriver(sc_core::sc_module_name name, const Gddr5Config& config)
      : sc_module(name), config(config), checker("checker", config), channel("channel", config) {
    socket.bind(checker.from_controller);
    checker.to_device.bind(channel.socket);
  }

  /// Returns the cycles to the end of the command, or throws the checker's error.
  Cycle send(const Command& c, std::vector<unsigned char>* data = nullptr) {
    CommandPayload& payload = pool.acquire();
    std::vector<unsigned char> none(config.burst_bytes());
    if (data == nullptr) data = &none;
    if (c.op == DramOp::read || c.op == DramOp::write)
      payload.set_up_burst(c.op, c.bank, c.row, c.column, data->data(), static_cast<unsigned>(data->size()));
    else
      payload.set_up(c.op, c.bank, c.row);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    const auto at = sc_core::sc_time::from_value(c.at * config.period_fs());
    sc_core::sc_time delay = at;
    struct Return {
      CommandPayload& payload;
      ~Return() { payload.release(); }
    } at_the_end{payload};
    sync = socket->nb_transport_fw(payload, phase, delay);
    status = payload.get_response_status();
    return (delay - at).value() / config.period_fs();
  }

  tlm_utils::simple_initiator_socket<DramDriver> socket{"socket"};
  const Gddr5Config config;
  ProtocolChecker checker;
  Gddr5Channel channel;
  CommandPool pool;
  tlm::tlm_sync_enum sync = tlm::TLM_ACCEPTED;
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
};

}  // namespace heddle
