// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/channel_controller.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"

// The part of a channel's controller that talks to the DRAM device.

namespace heddle {

void ChannelController::set_up_burst(CommandPayload& payload, const CommandScheduler::Command& command) {
  const DramRequest& r = *command.request;
  const unsigned granularity = device_config_.burst_bytes();
  const unsigned burst = r.place.column / granularity + (r.sent - 1) % r.bursts;
  const unsigned from = std::max(r.place.column, burst * granularity);
  const unsigned to = std::min(r.place.column + r.length, (burst + 1) * granularity);
  const unsigned offset = from - r.place.column;
  payload.set_up_burst(command.op, command.bank, command.row, from, r.payload->get_data_ptr() + offset,
                       to - from);
  payload.set_address((command.row * device_config_.banks + command.bank) * device_config_.row_bytes + from);
  const unsigned char* enables = r.payload->get_byte_enable_ptr();
  if (command.op == DramOp::read || enables == nullptr) return;
  const unsigned period = r.payload->get_byte_enable_length();  // they repeat
  for (unsigned i = 0; i < to - from; ++i) payload.enables[i] = enables[(offset + i) % period];
  payload.set_byte_enable_ptr(payload.enables);
  payload.set_byte_enable_length(to - from);
}

void ChannelController::send(const CommandScheduler::Command& command, Cycle now) {
  CommandPayload& payload = commands_.acquire();
  const bool burst = command.op == DramOp::read || command.op == DramOp::write;
  payload.owner = burst ? command.request : nullptr;
  if (burst) {
    ++command.request->running;
    set_up_burst(payload, command);
    if (edge_.keeps_formats() && command.request->sent == 1) keep_format(*command.request);
  } else {
    payload.set_up(command.op, command.bank, command.row);
  }
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const auto sync = device->nb_transport_fw(payload, phase, delay);
  const bool answered = sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP);
  if (!answered) return;  // nb_transport_bw will be called
  const Cycle end = now + (delay.value() + device_config_.period_fs() - 1) / device_config_.period_fs();
  if (sync == tlm::TLM_UPDATED) {
    phase = tlm::END_RESP;
    delay = sc_core::SC_ZERO_TIME;
    device->nb_transport_fw(payload, phase, delay);
  }
  end_command(payload, end);
}

/// The bits of a line are read in the format in which they were written, whatever the edge's directory says.
void ChannelController::keep_format(const DramRequest& request) {
  const LineFormat* format = carried_format(*request.payload);
  if (format == nullptr) return;
  const std::uint64_t line = request.payload->get_address();
  auto& carried = *request.payload->get_extension<CarriedFormat>();
  if (request.write)
    stored_.set(line, *format);
  else if (carried.undecided)
    carried.stored_as = stored_.of(line);
  else
    require_stored_as(*format, stored_.of(line), line, name());
}

tlm::tlm_sync_enum ChannelController::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                      sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  // Like every message, it takes effect in the cycle after its arrival.
  end_command(static_cast<CommandPayload&>(payload),
              (sc_core::sc_time_stamp() + delay).value() / device_config_.period_fs() + 1);
  wake();
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

void ChannelController::end_command(CommandPayload& payload, Cycle end) {
  if (!payload.is_response_ok())
    throw Error({.place = name(),
                 .what = fmt::format("the DRAM device refuses a command: {}", name_of(payload.command.op)),
                 .value = payload.get_response_string()});
  if (auto* request = static_cast<DramRequest*>(payload.owner)) {
    request->end = std::max(request->end, end);
    --request->running;
  }
  payload.release();
}

}  // namespace heddle
