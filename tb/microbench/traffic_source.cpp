#include "tb/microbench/traffic_source.hpp"

#include <algorithm>
#include <cmath>

namespace heddle {

TrafficSource::TrafficSource(sc_core::sc_module_name name, unsigned window, std::uint64_t seed,
                             ClockDomain& domain)
    : sc_module(name), port("port", *this, 64), window_(window), random_(seed) {
  domain.attach(*this);
}

void TrafficSource::offer(double requests_a_cycle, std::function<Request()> next) {
  chance_ = static_cast<std::uint64_t>(std::min(requests_a_cycle, 1.0) * 0x1p32);
  next_ = std::move(next);
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
    counts_.bytes += t.get_data_length();
    counts_.cycles_waited += now - t.origin().tag;
    t.release();
  }
}

void TrafficSource::send() {
  if (made_.empty() || port.outstanding() >= window_ || !port.free()) return;
  const Request request = next_();
  Transaction& t = pool_.acquire();
  if (request.write)
    t.set_up_write(request.address, request.bytes);
  else
    t.set_up_read(request.address, request.bytes);
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
