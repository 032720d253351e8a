// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/assist_source.hpp"

#include "hw/caba/warps/assist_warps.hpp"

namespace heddle {

const OfferedInstruction* AssistSource::offer() {
  return warps_.offer(low_, scheduler_, next_, offered_) ? &offered_ : nullptr;
}

void AssistSource::taken(const InFlight& f) {
  next_ = static_cast<unsigned>(f.tag) + 1;
  warps_.taken(f);
}

void AssistSource::executed(const OfferedInstruction& o) {
  next_ = static_cast<unsigned>(o.tag) + 1;
  warps_.executed(o);
}

void AssistSource::finished(const InFlight& f) { warps_.finished(f); }

}  // namespace heddle
