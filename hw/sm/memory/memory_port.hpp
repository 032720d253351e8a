// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <systemc>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/line/line_edge.hpp"
#include "hw/memory/transaction.hpp"
#include "hw/sm/hooks/store_path.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// The one way of an SM to memory, shared by its fetch unit and its caches: sends their transactions, one a
/// cycle, through the edge at which lines are encoded, and sorts the answers by client.
class MemoryPort : public sc_core::sc_module {
 public:
  /// `owner`, of `clock`, is woken when an answer or a permission to send arrives; `sm` is its index.
  MemoryPort(sc_core::sc_module_name name, Clocked& owner, ClockDomain& clock, unsigned sm,
             const LineEdges& edges, StatGroup& stats);

  /// All requests pass it on their way to the edge; null: nothing stands there.
  void hold(StorePath* path) { path_ = path; }
  /// May a request be sent in this cycle?
  bool free() const {
    if (path_ != nullptr) return to_send_.empty() && path_->room();
    return edge_.room(Way::down) && sent_at_ != now() && port_.free();
  }
  /// Nothing can be sent before memory allows it, which wakes the owner.
  bool blocked() const { return path_ == nullptr && port_.blocked(); }
  /// Takes `t`, whose tag its client has set; it leaves at the next `advance`.
  void send(Transaction& t, Client client);
  /// Has the edge decode the line of `t`, which a cache holds encoded. It comes as an answer.
  void decode(Transaction& t, Client client);
  /// The next answer for `client` that came before now, or null. The caller reads it and releases it.
  Transaction* receive(Client client);
  /// The end of a cycle: what has come out of the edge goes on its way. To be called while `busy()`.
  void advance();
  bool busy() const {
    return !to_send_.empty() || edge_.next(Way::down) != never ||
           (path_ != nullptr && path_->front() != nullptr);
  }
  /// Answers wait: somebody must call `receive` in the next cycle.
  bool waiting() const {
    return answered_ != 0 || !to_decode_.empty() || port_.waiting() || edge_.inside(Way::up) != 0 ||
           (path_ != nullptr && path_->has_answer());
  }

  /// No request is on its way, the store path's own included, and no client has an answer to take.
  bool idle() const {
    return outstanding_ == 0 && port_.outstanding() == 0 && (path_ == nullptr || path_->front() == nullptr);
  }
  std::uint64_t responses() const { return port_.responses(); }
  auto& socket() { return port_.socket; }
  PayloadTaps& taps() { return port_.taps; }
  LineEdge& edge() { return edge_; }
  const LineEdge& edge() const { return edge_; }

 private:
  static constexpr unsigned room = 64;  ///< answers that wait in the port, and as many sorted by client
  struct ClientStatistics {
    Counter *requests, *answers, *latency;
  };
  using Way = LineEdge::Way;
  Cycle now() const { return owner_.domain()->now(); }
  void sort(Transaction& t);

  Clocked& owner_;
  const unsigned sm_;
  LineEdge edge_;
  InitiatorPort port_;
  StorePath* path_ = nullptr;
  Ring<Transaction*> to_send_;    ///< that have not come to the edge
  Ring<Transaction*> to_decode_;  ///< lines of caches, ahead of the edge on the way up
  Cycle sent_at_ = never;
  std::array<Ring<Transaction*>, clients> answers_;
  unsigned outstanding_ = 0, answered_ = 0;  ///< sent and not taken; of these, in `answers_`
  std::array<ClientStatistics, clients> stats_;
};

}  // namespace heddle
