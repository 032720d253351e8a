// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/crossbar/crossbar_net.hpp"

#include <algorithm>

namespace heddle {

CrossbarNet::CrossbarNet(const CrossbarConfig& config, unsigned inputs, unsigned outputs, StatGroup& group)
    : config_(config), statistics_(group, outputs), inputs_(inputs), outputs_(outputs) {
  for (Input& in : inputs_) in.queues.resize(fifo() ? 1 : outputs);
}

void CrossbarNet::enter(unsigned input, Payload& payload, unsigned output, unsigned bytes, Cycle now) {
  Input& in = inputs_[input];
  const unsigned count = flits(bytes);
  const Cycle begins = std::max(now, in.link_until);
  in.link_until = begins + count;
  in.entering.push({&payload, output, count, now, begins + config_.latency});
  entering_.insert(input);
  in.used += count;
  statistics_.see_packet(count, bytes);
}

/// The input has a packet for the output at the front of a queue, and may offer it.
void CrossbarNet::present(unsigned input, unsigned output) {
  outputs_[output].wanted_by.insert(input);
  wanted_.insert(output);
}

void CrossbarNet::withdraw(unsigned input, unsigned output) {
  Output& out = outputs_[output];
  out.wanted_by.erase(input);
  if (out.wanted_by.empty()) wanted_.erase(output);
}

void CrossbarNet::let_cross(unsigned input, Cycle now) {
  Input& in = inputs_[input];
  while (!in.entering.empty() && in.entering.front().ready <= now) {
    const Packet& packet = in.entering.front();
    Ring<Packet>& q = queue(input, packet.output);
    // While an input sends, its FIFO offers nothing.
    if (q.empty() && !(fifo() && in.leaving != 0)) present(input, packet.output);
    q.push(packet);
    in.entering.pop();
  }
  if (in.entering.empty()) entering_.erase(input);
}

void CrossbarNet::end_crossing(unsigned input) {
  Input& in = inputs_[input];
  in.used -= in.leaving;
  in.leaving = 0;
  sending_.erase(input);
  if (fifo() && !in.queues[0].empty()) present(input, in.queues[0].front().output);
}

/// Chooses an input. Returns whether there is one.
bool CrossbarNet::grant(unsigned output, Cycle at) {
  Output& out = outputs_[output];
  if (out.busy_until > at) return false;
  const PortSet candidates = out.wanted_by.without(sending_);
  if (candidates.empty()) return false;
  const unsigned input = candidates.next_from(out.pointer);
  const unsigned flits = queue(input, output).front().flits;
  out.full = out.used != 0 && out.used + flits > config_.output_flits;
  if (out.full) return false;
  inputs_[input].granted_by.insert(output);
  granted_.insert(input);
  return true;
}

void CrossbarNet::accept(unsigned input, bool first, Cycle at) {
  Input& in = inputs_[input];
  const unsigned output = in.granted_by.next_from(in.pointer);
  in.granted_by = {};
  if (first) {
    in.pointer = output + 1 == outputs_.size() ? 0 : output + 1;
    outputs_[output].pointer = input + 1 == inputs_.size() ? 0 : input + 1;
  }
  start(input, output, at);
}

void CrossbarNet::start(unsigned input, unsigned output, Cycle at) {
  Input& in = inputs_[input];
  Output& out = outputs_[output];
  Ring<Packet>& q = queue(input, output);
  const Packet packet = q.front();
  q.pop();
  if (fifo() || q.empty()) withdraw(input, output);
  in.leaving = packet.flits;
  in.busy_until = out.busy_until = at + packet.flits;
  sending_.insert(input);
  out.link_until = std::max(at / config_.speedup, out.link_until) + packet.flits;
  out.used += packet.flits;
  out.arrivals.push({packet.payload, packet.flits, packet.entered, out.link_until});
  occupied_.insert(output);
}

/// One iteration: grants, then what the inputs accept of them. Returns whether another one may find more: a
/// grant was not accepted; or an output has no room for the packet of the input that goes first, and that
/// input may have been matched with another output now.
bool CrossbarNet::match(bool first, Cycle at) {
  unsigned grants = 0, accepted = 0;
  bool full = false;
  wanted_.for_each([&](unsigned output) {
    grants += grant(output, at);
    full |= outputs_[output].full;
  });
  granted_.for_each([&](unsigned input) {
    accept(input, first, at);
    ++accepted;
  });
  granted_ = {};
  return grants > accepted || (full && accepted != 0);
}

void CrossbarNet::switch_cycle(Cycle at) {
  sending_.for_each([&](unsigned input) {
    if (inputs_[input].busy_until <= at) end_crossing(input);
  });
  wanted_.for_each([&](unsigned output) { outputs_[output].full = false; });
  more_ = true;
  for (unsigned i = 0; i < config_.iterations && more_; ++i) more_ = match(i == 0, at);
}

void CrossbarNet::advance(Cycle now) {
  contending_ = output_full_ = refused_ = 0;
  entering_.for_each([&](unsigned input) { let_cross(input, now); });
  for (unsigned k = 0; k < config_.speedup; ++k) switch_cycle(now * config_.speedup + k);
  wanted_.for_each([&](unsigned output) {
    const Output& out = outputs_[output];
    (out.full ? output_full_ : contending_) += out.wanted_by.without(sending_).size();
  });
}

Cycle CrossbarNet::next(Cycle now) const {
  if (more_) return now + 1;
  Cycle next = never;
  entering_.for_each([&](unsigned input) { next = std::min(next, inputs_[input].entering.front().ready); });
  // The first cycle with a cycle of the switch that is not before it.
  const auto cycle = [&](Cycle at) { return at / config_.speedup; };
  sending_.for_each([&](unsigned input) { next = std::min(next, cycle(inputs_[input].busy_until)); });
  wanted_.for_each([&](unsigned output) {
    if (const Cycle then = cycle(outputs_[output].busy_until); then > now) next = std::min(next, then);
  });
  occupied_.for_each([&](unsigned output) {
    const Cycle due = outputs_[output].arrivals.front().due;
    if (due > now) next = std::min(next, due);
  });
  return next;
}

void CrossbarNet::pop(unsigned output, Cycle now) {
  Output& out = outputs_[output];
  const Arrival& arrival = out.arrivals.front();
  statistics_.see_latency(now - arrival.entered);
  out.used -= arrival.flits;
  out.arrivals.pop();
  if (out.arrivals.empty()) occupied_.erase(output);
}

}  // namespace heddle
