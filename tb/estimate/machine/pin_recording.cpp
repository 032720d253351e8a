// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/machine/pin_recording.hpp"

#include <cstring>

namespace heddle::estimate {

namespace {

/// Returns the block's pins, with no cycles recorded yet.
RecordedPins pins_of(const PinChanges& changes) {
  std::vector<PinSequence::Pin> inputs, outputs;
  std::vector<int> valid_of;
  for (const PinChanges::Watched& w : changes.channels()) {
    auto& pins = w.channel->input() ? inputs : outputs;
    for (const Field& f : w.layout.fields()) pins.push_back({f.name, f.bits});
    if (w.channel->input()) continue;
    // The valid bit of a beat comes last.
    valid_of.resize(outputs.size(), w.layout.has_valid() ? static_cast<int>(outputs.size()) - 1 : -1);
    if (w.layout.has_valid()) valid_of.back() = -1;
  }
  return {PinSequence(std::move(inputs)), PinSequence(std::move(outputs)), std::move(valid_of)};
}

}  // namespace

PinRecording::PinRecording(sc_core::sc_module_name name, Block& block, std::size_t most)
    : sc_module(name), changes_(block), most_(most), pins_(pins_of(changes_)) {}

Cycle PinRecording::tick(Cycle now) {
  const bool moved = changes_.moved();
  if (changes_.in_reset()) return now + 1;
  moving_ += moved;
  if (changes_.at_rest()) return never;
  if (pins_.cycles() < most_) {
    pins_.moved.push_back(moved);
    keep();
  }
  return now + 1;
}

void PinRecording::keep() {
  std::size_t input = 0, output = 0;
  for (const PinChanges::Watched& w : changes_.channels())
    for (const Field& f : w.layout.fields()) {
      // As in RTL, the payload pins keep the last value while a beat is not valid.
      words_.assign((f.bits + 31) / 32, 0);
      std::memcpy(words_.data(), w.shown.data() + f.offset, rtl_bytes(f.bits));
      if (w.channel->input())
        pins_.inputs.append(input++, words_);
      else
        pins_.outputs.append(output++, words_);
    }
}

}  // namespace heddle::estimate
