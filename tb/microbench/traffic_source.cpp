// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/traffic_source.hpp"

#include <algorithm>

namespace heddle {

TrafficSource::TrafficSource(sc_core::sc_module_name name, unsigned number, const Config& config,
                             ClockDomain& domain)
    : sc_module(name), port("port", *this, 64), window_(config.window), random_(config.seed + 1 + number) {
  domain.attach(*this);
}

void TrafficSource::offer(double reads_a_cycle, std::function<std::uint64_t()> next_line) {
  chance_ = static_cast<std::uint64_t>(std::min(reads_a_cycle, 1.0) * 0x1p32);
  next_line_ = std::move(next_line);
  wake();
}

void TrafficSource::stop() {
  chance_ = 0;
  while (!made_.empty()) made_.pop();
}

void TrafficSource::receive(Cycle now) {
  while (InitiatorPort::Payload* p = port.receive()) {
    auto& t = static_cast<Transaction&>(*p);
    ++counts_.answers;
    counts_.cycles += now - t.origin().tag;
    t.release();
  }
}

void TrafficSource::send() {
  if (made_.empty() || port.outstanding() >= window_ || !port.free()) return;
  Transaction& t = pool_.acquire();
  t.set_up_read(next_line_(), line_bytes);
  t.origin().tag = made_.front();
  made_.pop();
  port.send(t);
}

Cycle TrafficSource::tick(Cycle now) {
  receive(now);
  if (chance_ == 0 && made_.empty()) return port.waiting() ? now + 1 : never;
  if ((random_() >> 32) < chance_) made_.push(now);
  send();
  return now + 1;
}

}  // namespace heddle
