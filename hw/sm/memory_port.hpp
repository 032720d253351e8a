#pragma once

#include <array>
#include <systemc>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// The one way of an SM to memory, shared by its fetch unit and its caches: sends their transactions and
/// sorts the answers by client.
class MemoryPort : public sc_core::sc_module {
 public:
  /// `owner` is woken when an answer or a permission to send arrives; `sm` is its index.
  MemoryPort(sc_core::sc_module_name name, Clocked& owner, unsigned sm);

  /// May a request be sent in this cycle?
  bool free() const { return port_.free(); }
  /// Sends `t`, whose tag its client has set.
  void send(Transaction& t, Client client);
  /// The next answer for `client` that came before now, or null. The caller reads it and releases it.
  Transaction* receive(Client client);
  /// Answers wait: somebody must call `receive` in the next cycle.
  bool waiting() const;

  unsigned outstanding() const { return outstanding_; }  ///< requests whose answer no client has taken
  std::uint64_t responses() const { return port_.responses(); }
  auto& socket() { return port_.socket; }
  PayloadTaps& taps() { return port_.taps; }

 private:
  static constexpr unsigned room = 64;  ///< answers an SM keeps: more than one a cycle do not come

  const unsigned sm_;
  InitiatorPort port_;
  std::array<Ring<Transaction*>, clients> answers_;
  unsigned outstanding_ = 0;
};

}  // namespace heddle
