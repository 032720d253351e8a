#include "hw/sm/memory_port.hpp"

#include "models/base/error.hpp"

namespace heddle {
namespace {

/// END_REQ is not here yet; no time is later.
const sc_core::sc_time& not_yet() {
  static const sc_core::sc_time t = sc_core::sc_max_time();
  return t;
}

}  // namespace

MemoryPort::MemoryPort(sc_core::sc_module_name name, Clocked& owner) : sc_module(name), owner_(owner) {
  socket.register_nb_transport_bw(this, &MemoryPort::back);
}

void MemoryPort::send(Transaction& t) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  ++outstanding_;
  blocked_ = socket->nb_transport_fw(t, phase, delay) == tlm::TLM_ACCEPTED;
  unblocked_at_ = not_yet();
}

tlm::tlm_sync_enum MemoryPort::back(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                    sc_core::sc_time& delay) {
  if (phase == tlm::END_REQ) {
    unblocked_at_ = sc_core::sc_time_stamp() + delay;
    owner_.wake();
    return tlm::TLM_ACCEPTED;
  }
  if (!payload.is_response_ok())
    throw Error(
        {.place = name(), .what = "memory refuses a request", .value = payload.get_response_string()});
  inbox_.push({sc_core::sc_time_stamp() + delay, static_cast<Transaction*>(&payload)});
  owner_.wake();
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

Transaction* MemoryPort::receive() {
  if (inbox_.empty() || !(inbox_.front().first < sc_core::sc_time_stamp())) return nullptr;
  Transaction* t = inbox_.front().second;
  inbox_.pop();
  --outstanding_;
  ++responses_;
  return t;
}

}  // namespace heddle
