// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <systemc>

#include "hw/memory/bounded_inbox.hpp"
#include "hw/memory/payload_taps.hpp"
#include "hw/memory/port_set.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// The target's side of one TLM-2.0 connection (approximately-timed base protocol; a loosely timed initiator
/// may call b_transport): requests wait here in order of arrival until their owner takes them at an edge of
/// its clock. BEGIN_REQ is answered by END_REQ at once while there is room, otherwise on the backward path
/// when the owner has made room. The owner must look at `front` in each cycle while its port is not empty.
class TargetPort : public sc_core::sc_module {
 public:
  using Payload = tlm::tlm_generic_payload;
  tlm_utils::simple_target_socket<TargetPort> socket{"socket"};

  /// `owner` is woken by requests and by END_RESP; `depth` requests wait at most.
  TargetPort(sc_core::sc_module_name name, Clocked& owner, unsigned depth);

  /// The oldest request that came before now, or null. Accepts a refused request when there is room.
  Payload* front() {
    if (refused_ != nullptr) admit();
    return inbox_.front();
  }
  /// Takes the front from the inbox; its initiator waits for the answer.
  void pop() { inbox_.pop(); }
  bool empty() const { return inbox_.empty() && refused_ == nullptr; }
  std::size_t size() const { return inbox_.size(); }

  /// Calls `see(payload)` for all requests that were not taken yet, for debug accesses.
  template <class See>
  void for_each_waiting(See&& see) const {
    inbox_.for_each(see);
    if (refused_ != nullptr) see(*refused_);
  }

  /// Has the last answer been accepted, before now?
  bool can_respond() const { return responding_ == nullptr && accepted_at_ < BoundedInbox::now(); }
  /// Answers a request that was taken: BEGIN_RESP. The payload must not be used afterwards.
  void respond(Payload& payload);

  /// Serves transport_dbg: returns the bytes that it has copied.
  std::function<unsigned(Payload&)> debug;
  PayloadTaps taps;
  Doorbell doorbell;  ///< rings for each request

 private:
  tlm::tlm_sync_enum forward(Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  unsigned read_or_write(Payload&);
  void admit();

  Clocked& owner_;
  BoundedInbox inbox_;
  Payload* refused_ = nullptr;  ///< waits for END_REQ
  std::uint64_t refused_at_ = 0;
  Payload* responding_ = nullptr;  ///< waits for END_RESP
  std::uint64_t accepted_at_ = 0;  ///< time of the last END_RESP that came as a call on the forward path
};

}  // namespace heddle
