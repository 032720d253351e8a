// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <systemc>

#include "hw/memory/bounded_inbox.hpp"
#include "hw/memory/payload_taps.hpp"
#include "hw/memory/port_set.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// The initiator's side of one TLM-2.0 connection (approximately-timed base protocol): sends requests one
/// after the other, and keeps the answers until its owner takes them at an edge of its clock. While its room
/// for answers is full it holds END_RESP back, so that the target sends no more.
class InitiatorPort : public sc_core::sc_module {
 public:
  using Payload = tlm::tlm_generic_payload;
  tlm_utils::simple_initiator_socket<InitiatorPort> socket{"socket"};

  /// `owner` is woken when an answer or a permission to send arrives; `response_room` answers wait at most.
  InitiatorPort(sc_core::sc_module_name name, Clocked& owner, unsigned response_room);

  /// May a request be sent? Only when the target has ended the previous one's request phase, at an earlier
  /// instant.
  bool free() const { return requesting_ == nullptr && unblocked_at_ < BoundedInbox::now(); }
  /// The target has not ended the last request's phase; it wakes the owner when it does.
  bool blocked() const { return requesting_ != nullptr; }
  /// Sends `payload`, which must live until its answer has been taken.
  void send(Payload& payload);
  /// The next answer that came before now, or null. Accepts an answer that was held back, when there is room.
  Payload* front() {
    if (held_ != nullptr) admit();
    return inbox_.front();
  }
  /// Takes it; the caller owns it then. Must be called in each cycle while `waiting()`, unless the owner
  /// cannot use an answer.
  Payload* receive();
  /// Answers have come that were not taken yet.
  bool waiting() const { return !inbox_.empty() || held_ != nullptr; }

  unsigned outstanding() const { return outstanding_; }   ///< requests without an answer taken
  std::uint64_t responses() const { return responses_; }  ///< answers taken, ever
  PayloadTaps taps;
  Doorbell doorbell;  ///< rings for each answer
  /// If set, the owner passes on answers that are errors; otherwise such an answer throws Error.
  bool passes_errors = false;

 private:
  tlm::tlm_sync_enum back(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void admit();

  Clocked& owner_;
  BoundedInbox inbox_;
  Payload* held_ = nullptr;  ///< an answer that found no room: its END_RESP is due
  std::uint64_t held_at_ = 0;
  Payload* requesting_ = nullptr;   ///< waits for END_REQ
  std::uint64_t unblocked_at_ = 0;  ///< time of the last END_REQ that came as a call on the backward path
  unsigned outstanding_ = 0;
  std::uint64_t responses_ = 0;
};

}  // namespace heddle
