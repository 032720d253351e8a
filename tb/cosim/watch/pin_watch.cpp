// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/watch/pin_watch.hpp"

namespace heddle {

PinWatch::PinWatch(sc_core::sc_module_name name, Block& block, std::unique_ptr<BlockCoverage> coverage)
    : sc_module(name), changes_(block), coverage_(std::move(coverage)) {}

void PinWatch::end_of_elaboration() {
  changes_.attach(*this);
  for (const PinChanges::Watched& w : changes_.channels())
    (w.channel->input() ? inputs_ : outputs_).push_back(w.channel->value());
}

Cycle PinWatch::tick(Cycle now) {
  changes_.moved();
  if (changes_.at_rest()) return never;
  coverage_->observe(inputs_, outputs_, !changes_.in_reset());
  return now + 1;
}

}  // namespace heddle
