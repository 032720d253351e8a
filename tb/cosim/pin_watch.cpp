#include "tb/cosim/pin_watch.hpp"

#include "models/base/error.hpp"

namespace heddle {

PinWatch::PinWatch(sc_core::sc_module_name name, Block& block, std::unique_ptr<BlockCoverage> coverage)
    : sc_module(name), block_(block), coverage_(std::move(coverage)) {
  for (Channel* channel : block_.pins().channels) {
    Watched& w = channels_.emplace_back(Watched{PinLayout(*channel), channel});
    w.before.resize(channel->bytes());
  }
}

void PinWatch::end_of_elaboration() {
  Pins& pins = block_.pins();
  auto* domain = dynamic_cast<ClockDomain*>(pins.clk.get_interface());
  auto* reset = dynamic_cast<Wire<bool>*>(pins.rst_n.get_interface());
  bool wired = domain != nullptr && reset != nullptr;
  for (Watched& w : channels_) {
    wired = wired && w.channel->add_reader(*this);
    (w.channel->input() ? inputs_ : outputs_).push_back(w.channel->value());
  }
  if (!wired)
    throw Error({.place = block_.name(), .what = "coverage needs a block on wires, in a clock domain"});
  reset->add_reader(*this);
  domain->attach(*this);
}

Cycle PinWatch::tick(Cycle now) {
  quiet_ = moved() ? 0 : quiet_ + 1;
  if (quiet_ >= patience) return never;
  coverage_->observe(inputs_, outputs_, !was_reset_);
  return now + 1;
}

bool PinWatch::moved() {
  const bool in_reset = block_.pins().in_reset();
  bool any = in_reset != was_reset_;
  was_reset_ = in_reset;
  for (Watched& w : channels_) {
    const std::byte* value = w.channel->value();
    const bool valid = w.layout.valid(value);
    if (w.layout.has_valid()) {
      w.payloads += valid;
      any |= valid != w.layout.valid(w.before.data()) || valid;
      w.layout.copy(w.before.data(), value);
    } else if (!w.layout.same_payload(w.before.data(), value)) {
      ++w.payloads;
      any = true;
      w.layout.copy(w.before.data(), value);
    }
  }
  return any;
}

std::vector<ChannelActivity> PinWatch::activity() const {
  std::vector<ChannelActivity> all;
  for (const Watched& w : channels_)
    all.push_back({w.layout.channel(), w.channel->input(), w.layout.has_valid(), w.payloads});
  return all;
}

}  // namespace heddle
