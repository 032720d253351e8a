#include "hw/sm/memory_port.hpp"

#include <algorithm>

namespace heddle {

MemoryPort::MemoryPort(sc_core::sc_module_name name, Clocked& owner, unsigned sm)
    : sc_module(name), sm_(sm), port_("port", owner, room) {}

void MemoryPort::send(Transaction& t, Client client) {
  t.origin().source = sm_;
  t.origin().client = client;
  ++outstanding_;
  port_.send(t);
}

Transaction* MemoryPort::receive(Client client) {
  while (auto* payload = port_.receive()) {
    auto* t = static_cast<Transaction*>(payload);
    answers_[static_cast<unsigned>(t->origin().client)].push(t);
  }
  Ring<Transaction*>& own = answers_[static_cast<unsigned>(client)];
  if (own.empty()) return nullptr;
  Transaction* t = own.front();
  own.pop();
  --outstanding_;
  return t;
}

bool MemoryPort::waiting() const {
  return port_.waiting() ||
         std::any_of(answers_.begin(), answers_.end(), [](const auto& ring) { return !ring.empty(); });
}

}  // namespace heddle
