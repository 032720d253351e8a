#pragma once

#include <tlm>
#include <vector>

#include "hw/memory/crossbar/crossbar_config.hpp"
#include "hw/memory/crossbar/crossbar_statistics.hpp"
#include "hw/memory/port_set.hpp"
#include "hw/sim/clock_domain.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// One direction of the crossbar: packets from inputs to outputs. A packet waits in its input's buffer, first
/// in first out; `latency` cycles after its entry its first flit may cross. An output takes one packet at a
/// time, a flit a cycle, and chooses among the inputs whose oldest packet is for it in rotating order: what
/// iSLIP with one iteration does when each input has one candidate. An input sends one packet at a time. The
/// output's buffer must have room for the whole packet before it starts; a packet that is larger than a
/// buffer has it alone.
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
  /// The oldest packet that has crossed, or null.
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
    unsigned output, flits, bytes;
    Cycle entered;
  };
  struct Arrival {
    Payload* payload;
    unsigned flits;
    Cycle entered, due;
  };
  struct Input {
    Ring<Packet> packets;
    unsigned used = 0, leaving = 0;  ///< flits in the buffer, and those of them that are crossing
    Cycle due = never;               ///< when the crossing ends, or else when the oldest may start
  };
  struct Output {
    PortSet wanted_by;
    unsigned turn = 0;  ///< the input that goes first
    Cycle busy_until = 0;
    unsigned used = 0;
    Ring<Arrival> arrivals;
  };
  void settle_input(unsigned input, Cycle now);
  void grant(unsigned output, Cycle now);

  const CrossbarConfig config_;
  CrossbarStatistics statistics_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  PortSet waiting_;                                          ///< inputs with a due time
  PortSet wanted_;                                           ///< outputs that an input wants
  PortSet occupied_;                                         ///< outputs with arrivals
  unsigned contending_ = 0, output_full_ = 0, refused_ = 0;  ///< packets that wait since the last cycle
};

}  // namespace heddle
