#include "tb/estimate/machine/pin_recording.hpp"

#include <cstring>

namespace heddle::estimate {

PinRecording::PinRecording(sc_core::sc_module_name name, Block& block, std::size_t most)
    : sc_module(name), changes_(block), most_(most) {
  for (const PinChanges::Watched& w : changes_.channels())
    if (w.channel->input())
      for (const Field& f : w.layout.fields()) pins_.push_back({f.name, f.bits});
}

Cycle PinRecording::tick(Cycle now) {
  const bool moved = changes_.moved();
  if (changes_.in_reset()) return now + 1;
  moving_ += moved;
  quiet_ = moved ? 0 : quiet_ + 1;
  if (quiet_ >= patience) return never;
  if (kept_ < most_) {
    moving_kept_ += moved;
    keep();
  }
  return now + 1;
}

void PinRecording::keep() {
  ++kept_;
  auto pin = pins_.begin();
  for (const PinChanges::Watched& w : changes_.channels()) {
    if (!w.channel->input()) continue;
    for (const Field& f : w.layout.fields()) {
      // As RTL sees it: a beat that is not valid leaves the payload of the last one on the pins.
      const std::size_t begin = pin->words.size();
      pin->words.resize(begin + (f.bits + 31) / 32);
      std::memcpy(&pin->words[begin], w.shown.data() + f.offset, rtl_bytes(f.bits));
      ++pin;
    }
  }
}

PinSequence PinRecording::sequence() const { return PinSequence(pins_); }

}  // namespace heddle::estimate
