#include "hw/sm/memory/memory_port.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace heddle {

MemoryPort::MemoryPort(sc_core::sc_module_name name, Clocked& owner, unsigned sm, LineForm& form,
                       StatGroup& stats)
    : sc_module(name), owner_(owner), sm_(sm), form_(form), port_("port", owner, room) {
  static constexpr std::array<const char*, clients> names{"data", "instruction", "constant", "texture"};
  for (unsigned c = 0; c < clients; ++c) {
    StatGroup& group = stats.group(names[c]);
    const std::string of = std::string(" of this SM's ") + names[c] + " cache";
    ClientStatistics& s = stats_[c];
    s.requests = &group.counter("requests", "requests", "sent to memory on behalf" + of);
    s.answers = &group.counter("answers", "requests", "answered");
    s.latency = &group.counter("latency_cycles", "core cycles", "from request to answer, all together");
    group.ratio("average_latency", "core cycles", "from request to answer", *s.latency, *s.answers);
  }
}

void MemoryPort::send(Transaction& t, Client client) {
  t.origin().source = sm_;
  t.origin().client = client;
  t.origin().sent = sent_at_ = now();
  ++outstanding_;
  ++*stats_[static_cast<unsigned>(client)].requests;
  if (!form_.take(t, LineForm::Way::down)) held_ = &t;
}

void MemoryPort::advance() {
  if (held_ != nullptr && form_.take(*held_, LineForm::Way::down)) held_ = nullptr;
  if (!port_.free()) return;
  if (auto* payload = form_.give(LineForm::Way::down)) port_.send(*payload);
}

Transaction* MemoryPort::receive(Client client) {
  while (answered_ < room && (held_up_ != nullptr || (held_up_ = port_.receive()) != nullptr)) {
    if (!form_.take(*held_up_, LineForm::Way::up)) break;
    held_up_ = nullptr;
  }
  while (auto* payload = form_.give(LineForm::Way::up)) {
    auto* t = static_cast<Transaction*>(payload);
    answers_[static_cast<unsigned>(t->origin().client)].push(t);
    ++answered_;
  }
  Ring<Transaction*>& own = answers_[static_cast<unsigned>(client)];
  if (own.empty()) return nullptr;
  Transaction* t = own.front();
  own.pop();
  --outstanding_;
  --answered_;
  ClientStatistics& s = stats_[static_cast<unsigned>(client)];
  ++*s.answers;
  *s.latency += now() - t->origin().sent;
  return t;
}

}  // namespace heddle
