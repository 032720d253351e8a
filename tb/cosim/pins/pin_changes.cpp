// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/pins/pin_changes.hpp"

#include "models/base/error.hpp"

namespace heddle {

PinChanges::PinChanges(Block& block) : block_(block) {
  for (Channel* channel : block_.pins().channels) {
    Watched& w = channels_.emplace_back(Watched{PinLayout(*channel), channel});
    w.shown.resize(channel->bytes());
  }
}

void PinChanges::attach(Clocked& watcher) {
  Pins& pins = block_.pins();
  auto* domain = dynamic_cast<ClockDomain*>(pins.clk.get_interface());
  auto* reset = dynamic_cast<Wire<bool>*>(pins.rst_n.get_interface());
  bool wired = domain != nullptr && reset != nullptr;
  for (Watched& w : channels_) wired = wired && w.channel->add_reader(watcher);
  if (!wired)
    throw Error({.place = block_.name(), .what = "only a block on wires, in a clock domain, can be watched"});
  reset->add_reader(watcher);
  domain->attach(watcher);
}

bool PinChanges::moved() {
  const bool in_reset = block_.pins().in_reset();
  bool any = in_reset != was_reset_;
  was_reset_ = in_reset;
  for (Watched& w : channels_) {
    const std::byte* value = w.channel->value();
    const bool valid = w.layout.valid(value);
    if (w.layout.has_valid()) {
      w.payloads += valid;
      any |= valid != w.layout.valid(w.shown.data()) || valid;
      w.layout.copy(w.shown.data(), value);
    } else if (!w.layout.same_payload(w.shown.data(), value)) {
      ++w.payloads;
      any = true;
      w.layout.copy(w.shown.data(), value);
    }
  }
  still_ = any ? 0 : still_ + 1;
  return any;
}

std::vector<ChannelActivity> PinChanges::activity() const {
  std::vector<ChannelActivity> all;
  for (const Watched& w : channels_)
    all.push_back({w.layout.channel(), w.channel->input(), w.layout.has_valid(), w.payloads});
  return all;
}

}  // namespace heddle
