// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <systemc>
#include <vector>

#include "hw/memory/controller/command_scheduler.hpp"
#include "hw/memory/controller/controller_statistics.hpp"
#include "hw/memory/line/line_edge.hpp"
#include "hw/memory/target_port.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The controller of one DRAM channel. A TLM-2.0 target of one initiator (an L2 slice) and the initiator of a
/// DRAM device.
///
/// A request is a read or a write of 32, 64, 96 or 128 bytes within one line of this channel, aligned to 32;
/// a write may carry byte enables. Anything else is answered with the TLM error that says what is wrong;
/// atomics are performed in the L2, and do not come here. A request reaches the scheduler's queues
/// ControllerConfig::latency after its arrival, and is answered when its last burst's data have ended; a read
/// that a queued write covers, at once. Requests to one line keep the order of their arrival.
///
/// Where memory lines are encoded (LineEdge), all requests are whole lines. DRAM then moves as many bytes as
/// the encoded line has, and one burst for a line of length 0.
///
/// The device gets DramCommands (see there), at most one a cycle. It may answer at once with the annotated
/// delay to the end of the data, as Gddr5Channel does, or later by BEGIN_RESP; it cannot hold back commands.
class ChannelController : public sc_core::sc_module, public Clocked {
 public:
  using Payload = tlm::tlm_generic_payload;
  TargetPort port;
  tlm_utils::simple_initiator_socket<ChannelController> device{"device"};

  /// `entries`: those of its queues; `domain` runs at the command clock; `clock` counts its cycles; `edges`:
  /// the machine's line edges.
  ChannelController(sc_core::sc_module_name name, unsigned channel, const Gddr5Config& device_config,
                    const ControllerConfig& config, const AddressMapping& mapping, ControllerEntries& entries,
                    ClockDomain& domain, StatGroup& group, const Counter& clock, const LineEdges& edges = {});

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override {
    statistics_.see_cycles(elapsed, scheduler_.reads(), scheduler_.writes(), blocked_ != nullptr);
  }
  /// Between the entrance and the queues.
  LineEdge& edge() { return edge_; }
  /// Does it hold no request?
  bool idle() const { return requests_.lent() == 0 && port.empty() && edge_.idle(); }

 private:
  enum class Latch { inbox, transit, commands, ends, answers };  // that random stalls may hold

  tlm::tlm_response_status check(const Payload& payload) const;
  /// The steps of a tick, in this order; each does the work that is due.
  void accept(Cycle now);
  void advance(Cycle now);
  void command(Cycle now);
  void finish(Cycle now);
  void respond(Cycle now);
  Cycle next(Cycle now);

  DramRequest& record(Payload& payload, Cycle now);
  /// The record of `payload`, which leaves the edge; a request of the edge's own gets a new record.
  DramRequest& out_of_edge(Payload& payload, Cycle now);
  DramRequest* due_request(Cycle now);
  /// False while the queue has no room.
  bool enter(DramRequest& request, Cycle now);
  void send(const CommandScheduler::Command& command, Cycle now);
  void set_up_burst(CommandPayload& payload, const CommandScheduler::Command& command);
  void end_command(CommandPayload& payload, Cycle end);
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  Ring<DramRequest*>* finished(Cycle now);

  unsigned debug(Payload& payload);
  unsigned debug_piece(bool read, std::uint64_t address, unsigned char* data, unsigned length);
  void overlay(bool read, std::uint64_t address, unsigned char* data, unsigned length);
  std::vector<Payload*> writes_under_way();
  unsigned device_debug(bool read, std::uint64_t address, unsigned char* data, unsigned length);
  unsigned debug_line(bool read, std::uint64_t address, unsigned char* data, unsigned length);
  void keep_format(const DramRequest& request);

  const unsigned channel_;
  const Gddr5Config device_config_;
  const ControllerConfig config_;
  const AddressMapping& mapping_;
  ControllerStatistics statistics_;
  CommandScheduler scheduler_;
  const LineCodecs codecs_;
  LineEdge edge_;
  FormatMap stored_;  // formats of the lines in DRAM, against which reads are checked
  DramRequestPool requests_;
  CommandPool commands_;

  Ring<DramRequest*> transit_;         // on the way to the queues
  bool popped_ = false;                // a request has left the entrance in this cycle
  std::vector<DramRequest*> in_edge_;  // few, mostly none
  DramRequest* blocked_ = nullptr;     // waits for room in its queue
  Ring<DramRequest*> ending_;          // all commands sent
  Ring<DramRequest*> forwarded_;       // served from a queued write
  Ring<DramRequest*> answers_;
};

}  // namespace heddle
