// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/target_port.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace heddle {

TargetPort::TargetPort(sc_core::sc_module_name name, Clocked& owner, unsigned depth)
    : sc_module(name), owner_(owner), inbox_(depth) {
  socket.register_nb_transport_fw(this, &TargetPort::forward);
  socket.register_transport_dbg(this, &TargetPort::read_or_write);
}

unsigned TargetPort::read_or_write(Payload& payload) { return debug ? debug(payload) : 0; }

tlm::tlm_sync_enum TargetPort::forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const std::uint64_t arrival = (sc_core::sc_time_stamp() + delay).value();
  if (phase == tlm::BEGIN_REQ && refused_ == nullptr) {
    if (payload.has_mm()) payload.acquire();
    taps.see(payload, phase);
    owner_.wake();
    doorbell.ring();
    if (!inbox_.room()) {
      refused_ = &payload;
      refused_at_ = arrival;
      return tlm::TLM_ACCEPTED;
    }
    inbox_.push(payload, arrival);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  if (phase == tlm::END_RESP && responding_ == &payload) {
    responding_ = nullptr;
    accepted_at_ = arrival;
    if (payload.has_mm()) payload.release();
    owner_.wake();
    return tlm::TLM_COMPLETED;
  }
  throw Error({.place = name(),
               .what = "an initiator breaks the TLM base protocol",
               .value = phase.get_name(),
               .legal = "BEGIN_REQ after the END_REQ of the request before, END_RESP after BEGIN_RESP"});
}

/// Not what came in this very instant: that must not depend on whether this edge runs before or after it.
void TargetPort::admit() {
  if (refused_at_ >= BoundedInbox::now() || !inbox_.room()) return;
  Payload& payload = *std::exchange(refused_, nullptr);
  inbox_.push(payload, BoundedInbox::now());
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  socket->nb_transport_bw(payload, phase, delay);
}

void TargetPort::respond(Payload& payload) {
  taps.see(payload, tlm::BEGIN_RESP);
  responding_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const auto sync = socket->nb_transport_bw(payload, phase, delay);
  if (sync == tlm::TLM_ACCEPTED || responding_ == nullptr) return;  // END_RESP follows, or came in the call
  responding_ = nullptr;
  if (payload.has_mm()) payload.release();
}

}  // namespace heddle
