// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/channel_controller.hpp"

#include <algorithm>

#include "hw/memory/request_check.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

ChannelController::ChannelController(sc_core::sc_module_name name, unsigned channel,
                                     const Gddr5Config& device_config, const ControllerConfig& config,
                                     const AddressMapping& mapping, ControllerEntries& entries,
                                     ClockDomain& domain, StatGroup& group, const Counter& clock,
                                     const LineEdges& edges)
    : sc_module(name),
      port("port", *this, config.inbox),
      channel_(channel),
      device_config_(device_config),
      config_(config),
      mapping_(mapping),
      statistics_(group, device_config, clock),
      scheduler_(device_config, config, entries),
      codecs_(edges.codecs),
      edge_(edges, EdgePlace::controller, channel, *this, domain, group,
            {&mapping, [this](bool read, std::uint64_t address, std::span<unsigned char> bytes) {
               device_debug(read, address, bytes.data(), static_cast<unsigned>(bytes.size()));
             }}) {
  device.register_nb_transport_bw(this, &ChannelController::nb_transport_bw);
  port.debug = [this](Payload& payload) { return debug(payload); };
  domain.attach(*this);
}

tlm::tlm_response_status ChannelController::check(const Payload& payload) const {
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const auto status = check_request(payload);
  const bool mine = mapping_.channel_of(payload.get_address()) == channel_;
  return mine ? status : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

Cycle ChannelController::tick(Cycle now) {
  if (!holds(Latch::inbox)) accept(now);
  if (!holds(Latch::transit)) advance(now);
  if (!holds(Latch::commands)) command(now);
  if (!holds(Latch::ends)) finish(now);
  if (!holds(Latch::answers)) respond(now);
  return next(now);
}

void ChannelController::accept(Cycle now) {
  popped_ = false;
  for (Payload* p = port.front(); p != nullptr && transit_.size() < config_.transit; p = port.front()) {
    port.pop();
    popped_ = true;
    p->set_response_status(check(*p));
    transit_.push(&record(*p, now));
  }
}

DramRequest& ChannelController::record(Payload& payload, Cycle now) {
  DramRequest& request = requests_.take();
  request.payload = &payload;
  request.arrived = now;
  request.write = payload.is_write();
  return request;
}

DramRequest& ChannelController::out_of_edge(Payload& payload, Cycle now) {
  const auto known = std::find_if(in_edge_.begin(), in_edge_.end(),
                                  [&](const DramRequest* r) { return r->payload == &payload; });
  if (known == in_edge_.end()) return record(payload, now);
  DramRequest& request = **known;
  in_edge_.erase(known);
  return request;
}

/// The oldest request in transit, if it has arrived at the line edge. Requests with an error are answered
/// first.
DramRequest* ChannelController::due_request(Cycle now) {
  while (!transit_.empty() && transit_.front()->arrived + config_.latency <= now) {
    DramRequest& request = *transit_.front();
    if (request.payload->is_response_ok()) return &request;
    statistics_.see_error();
    answers_.push(&request);
    transit_.pop();
  }
  return nullptr;
}

void ChannelController::advance(Cycle now) {
  if (blocked_ != nullptr && !enter(*blocked_, now)) return;
  blocked_ = nullptr;
  edge_.pass(
      LineEdge::Way::down,
      [&] {
        const DramRequest* request = due_request(now);
        return request != nullptr ? request->payload : nullptr;
      },
      [&] {
        in_edge_.push_back(transit_.front());
        transit_.pop();
      },
      [&] { return blocked_ == nullptr; },
      [&](Payload& payload) {
        DramRequest& request = out_of_edge(payload, now);
        if (!enter(request, now)) blocked_ = &request;
      });
}

bool ChannelController::enter(DramRequest& r, Cycle now) {
  const std::uint64_t address = r.payload->get_address();
  const unsigned granularity = device_config_.burst_bytes();
  r.length = std::max(wire_bytes(*r.payload), 1u);  // a line without bits takes a burst here
  r.place = mapping_.place_of(address);
  r.line = address / line_bytes;
  r.bursts = (r.place.column + r.length - 1) / granularity - r.place.column / granularity + 1;
  if (!r.write)
    if (const DramRequest* source = scheduler_.source_of(r)) {
      const unsigned char* from =
          source->payload->get_data_ptr() + (address - source->payload->get_address());
      std::copy_n(from, r.payload->get_data_length(), r.payload->get_data_ptr());
      statistics_.see_forward();
      r.end = now;
      forwarded_.push(&r);
      return true;
    }
  QueueEntries& entries = scheduler_.entries(r.write);
  if (!entries.room(now, *this)) {
    entries.wait(*this);
    return false;
  }
  scheduler_.enter(r, now);
  return true;
}

void ChannelController::command(Cycle now) {
  if (scheduler_.due(now) > now) return;
  const CommandScheduler::Command next = scheduler_.issue(now);
  statistics_.see_command(next);
  statistics_.see_drains(scheduler_.drains());
  send(next, now);
  if (next.last) ending_.push(next.request);
}

/// Where the next request stands that has all its data, or null.
Ring<DramRequest*>* ChannelController::finished(Cycle now) {
  for (Ring<DramRequest*>* ring : {&ending_, &forwarded_})
    if (!ring->empty() && ring->front()->running == 0 && ring->front()->end <= now) return ring;
  return nullptr;
}

void ChannelController::finish(Cycle now) {
  Ring<DramRequest*>* ring = nullptr;
  edge_.pass(
      LineEdge::Way::up,
      [&] {
        ring = finished(now);
        return ring != nullptr ? ring->front()->payload : nullptr;
      },
      [&] {
        DramRequest& request = *ring->front();
        ring->pop();
        if (edge_.sent(*request.payload))
          requests_.give_back(request);
        else
          in_edge_.push_back(&request);
      },
      [] { return true; }, [&](Payload& payload) { answers_.push(&out_of_edge(payload, now)); });
}

void ChannelController::respond(Cycle now) {
  while (!answers_.empty() && port.can_respond()) {
    DramRequest& request = *answers_.front();
    answers_.pop();
    Payload& payload = *request.payload;
    if (payload.is_response_ok()) statistics_.see_response(!request.write, now - request.arrived);
    requests_.give_back(request);
    port.respond(payload);
  }
}

Cycle ChannelController::next(Cycle now) {
  // A request that was refused is accepted in the first cycle in which there is room.
  const bool look = !port.empty() && (popped_ || transit_.size() < config_.transit);
  const bool soon = look || (blocked_ != nullptr && scheduler_.entries(blocked_->write).room(now + 1, *this));
  if (soon) return now + 1;
  Cycle then = scheduler_.due(now + 1);
  const auto at = [&](Cycle due) { then = std::min(then, std::max(due, now + 1)); };
  if (blocked_ == nullptr) at(edge_.next(LineEdge::Way::down));
  at(edge_.next(LineEdge::Way::up));
  if (!transit_.empty() && blocked_ == nullptr && edge_.room(LineEdge::Way::down))
    at(transit_.front()->arrived + config_.latency);
  if (edge_.room(LineEdge::Way::up))
    for (const Ring<DramRequest*>* ring : {&ending_, &forwarded_})
      if (!ring->empty() && ring->front()->running == 0) at(ring->front()->end);
  return then;
}

}  // namespace heddle
