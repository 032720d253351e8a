#include "hw/memory/crossbar/crossbar_net.hpp"

#include <algorithm>

namespace heddle {

CrossbarNet::CrossbarNet(const CrossbarConfig& config, unsigned inputs, unsigned outputs, StatGroup& group)
    : config_(config), statistics_(group, outputs), inputs_(inputs), outputs_(outputs) {}

void CrossbarNet::enter(unsigned input, Payload& payload, unsigned output, unsigned bytes, Cycle now) {
  Input& in = inputs_[input];
  const unsigned count = flits(bytes);
  if (in.packets.empty() && in.leaving == 0) {
    in.due = now + config_.latency;
    waiting_.insert(input);
  }
  in.packets.push({&payload, output, count, bytes, now});
  in.used += count;
  statistics_.see_packet(count, bytes);
}

/// Ends the crossing of its packet, then presents the next one to its output.
void CrossbarNet::settle_input(unsigned input, Cycle now) {
  Input& in = inputs_[input];
  in.used -= in.leaving;
  in.leaving = 0;
  if (in.packets.empty()) {
    waiting_.erase(input);
    return;
  }
  const Packet& packet = in.packets.front();
  in.due = packet.entered + config_.latency;
  if (in.due > now) return;
  waiting_.erase(input);
  outputs_[packet.output].wanted_by.insert(input);
  wanted_.insert(packet.output);
}

void CrossbarNet::grant(unsigned output, Cycle now) {
  Output& out = outputs_[output];
  const unsigned candidates = out.wanted_by.size();
  if (out.busy_until > now) {
    contending_ += candidates;
    return;
  }
  const unsigned input = out.wanted_by.next_from(out.turn);
  Input& in = inputs_[input];
  const Packet packet = in.packets.front();
  if (out.used != 0 && out.used + packet.flits > config_.output_flits) {
    output_full_ += candidates;
    return;
  }
  contending_ += candidates - 1;
  out.turn = input + 1 == inputs_.size() ? 0 : input + 1;
  out.wanted_by.erase(input);
  if (out.wanted_by.empty()) wanted_.erase(output);
  out.busy_until = now + packet.flits;
  out.used += packet.flits;
  out.arrivals.push({packet.payload, packet.flits, packet.entered, out.busy_until});
  occupied_.insert(output);
  in.packets.pop();
  in.leaving = packet.flits;
  in.due = out.busy_until;
  waiting_.insert(input);
}

void CrossbarNet::advance(Cycle now) {
  contending_ = output_full_ = refused_ = 0;
  waiting_.for_each([&](unsigned input) {
    if (inputs_[input].due <= now) settle_input(input, now);
  });
  wanted_.for_each([&](unsigned output) { grant(output, now); });
}

Cycle CrossbarNet::next(Cycle now) const {
  Cycle next = never;
  waiting_.for_each([&](unsigned input) { next = std::min(next, inputs_[input].due); });
  wanted_.for_each([&](unsigned output) {
    if (outputs_[output].busy_until > now) next = std::min(next, outputs_[output].busy_until);
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
