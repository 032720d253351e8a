// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/async_copies.hpp"

#include <algorithm>

namespace heddle {

/// The first arrival that has no older copy of its warp before it.
InFlight* AsyncCopies::arrival() const {
  const auto follows = [&](const InFlight* a) {
    return std::none_of(copies_.begin(), copies_.end(), [&](const InFlight* copy) {
      return copy->warp == a->warp && copy->sequence < a->sequence;
    });
  };
  const auto found = std::find_if(arrivals_.begin(), arrivals_.end(), follows);
  return found != arrivals_.end() ? *found : nullptr;
}

void AsyncCopies::end(InFlight& f) {
  const bool arrives = f.instruction->copy.arrives;
  if (!arrives) done_.pop();
  auto& of_kind = arrives ? arrivals_ : copies_;
  of_kind.erase(std::find(of_kind.begin(), of_kind.end(), &f));
}

}  // namespace heddle
