// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/walking_source.hpp"

namespace heddle {

WalkingSource::WalkingSource(sc_core::sc_module_name name, unsigned, const Config& config,
                             ClockDomain& domain)
    : sc_module(name), port("port", *this, 64), pause_(config.pause) {
  domain.attach(*this);
}

void WalkingSource::walk(std::vector<std::vector<std::uint64_t>> lines) {
  warps_.clear();
  for (auto& of_warp : lines) warps_.push_back({.lines = std::move(of_warp)});
  first_ = 0;
  walking_ = true;
  wake();
}

Cycle WalkingSource::tick(Cycle now) {
  while (InitiatorPort::Payload* p = port.receive()) {
    auto& t = static_cast<Transaction&>(*p);
    Warp& warp = warps_[t.origin().tag];
    warp.waits = false;
    warp.ready = now + pause_;
    ++answers_;
    t.release();
  }
  if (!walking_) return port.waiting() ? now + 1 : never;
  for (std::size_t i = 0; i < warps_.size() && port.free(); ++i) {
    const std::size_t w = (first_ + i) % warps_.size();
    Warp& warp = warps_[w];
    if (warp.waits || warp.ready > now) continue;
    Transaction& t = pool_.acquire();
    t.set_up_read(warp.lines[warp.at], line_bytes);
    t.origin().tag = w;
    warp.at = (warp.at + 1) % warp.lines.size();
    warp.waits = true;
    first_ = w + 1;
    port.send(t);
    break;
  }
  return now + 1;
}

}  // namespace heddle
