// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/initiator_port.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace heddle {

InitiatorPort::InitiatorPort(sc_core::sc_module_name name, Clocked& owner, unsigned response_room)
    : sc_module(name), owner_(owner), inbox_(response_room) {
  socket.register_nb_transport_bw(this, &InitiatorPort::back);
}

void InitiatorPort::send(Payload& payload) {
  taps.see(payload, tlm::BEGIN_REQ);
  ++outstanding_;
  // Before the call: the target may answer inside it.
  requesting_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  switch (socket->nb_transport_fw(payload, phase, delay)) {
    case tlm::TLM_ACCEPTED:
      return;
    case tlm::TLM_UPDATED:
      requesting_ = nullptr;
      if (phase == tlm::BEGIN_RESP) back(payload, phase, delay);
      return;
    case tlm::TLM_COMPLETED:
      requesting_ = nullptr;
      phase = tlm::BEGIN_RESP;
      back(payload, phase, delay);
      return;
  }
}

tlm::tlm_sync_enum InitiatorPort::back(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const std::uint64_t time = (sc_core::sc_time_stamp() + delay).value();
  owner_.wake();
  if (requesting_ == &payload) {  // END_REQ, or a BEGIN_RESP that stands for it too
    requesting_ = nullptr;
    unblocked_at_ = time;
  }
  if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
  if (!payload.is_response_ok() && !passes_errors)
    throw Error(
        {.place = name(), .what = "memory refuses a request", .value = payload.get_response_string()});
  taps.see(payload, tlm::BEGIN_RESP);
  doorbell.ring();
  if (!inbox_.room()) {
    held_ = &payload;
    held_at_ = time;
    return tlm::TLM_ACCEPTED;
  }
  inbox_.push(payload, time);
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

void InitiatorPort::admit() {
  if (held_at_ >= BoundedInbox::now() || !inbox_.room()) return;
  Payload& payload = *std::exchange(held_, nullptr);
  inbox_.push(payload, BoundedInbox::now());
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;
  socket->nb_transport_fw(payload, phase, delay);
}

InitiatorPort::Payload* InitiatorPort::receive() {
  Payload* payload = front();
  if (payload == nullptr) return nullptr;
  inbox_.pop();
  --outstanding_;
  ++responses_;
  return payload;
}

}  // namespace heddle
