// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>
#include <vector>

#include "hw/memory/crossbar/crossbar_config.hpp"
#include "hw/memory/crossbar/crossbar_statistics.hpp"
#include "hw/memory/port_set.hpp"
#include "hw/sim/clock_domain.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// One direction of the crossbar: packets from inputs to outputs. A link brings an input's packets in, a flit
/// a cycle; `latency` cycles after the first flit of a packet it may cross. Until it crosses, it waits in its
/// input's buffer, which the input's queues share (InputQueues).
///
/// The switch has `speedup` cycles in each cycle of the links. In one of them an input sends a flit and an
/// output receives one, each of one packet at a time. Free inputs and outputs are matched by iSLIP (McKeown,
/// IEEE/ACM Transactions on Networking 7(2), 1999) with packets in the place of cells: each output grants one
/// of the inputs that have a packet for it at the front of a queue, round robin; each input accepts one of
/// its grants, round robin; the pointers of both move on only if they are matched in the first iteration.
/// With FIFOs an input has one candidate, so that it accepts every grant. The output's buffer must have room
/// for the whole packet; a packet that is larger than a buffer has it alone. A link moves the packet on, a
/// flit a cycle, as soon as its first flit is there.
class CrossbarNet {
 public:
  using Payload = tlm::tlm_generic_payload;

  CrossbarNet(const CrossbarConfig& config, unsigned inputs, unsigned outputs, StatGroup& group);

  unsigned flits(unsigned bytes) const { return (bytes + config_.flit_bytes - 1) / config_.flit_bytes; }
  /// May a packet of `bytes` enter?
  bool room(unsigned input, unsigned bytes) const {
    return inputs_[input].used == 0 || inputs_[input].used + flits(bytes) <= config_.input_flits;
  }
  void enter(unsigned input, Payload& payload, unsigned output, unsigned bytes, Cycle now);

  /// One cycle: ends transfers, frees their buffers and starts new ones.
  void advance(Cycle now);
  /// The next cycle in which advance or leaving can do something by itself; `never` if nothing can happen
  /// without an external event.
  Cycle next(Cycle now) const;

  /// Outputs that hold packets, some of which may still be crossing.
  const PortSet& occupied() const { return occupied_; }
  /// The oldest packet that has left the link, or null.
  Payload* front(unsigned output, Cycle now) const {
    const Ring<Arrival>& q = outputs_[output].arrivals;
    return q.empty() || q.front().due > now ? nullptr : q.front().payload;
  }
  /// The front leaves.
  void pop(unsigned output, Cycle now);

  /// An input port has a packet, but its buffer has no room.
  void refuse() { ++refused_; }
  void credit(Cycle elapsed) { statistics_.see_cycles(elapsed, contending_, output_full_, refused_); }

 private:
  struct Packet {
    Payload* payload;
    unsigned output, flits;
    Cycle entered, ready;  ///< it may cross from `ready` on
  };
  struct Arrival {
    Payload* payload;
    unsigned flits;
    Cycle entered, due;
  };
  struct Input {
    Ring<Packet> entering;             ///< that may not cross yet
    std::vector<Ring<Packet>> queues;  ///< of those that may
    unsigned used = 0, leaving = 0;    ///< flits in the buffer, and those of them that are crossing
    Cycle link_until = 0;              ///< a cycle of the links
    Cycle busy_until = 0;              ///< a cycle of the switch
    unsigned pointer = 0;              ///< of the round robin: the output that goes first
    PortSet granted_by;
  };
  struct Output {
    PortSet wanted_by;                     ///< inputs with a packet for it at the front of a queue
    unsigned pointer = 0;                  ///< of the round robin: the input that goes first
    Cycle busy_until = 0, link_until = 0;  ///< a cycle of the switch; one of the links
    unsigned used = 0;
    bool full = false;  ///< no room for the packet of the input that goes first
    Ring<Arrival> arrivals;
  };
  bool fifo() const { return config_.queues == InputQueues::fifo; }
  Ring<Packet>& queue(unsigned input, unsigned output) { return inputs_[input].queues[fifo() ? 0 : output]; }
  void let_cross(unsigned input, Cycle now);
  void end_crossing(unsigned input);
  void present(unsigned input, unsigned output);
  void withdraw(unsigned input, unsigned output);
  // `at`: a cycle of the switch.
  void switch_cycle(Cycle at);
  bool match(bool first, Cycle at);
  bool grant(unsigned output, Cycle at);
  void accept(unsigned input, bool first, Cycle at);
  void start(unsigned input, unsigned output, Cycle at);

  const CrossbarConfig config_;
  CrossbarStatistics statistics_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  PortSet entering_;                                         ///< inputs with packets that may not cross yet
  PortSet sending_;                                          ///< inputs
  PortSet granted_;                                          ///< inputs with a grant, within an iteration
  PortSet wanted_;                                           ///< outputs that an input wants
  PortSet occupied_;                                         ///< outputs with arrivals
  bool more_ = false;                                        ///< another iteration may start more packets
  unsigned contending_ = 0, output_full_ = 0, refused_ = 0;  ///< packets that wait since the last cycle
};

}  // namespace heddle
