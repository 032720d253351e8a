#pragma once

#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm>

#include <systemc>
#include <vector>

#include "hw/memory/dram_channel.hpp"
#include "hw/memory/dram_statistics.hpp"
#include "hw/memory/sparse_memory.hpp"
#include "hw/sim/clock_domain.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// GDDR5 channels behind an interconnect of fixed latency; a TLM-2.0 target of any number of initiators that
/// speak the approximately timed base protocol.
///
/// A request is a read, a write or an atomic (AtomicRequest) of 32, 64, 96 or 128 bytes within one 128-byte
/// line, aligned to 32; a write may carry byte enables. An atomic takes the time of a read and a write to the
/// same row, and happens when the latter ends: nothing comes between. Anything else is answered with the TLM
/// error that says what is wrong. BEGIN_REQ is answered by END_REQ at once while the initiator's inbox has
/// room, otherwise later and backward; until then it must not send. Each request gets one BEGIN_RESP; an
/// initiator that does not complete it at once gets no other until its END_RESP. Reads take and writes put
/// their bytes when their data burst ends, so accesses to one address keep the order in which one initiator
/// sent them.
///
/// Mail of time T acts at the first edge strictly after T, and room freed at an edge is seen strictly after
/// it: the order of processes within one instant does not matter.
class Dram : public sc_core::sc_module, public Clocked {
 public:
  tlm_utils::multi_passthrough_target_socket<Dram> socket{"socket"};

  /// `domain` runs at the command clock (DramConfig::period_fs); the statistics are declared in `group`.
  Dram(sc_core::sc_module_name name, const DramConfig& config, ClockDomain& domain, StatGroup& group);

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override { statistics_.see_cycles(elapsed); }

  /// What transport_dbg reads and writes: all bytes whose bursts have ended.
  SparseMemory& memory() { return memory_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  struct Request {
    Payload* payload;
    DramPlace place;
    Cycle due, sent;  // at the channel's queue at the earliest; first edge after BEGIN_REQ
  };
  struct Response {
    Payload* payload;
    Cycle due, sent;
  };
  struct InFlight {
    Payload* payload;
    unsigned port;
    Cycle end, sent;
  };
  /// What belongs to one initiator.
  struct Port {
    Ring<Request> inbox;
    Payload* refused = nullptr;  // waits for END_REQ
    Cycle refused_sent = 0;
    Cycle freed_cycle = never;  // of the last edge that took from the inbox, and how many
    unsigned freed = 0;
    bool waiting = false;  // its oldest request stands before a full channel
    Cycle waiting_since = 0;
    Ring<Response> responses;
    Payload* responding = nullptr;  // waits for END_RESP
  };
  struct Channel {
    explicit Channel(const DramConfig& config) : timing(config) {}
    DramChannel timing;
    Ring<InFlight> queue;
    std::vector<unsigned> waiting;  // ports, oldest request first
  };

  void end_of_elaboration() override;
  tlm::tlm_sync_enum nb_transport_fw(int port, Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  unsigned transport_dbg(int port, Payload&);
  tlm::tlm_sync_enum begin_request(unsigned port, Payload&, tlm::tlm_phase&, Cycle edge);
  tlm::tlm_sync_enum end_response(unsigned port, Cycle edge);

  void wake_by(Cycle due);
  void update_inbox_due(unsigned port);
  /// Does what is due in an inbox: room for the refused request, arrivals at the channels.
  void advance_inbox(unsigned port, Cycle now);
  void arrive(unsigned port, Cycle now);
  /// Moves the oldest request of the inbox into its channel, which has room.
  void enter(unsigned port, Cycle now);
  void take(unsigned port, Cycle now);
  /// Ends the bursts that are due and fills their places in the queue.
  void complete(Channel&, Cycle now);
  void answer(unsigned port, const Response&);
  void respond(unsigned port, Cycle now);

  const DramConfig config_;
  ClockDomain& domain_;
  DramStatistics statistics_;
  SparseMemory memory_;
  std::vector<Port> ports_;
  std::vector<Channel> channels_;
  std::vector<Cycle> inbox_due_, response_due_;  // a port each: the next cycle with work, or never
  std::vector<Cycle> end_due_;                   // a channel each: its next end of data
  Cycle next_ = never;                           // tick runs then by itself
};

}  // namespace heddle
