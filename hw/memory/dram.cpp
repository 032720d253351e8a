#include "hw/memory/dram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  const bool masked = payload.get_byte_enable_ptr() != nullptr;
  const AtomicRequest* atomic = payload.get_extension<AtomicRequest>();
  if (!payload.is_read() && !payload.is_write() && (atomic == nullptr || !atomic->fits(length)))
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (address % burst_bytes != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length == 0 || length % burst_bytes != 0 || address % line_bytes + length > line_bytes ||
      payload.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (masked && (!payload.is_write() || payload.get_byte_enable_length() == 0))
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void hold(tlm::tlm_generic_payload& payload) {
  if (payload.has_mm()) payload.acquire();
}
void let_go(tlm::tlm_generic_payload& payload) {
  if (payload.has_mm()) payload.release();
}

Cycle earliest(const std::vector<Cycle>& due) {
  Cycle first = never;
  for (const Cycle cycle : due) first = std::min(first, cycle);
  return first;
}

}  // namespace

Dram::Dram(sc_core::sc_module_name name, const DramConfig& config, ClockDomain& domain, StatGroup& group)
    : sc_module(name),
      config_(config),
      domain_(domain),
      statistics_(group, config),
      channels_(config.channels, Channel(config)),
      end_due_(config.channels, never) {
  config_.validate();
  socket.register_nb_transport_fw(this, &Dram::nb_transport_fw);
  socket.register_transport_dbg(this, &Dram::transport_dbg);
  domain.attach(*this);
}

void Dram::end_of_elaboration() {
  ports_.resize(socket.size());
  inbox_due_.resize(ports_.size(), never);
  response_due_.resize(ports_.size(), never);
}

Cycle Dram::tick(Cycle now) {
  for (std::size_t c = 0; c < channels_.size(); ++c)
    if (end_due_[c] <= now) {
      complete(channels_[c], now);
      end_due_[c] = channels_[c].queue.empty() ? never : channels_[c].queue.front().end;
    }
  for (unsigned p = 0; p < ports_.size(); ++p)
    if (inbox_due_[p] <= now) advance_inbox(p, now);
  for (unsigned p = 0; p < ports_.size(); ++p)
    while (response_due_[p] <= now) respond(p, now);
  return next_ = std::min({earliest(end_due_), earliest(inbox_due_), earliest(response_due_)});
}

tlm::tlm_sync_enum Dram::nb_transport_fw(int id, Payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  const auto port = static_cast<unsigned>(id);
  const Cycle edge = (sc_core::sc_time_stamp() + delay).value() / domain_.period_fs() + 1;
  if (phase == tlm::BEGIN_REQ && ports_[port].refused == nullptr)
    return begin_request(port, payload, phase, edge);
  if (phase == tlm::END_RESP && ports_[port].responding == &payload) return end_response(port, edge);
  throw Error({.place = name(),
               .what = fmt::format("initiator {} breaks the TLM base protocol", port),
               .value = phase.get_name(),
               .legal = "BEGIN_REQ after the END_REQ of the request before, END_RESP after BEGIN_RESP"});
}

tlm::tlm_sync_enum Dram::begin_request(unsigned p, Payload& payload, tlm::tlm_phase& phase, Cycle edge) {
  Port& port = ports_[p];
  hold(payload);
  payload.set_response_status(check(payload));
  // Room made at an edge of this very instant is not seen yet, whether that edge has run or not.
  const bool instant = port.freed_cycle * domain_.period_fs() == sc_core::sc_time_stamp().value();
  if (port.inbox.size() + (instant ? port.freed : 0) < config_.inbox_depth) {
    port.inbox.push(
        {&payload, dram_place(config_, payload.get_address()), edge + config_.request_latency, edge});
    phase = tlm::END_REQ;
  } else {
    statistics_.see_refusal();
    port.refused = &payload;
    port.refused_sent = edge;
  }
  update_inbox_due(p);
  wake_by(inbox_due_[p]);
  return phase == tlm::END_REQ ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum Dram::end_response(unsigned p, Cycle edge) {
  Port& port = ports_[p];
  let_go(*std::exchange(port.responding, nullptr));
  if (!port.responses.empty()) response_due_[p] = std::max(port.responses.front().due, edge);
  wake_by(response_due_[p]);
  return tlm::TLM_COMPLETED;
}

void Dram::wake_by(Cycle due) {
  if (due >= next_) return;
  next_ = due;
  wake();
}

void Dram::update_inbox_due(unsigned p) {
  Port& port = ports_[p];
  Cycle due = never;
  if (!port.inbox.empty() && !port.waiting) due = port.inbox.front().due;
  if (port.refused != nullptr && port.inbox.size() < config_.inbox_depth)
    due = std::min(due, port.refused_sent);
  inbox_due_[p] = due;
}

void Dram::advance_inbox(unsigned p, Cycle now) {
  Port& port = ports_[p];
  while (inbox_due_[p] <= now) {
    if (port.refused != nullptr && port.refused_sent <= now && port.inbox.size() < config_.inbox_depth) {
      Payload& payload = *std::exchange(port.refused, nullptr);
      port.inbox.push({&payload, dram_place(config_, payload.get_address()), now + config_.request_latency,
                       port.refused_sent});
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay;
      socket[static_cast<int>(p)]->nb_transport_bw(payload, phase, delay);
    } else {
      arrive(p, now);
    }
    update_inbox_due(p);
  }
}

void Dram::arrive(unsigned p, Cycle now) {
  Port& port = ports_[p];
  const Request& request = port.inbox.front();
  if (request.payload->get_response_status() != tlm::TLM_OK_RESPONSE) {
    statistics_.see_error();
    answer(p, {request.payload, now + config_.response_latency, request.sent});
    take(p, now);
    return;
  }
  Channel& channel = channels_[request.place.channel];
  if (channel.queue.size() < config_.queue_depth) {
    enter(p, now);
    return;
  }
  port.waiting = true;
  port.waiting_since = now;
  // The oldest first; of the same age, the lower port: nothing depends on the order of the calls.
  const auto older = [&](unsigned a, unsigned b) {
    return std::pair(ports_[a].inbox.front().due, a) < std::pair(ports_[b].inbox.front().due, b);
  };
  channel.waiting.insert(std::upper_bound(channel.waiting.begin(), channel.waiting.end(), p, older), p);
}

void Dram::enter(unsigned p, Cycle now) {
  const Request& request = ports_[p].inbox.front();
  const DramPlace& place = request.place;
  Channel& channel = channels_[place.channel];
  const unsigned bursts = request.payload->get_data_length() / burst_bytes;
  const bool write = !request.payload->is_read();
  if (!request.payload->is_read() && !request.payload->is_write()) {  // an atomic: a read, then a write
    statistics_.see_access(channel.timing.schedule(now, place.bank, place.row, bursts, false), false, bursts);
    statistics_.see_atomic();
  }
  const DramAccess access = channel.timing.schedule(now, place.bank, place.row, bursts, write);
  statistics_.see_access(access, write, bursts);
  channel.queue.push({request.payload, p, access.end, request.sent});
  end_due_[place.channel] = channel.queue.front().end;
  take(p, now);
}

void Dram::take(unsigned p, Cycle now) {
  Port& port = ports_[p];
  port.inbox.pop();
  port.freed = port.freed_cycle == now ? port.freed + 1 : 1;
  port.freed_cycle = now;
}

void Dram::complete(Channel& channel, Cycle now) {
  for (; !channel.queue.empty() && channel.queue.front().end <= now; channel.queue.pop()) {
    const InFlight& done = channel.queue.front();
    Payload& payload = *done.payload;
    const std::span<unsigned char> data(payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) {
      memory_.read(payload.get_address(), data);
    } else if (!payload.is_write()) {
      memory_.read(payload.get_address(), data);
      payload.get_extension<AtomicRequest>()->perform(data);
      memory_.write(payload.get_address(), data);
    } else if (payload.get_byte_enable_ptr() == nullptr) {
      memory_.write(payload.get_address(), data);
    } else {
      memory_.write(payload.get_address(), data,
                    {payload.get_byte_enable_ptr(), payload.get_byte_enable_length()});
    }
    answer(done.port, {&payload, now + config_.response_latency, done.sent});
  }
  std::size_t admitted = 0;
  for (; admitted < channel.waiting.size() && channel.queue.size() < config_.queue_depth; ++admitted) {
    const unsigned p = channel.waiting[admitted];
    statistics_.see_queue_wait(now - ports_[p].waiting_since);
    ports_[p].waiting = false;
    enter(p, now);
    update_inbox_due(p);
  }
  channel.waiting.erase(channel.waiting.begin(), channel.waiting.begin() + static_cast<long>(admitted));
}

void Dram::answer(unsigned p, const Response& response) {
  Port& port = ports_[p];
  if (port.responses.empty() && port.responding == nullptr) response_due_[p] = response.due;
  port.responses.push(response);
}

void Dram::respond(unsigned p, Cycle now) {
  Port& port = ports_[p];
  const Response response = port.responses.front();
  port.responses.pop();
  port.responding = response.payload;
  response_due_[p] = never;
  statistics_.see_response(now - response.sent);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const auto sync = socket[static_cast<int>(p)]->nb_transport_bw(*response.payload, phase, delay);
  if (sync == tlm::TLM_ACCEPTED || port.responding == nullptr)
    return;  // END_RESP follows, or came inside the call
  let_go(*std::exchange(port.responding, nullptr));
  if (!port.responses.empty()) response_due_[p] = port.responses.front().due;
}

unsigned Dram::transport_dbg(int, Payload& payload) {
  const std::span<unsigned char> data(payload.get_data_ptr(), payload.get_data_length());
  if (payload.get_address() + data.size() < payload.get_address()) return 0;
  if (payload.is_read())
    memory_.read(payload.get_address(), data);
  else if (payload.is_write())
    memory_.write(payload.get_address(), data);
  else
    return 0;
  return payload.get_data_length();
}

}  // namespace heddle
