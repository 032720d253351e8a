// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/mov_injection.hpp"

#include <bit>

namespace heddle {

std::optional<unsigned> MovInjection::step(DestinationSet written, DestinationSet wanted, bool room) {
  std::optional<unsigned> move;
  if (room && !issued_ && todo_ != 0) {
    const DestinationSet later = todo_ >> first_ << first_;
    move = static_cast<unsigned>(std::countr_zero(later != 0 ? later : todo_));
  }
  pending_ &= ~written;
  todo_ |= wanted;
  if (move) {
    todo_ &= ~(DestinationSet{1} << *move);
    pending_ |= DestinationSet{1} << *move;
    first_ = (*move + 1) % (collector_units * destinations);
  }
  issued_ = move.has_value();
  return move;
}

std::uint16_t MovInjection::held() const {
  unsigned held = 0;
  for (DestinationSet rest = todo_ | pending_; rest != 0;) {
    const auto unit = static_cast<unsigned>(std::countr_zero(rest)) / destinations;
    held |= 1u << unit;
    rest &= ~(DestinationSet{0xf} << unit * destinations);
  }
  return static_cast<std::uint16_t>(held);
}

}  // namespace heddle
