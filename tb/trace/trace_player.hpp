// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <systemc>
#include <vector>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"
#include "models/base/statistics.hpp"
#include "tb/trace/trace_file.hpp"

namespace heddle {

/// Replays an address trace into any TLM-2.0 targets: an initiator with one socket or several. Accesses are
/// cut into pieces within one line; reads are widened to whole sectors of 32 B, and a write of parts of
/// sectors has byte enables. Pieces go out in the order of the trace, at their time or as soon after it as
/// their socket is free and the window allows, at most one a cycle and socket. Written bytes are a function
/// of their address and the access. Pauses the simulation when the last answer has come.
class TracePlayer : public sc_core::sc_module, public Clocked {
 public:
  /// Through which socket a piece goes, by its access and the piece's address.
  using Route = std::function<unsigned(const TraceAccess&, std::uint64_t address)>;

  /// `window`: pieces that may be under way at once.
  TracePlayer(sc_core::sc_module_name name, std::vector<TraceAccess> trace, unsigned sockets, unsigned window,
              Route route, ClockDomain& domain, StatGroup& group);

  auto& socket(unsigned k) { return ports_[k].socket; }
  bool done() const { return next_ == trace_.size() && under_way_ == 0; }
  unsigned under_way() const { return under_way_; }

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override;

  /// The byte that a write of the trace's access `index` puts at an address.
  static unsigned char written(std::size_t index, std::uint64_t address) {
    const std::uint64_t mixed = (address + 0x9e37 * index + 1) * 0x9e3779b97f4a7c15ull;
    return static_cast<unsigned char>(mixed >> 56);
  }

 private:
  /// Sends the next piece. Returns false when nothing can be sent before an answer, or before `from_`.
  bool send(Cycle now);
  void set_up(Transaction& t, const TraceAccess& access, unsigned bytes) const;
  void receive(Cycle now);

  const std::vector<TraceAccess> trace_;
  const unsigned window_;
  const Route route_;
  TransactionPool pool_;
  std::deque<InitiatorPort> ports_;
  std::vector<Cycle> sent_at_;     // of each socket
  std::size_t next_ = 0;           // the access that is being sent
  std::uint32_t done_bytes_ = 0;   // of it
  Cycle previous_ = 0, from_ = 0;  // when the access before was sent; the next one's time
  unsigned under_way_ = 0;
  Counter &cycles_, &accesses_, &pieces_, &reads_, &writes_, &bytes_, &answers_, &latency_, &late_;
};

}  // namespace heddle
