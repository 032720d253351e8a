#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <systemc>

#include "hw/memory/transaction.hpp"
#include "hw/sim/clock_domain.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The SM's side of its TLM-2.0 connection to memory (approximately-timed base protocol). Responses carry the
/// time at which they came; one is seen only at an edge strictly later, so that coincident edges of two
/// clocks have no order.
class MemoryPort : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<MemoryPort> socket{"socket"};

  /// `owner` is woken when a response or a permission to send arrives.
  MemoryPort(sc_core::sc_module_name name, Clocked& owner);

  /// May a request be sent? Not before the memory has ended the previous one's request phase.
  bool free() const { return !blocked_ || unblocked_at_ < sc_core::sc_time_stamp(); }
  /// Sends `t`, which the port holds until its response is taken.
  void send(Transaction& t);
  /// The next response that came before now, or null. The caller reads it and calls `TransactionPool`
  /// release().
  Transaction* receive();

  unsigned outstanding() const { return outstanding_; }
  std::uint64_t responses() const { return responses_; }

 private:
  tlm::tlm_sync_enum back(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  Clocked& owner_;
  Ring<std::pair<sc_core::sc_time, Transaction*>> inbox_;
  bool blocked_ = false;
  sc_core::sc_time unblocked_at_;
  unsigned outstanding_ = 0;
  std::uint64_t responses_ = 0;
};

}  // namespace heddle
