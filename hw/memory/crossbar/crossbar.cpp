// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/crossbar/crossbar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/memory/request_check.hpp"
#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"

namespace heddle {

Crossbar::Crossbar(sc_core::sc_module_name name, const CrossbarConfig& config, const SliceMap& map,
                   unsigned sms, ClockDomain& domain, StatGroup& group)
    : sc_module(name),
      config_(config),
      map_(map),
      requests_(config, sms, config.ports(map.slices()), group.group("requests")),
      responses_(config, config.ports(map.slices()), sms, group.group("responses")),
      pointers_(config.ports(map.slices())),
      malformed_(sms) {
  for (unsigned k = 0; k < sms; ++k) {
    sms_.emplace_back(fmt::format("sm{}", k).c_str(), *this, port_depth);
    sms_.back().doorbell = {&sm_mail_, k};
    sms_.back().debug = [this](Payload& payload) { return debug(payload); };
  }
  for (unsigned k = 0; k < map.slices(); ++k) {
    slices_.emplace_back(fmt::format("slice{}", k).c_str(), *this, port_depth);
    slices_.back().doorbell = {&slice_mail_, k};
    slices_.back().passes_errors = true;
  }
  domain.attach(*this);
}

Crossbar::~Crossbar() {
  for (Route& route : routes_)
    if (route.payload != nullptr) route.payload->clear_extension(&route);
}

/// Reads are a header; writes carry their data, and a bit a byte where they are partial; atomics carry as
/// much as the bytes that they work on. One that was refused comes with its line in place of the part that it
/// writes.
unsigned Crossbar::request_bytes(const Payload& payload) const {
  if (payload.is_read()) return config_.header_bytes;
  const bool partial = payload.get_byte_enable_ptr() != nullptr && !writes_nothing(payload);
  const unsigned enables = partial ? payload.get_data_length() / 8 : 0;
  const RefusedPart* part = refused_part(payload);
  const unsigned line = part != nullptr ? part->wire_bytes() : 0;
  const unsigned own = payload.is_write() && line != 0 ? 0 : wire_bytes(payload);
  return config_.header_bytes + own + enables + line;
}

/// The answer to a write is a header; those to reads and atomics carry data. One that refuses carries the
/// line.
unsigned Crossbar::response_bytes(const Payload& payload) const {
  if (is_refused(payload)) return config_.header_bytes + refused_part(payload)->wire_bytes();
  return payload.is_write() || payload.is_response_error() ? config_.header_bytes
                                                           : config_.header_bytes + wire_bytes(payload);
}

void Crossbar::mark(Payload& payload, unsigned sm) {
  if (free_routes_.empty()) free_routes_.push_back(&routes_.emplace_back());
  Route* route = free_routes_.back();
  free_routes_.pop_back();
  route->sm = sm;
  route->payload = &payload;
  payload.set_extension(route);
}

unsigned Crossbar::unmark(Payload& payload) {
  auto* route = payload.get_extension<Route>();
  if (route == nullptr) throw Error({.place = name(), .what = "an answer comes that belongs to no request"});
  payload.clear_extension(route);
  route->payload = nullptr;
  free_routes_.push_back(route);
  return route->sm;
}

bool Crossbar::deliver(Cycle now) {
  bool again = false;
  requests_.occupied().for_each([&](unsigned k) {
    Payload* payload = requests_.front(k, now);
    if (payload == nullptr) return;
    InitiatorPort& slice = slices_[map_.slice_of(payload->get_address())];
    if (!slice.free()) return;
    requests_.pop(k, now);
    slice.send(*payload);
    again |= requests_.front(k, now) != nullptr;
  });
  responses_.occupied().for_each([&](unsigned k) {
    Payload* payload = responses_.front(k, now);
    if (payload == nullptr || !sms_[k].can_respond()) return;
    responses_.pop(k, now);
    sms_[k].respond(*payload);
    again |= responses_.front(k, now) != nullptr;
  });
  return again;
}

void Crossbar::answer_malformed() {
  refused_.for_each([&](unsigned k) {
    if (!sms_[k].can_respond()) return;
    Payload& payload = *malformed_[k].front();
    malformed_[k].pop();
    if (malformed_[k].empty()) refused_.erase(k);
    sms_[k].respond(payload);
  });
}

bool Crossbar::take_requests(Cycle now) {
  bool again = false;
  sm_mail_.for_each([&](unsigned k) {
    TargetPort& port = sms_[k];
    Payload* payload = port.front();
    if (payload == nullptr) {
      again = true;
      return;
    }
    const tlm::tlm_response_status status = check_request(*payload);
    if (status != tlm::TLM_OK_RESPONSE) {
      payload->set_response_status(status);
      malformed_[k].push(payload);
      refused_.insert(k);
    } else {
      const unsigned bytes = request_bytes(*payload);
      if (!requests_.room(k, bytes)) {
        requests_.refuse();
        return;
      }
      mark(*payload, k);
      requests_.enter(k, *payload, port_of(map_.slice_of(payload->get_address())), bytes, now);
    }
    port.pop();
    if (port.empty())
      sm_mail_.erase(k);
    else
      again = true;
  });
  return again;
}

/// An answer that comes in this very instant is not seen, as everywhere.
InitiatorPort* Crossbar::next_to_answer(unsigned port) {
  const unsigned each = config_.slices_per_port;
  for (unsigned i = 0; i < each; ++i) {
    const unsigned k = (pointers_[port] + i) % each, slice = port * each + k;
    if (!slice_mail_.contains(slice) || slices_[slice].front() == nullptr) continue;
    pointers_[port] = k;
    return &slices_[slice];
  }
  return nullptr;
}

bool Crossbar::take_responses(Cycle now) {
  bool again = false;
  PortSet ports;
  slice_mail_.for_each([&](unsigned slice) { ports.insert(port_of(slice)); });
  ports.for_each([&](unsigned port) { again |= take_response(port, now); });
  return again;
}

/// Returns whether to look at the port again in the next cycle.
bool Crossbar::take_response(unsigned port, Cycle now) {
  InitiatorPort* const slice = next_to_answer(port);
  if (slice == nullptr) return true;
  const unsigned bytes = response_bytes(*slice->front());
  if (!responses_.room(port, bytes)) {
    responses_.refuse();
    return false;
  }
  Payload& answer = *slice->receive();
  responses_.enter(port, answer, unmark(answer), bytes, now);
  const unsigned each = config_.slices_per_port, first = port * each;
  if (!slice->waiting()) slice_mail_.erase(first + pointers_[port]);
  pointers_[port] = (pointers_[port] + 1) % each;
  for (unsigned k = first; k < first + each; ++k)
    if (slice_mail_.contains(k)) return true;
  return false;
}

Cycle Crossbar::tick(Cycle now) {
  const bool delivered = !holds(Latch::deliveries) && deliver(now);
  requests_.advance(now);
  responses_.advance(now);
  answer_malformed();
  const bool requests = !holds(Latch::inputs) && take_requests(now);
  const bool responses = !holds(Latch::answers) && take_responses(now);
  if (delivered || requests || responses || !refused_.empty()) return now + 1;
  return std::min(requests_.next(now), responses_.next(now));
}

/// Splits the range at the chunks of SliceMap.
unsigned Crossbar::debug(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  if (address + length < address) return 0;
  tlm::tlm_generic_payload piece;
  piece.set_command(payload.get_command());
  for (unsigned done = 0; done < length;) {
    const std::uint64_t at = address + done;
    const std::uint64_t left = map_.interleave() - at % map_.interleave();
    const unsigned count = static_cast<unsigned>(std::min<std::uint64_t>(left, length - done));
    piece.set_address(at);
    piece.set_data_ptr(payload.get_data_ptr() + done);
    piece.set_data_length(count);
    piece.set_streaming_width(count);
    if (slices_[map_.slice_of(at)].socket->transport_dbg(piece) != count) return done;
    done += count;
  }
  return length;
}

}  // namespace heddle
