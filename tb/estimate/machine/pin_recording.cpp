#include "tb/estimate/machine/pin_recording.hpp"

#include <cstring>

namespace heddle::estimate {

PinRecording::PinRecording(sc_core::sc_module_name name, Block& block, std::size_t most)
    : sc_module(name), changes_(block), most_(most) {
  for (const PinChanges::Watched& w : changes_.channels()) {
    auto& pins = w.channel->input() ? inputs_ : outputs_;
    for (const Field& f : w.layout.fields()) pins.push_back({f.name, f.bits});
    // The valid bit of a beat comes last.
    if (!w.channel->input())
      valid_of_.resize(outputs_.size(), w.layout.has_valid() ? static_cast<int>(outputs_.size()) - 1 : -1);
    if (!w.channel->input() && w.layout.has_valid()) valid_of_.back() = -1;
  }
}

Cycle PinRecording::tick(Cycle now) {
  const bool moved = changes_.moved();
  if (changes_.in_reset()) return now + 1;
  moving_ += moved;
  if (changes_.at_rest()) return never;
  if (moved_.size() < most_) {
    moved_.push_back(moved);
    keep();
  }
  return now + 1;
}

void PinRecording::keep() {
  auto input = inputs_.begin(), output = outputs_.begin();
  for (const PinChanges::Watched& w : changes_.channels())
    for (const Field& f : w.layout.fields()) {
      // As RTL sees it: a beat that is not valid leaves the payload of the last one on the pins.
      PinSequence::Pin& pin = w.channel->input() ? *input++ : *output++;
      const std::size_t begin = pin.words.size();
      pin.words.resize(begin + (f.bits + 31) / 32);
      std::memcpy(&pin.words[begin], w.shown.data() + f.offset, rtl_bytes(f.bits));
    }
}

RecordedPins PinRecording::pins() const {
  return {PinSequence(inputs_), PinSequence(outputs_), valid_of_, moved_};
}

}  // namespace heddle::estimate
