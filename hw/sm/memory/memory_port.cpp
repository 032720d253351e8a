// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/memory_port.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace heddle {

MemoryPort::MemoryPort(sc_core::sc_module_name name, Clocked& owner, ClockDomain& clock, unsigned sm,
                       const LineEdges& edges, StatGroup& stats)
    : sc_module(name),
      owner_(owner),
      sm_(sm),
      edge_(edges, EdgePlace::sm, sm, owner, clock, stats),
      port_("port", owner, room) {
  static constexpr std::array<const char*, clients> names{"data", "instruction", "constant", "texture"};
  for (unsigned c = 0; c < clients; ++c) {
    StatGroup& group = stats.group(names[c]);
    const std::string of = std::string(" of this SM's ") + names[c] + " cache";
    ClientStatistics& s = stats_[c];
    s.requests = &group.counter("requests", "requests", "sent to memory on behalf" + of);
    s.answers = &group.counter("answers", "requests", "that were answered");
    s.latency = &group.counter("latency_cycles", "core cycles", "from request to answer, summed");
    group.ratio("average_latency", "core cycles", "mean time from request to answer", *s.latency, *s.answers);
  }
}

void MemoryPort::send(Transaction& t, Client client) {
  t.origin().source = sm_;
  t.origin().client = client;
  t.origin().sent = sent_at_ = now();
  ++outstanding_;
  ++*stats_[static_cast<unsigned>(client)].requests;
  to_send_.push(&t);
}

void MemoryPort::decode(Transaction& t, Client client) {
  t.origin().client = client;
  ++outstanding_;
  to_decode_.push(&t);
}

void MemoryPort::advance() {
  const auto pass = [&](auto&& front, auto&& pop) {
    edge_.pass(
        Way::down, front, pop, [&] { return port_.free(); }, [&](auto& payload) { port_.send(payload); }, 1);
  };
  if (path_ == nullptr)
    return pass([&] { return to_send_.empty() ? nullptr : to_send_.front(); }, [&] { to_send_.pop(); });
  for (; !to_send_.empty() && path_->room(); to_send_.pop()) path_->take(*to_send_.front());
  pass([&] { return path_->front(); }, [&] { path_->pop(); });
}

/// An answer to a request of this SM.
void MemoryPort::sort(Transaction& t) {
  answers_[static_cast<unsigned>(t.origin().client)].push(&t);
  ++answered_;
}

Transaction* MemoryPort::receive(Client client) {
  const bool admits = answered_ < room;
  edge_.pass(
      Way::up, [&] { return !to_decode_.empty() ? to_decode_.front()
                            : admits            ? port_.front()
                                                : nullptr; },
      [&] {
        if (to_decode_.empty())
          port_.receive();
        else
          to_decode_.pop();
      },
      [] { return true; },
      [&](auto& payload) {
        auto& t = static_cast<Transaction&>(payload);
        const bool asked = t.encoded().state != EncodedCopy::State::opened;
        if (!asked || path_ == nullptr || !path_->answered(t)) sort(t);
      });
  while (path_ != nullptr && path_->has_answer()) sort(path_->take_answer());
  Ring<Transaction*>& own = answers_[static_cast<unsigned>(client)];
  if (own.empty()) return nullptr;
  Transaction* t = own.front();
  own.pop();
  --outstanding_;
  --answered_;
  if (t->encoded().state == EncodedCopy::State::opened) return t;
  ClientStatistics& s = stats_[static_cast<unsigned>(client)];
  ++*s.answers;
  *s.latency += now() - t->origin().sent;
  return t;
}

}  // namespace heddle
