// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/gddr5/gddr5_channel.hpp"

#include <algorithm>
#include <span>

#include "models/base/error.hpp"

namespace heddle {

Gddr5Channel::Gddr5Channel(sc_core::sc_module_name name, const Gddr5Config& config)
    : sc_module(name), config_(config), open_row_(config.banks, closed) {
  config_.validate();
  socket.register_nb_transport_fw(this, &Gddr5Channel::nb_transport_fw);
  socket.register_b_transport(this, &Gddr5Channel::b_transport);
  socket.register_transport_dbg(this, &Gddr5Channel::transport_dbg);
}

tlm::tlm_sync_enum Gddr5Channel::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ)
    throw Error({.place = name(),
                 .what = "a channel answers every command at once and knows no other phase",
                 .value = phase.get_name(),
                 .legal = "BEGIN_REQ"});
  b_transport(payload, delay);
  return tlm::TLM_COMPLETED;
}

void Gddr5Channel::b_transport(Payload& payload, sc_core::sc_time& delay) {
  const DramCommand* command = payload.get_extension<DramCommand>();
  payload.set_response_status(command == nullptr || command->bank >= config_.banks
                                  ? tlm::TLM_COMMAND_ERROR_RESPONSE
                                  : perform(payload, *command));
  if (payload.is_response_ok())
    delay += sc_core::sc_time::from_value(cycles_of(command->op) * config_.period_fs());
}

unsigned Gddr5Channel::cycles_of(DramOp op) const {
  switch (op) {
    case DramOp::activate:
      return config_.t_rcd;
    case DramOp::precharge:
      return config_.t_rp;
    case DramOp::read:
      return config_.t_cl + config_.burst_cycles();
    case DramOp::write:
      return config_.t_wl + config_.burst_cycles();
    case DramOp::refresh:
      return config_.t_rfc;
  }
  return 0;
}

tlm::tlm_response_status Gddr5Channel::perform(Payload& payload, const DramCommand& command) {
  std::uint64_t& row = open_row_[command.bank];
  switch (command.op) {
    case DramOp::activate:
      if (row != closed) return tlm::TLM_COMMAND_ERROR_RESPONSE;
      row = command.row;
      break;
    case DramOp::precharge:
      row = closed;
      break;
    case DramOp::refresh:
      if (std::any_of(open_row_.begin(), open_row_.end(), [](auto open) { return open != closed; }))
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
      break;
    case DramOp::read:
    case DramOp::write:
      return transfer(payload, command);
  }
  if (tap_) tap_(payload, command);
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status Gddr5Channel::transfer(Payload& payload, const DramCommand& command) {
  const std::uint64_t row = open_row_[command.bank];
  const unsigned length = payload.get_data_length(), burst = config_.burst_bytes();
  if (row == closed || payload.is_read() != (command.op == DramOp::read) ||
      payload.is_write() != (command.op == DramOp::write))
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (length == 0 || command.column % burst + length > burst || command.column >= config_.row_bytes ||
      payload.get_data_ptr() == nullptr)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  const std::uint64_t at = (row * config_.banks + command.bank) * config_.row_bytes + command.column;
  const std::span<unsigned char> data(payload.get_data_ptr(), length);
  if (command.op == DramOp::read) {
    memory_.read(at, data);
    if (tap_) tap_(payload, command);
    return tlm::TLM_OK_RESPONSE;
  }
  if (tap_) tap_(payload, command);
  if (payload.get_byte_enable_ptr() == nullptr)
    memory_.write(at, data);
  else
    memory_.write(at, data, {payload.get_byte_enable_ptr(), payload.get_byte_enable_length()});
  return tlm::TLM_OK_RESPONSE;
}

unsigned Gddr5Channel::transport_dbg(Payload& payload) {
  const std::span<unsigned char> data(payload.get_data_ptr(), payload.get_data_length());
  if (payload.get_address() + data.size() < payload.get_address()) return 0;
  if (payload.is_read())
    memory_.read(payload.get_address(), data);
  else if (payload.is_write())
    memory_.write(payload.get_address(), data);
  else
    return 0;
  return payload.get_data_length();
}

}  // namespace heddle
