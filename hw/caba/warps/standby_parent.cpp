// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/standby_parent.hpp"

#include <bit>
#include <utility>

#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

bool StandbyParent::changes() const {
  const WarpMask live = warps_->live();
  if ((mask_ & live) != 0) return false;
  return live != 0 || (mask_ != 0 && all_done());
}

void StandbyParent::keep() {
  if (!changes()) return;
  const WarpMask live = warps_->live();
  const WarpMask last = std::exchange(mask_, live & -live);
  if (mask_ != 0) warps_->hold(static_cast<unsigned>(std::countr_zero(mask_)));
  if (last != 0) warps_->let_go(static_cast<unsigned>(std::countr_zero(last)));
}

/// No warp has an instruction under way, and memory has answered all.
bool StandbyParent::all_done() const {
  for (unsigned w = 0; w < warps_->size(); ++w)
    if (const Warp& warp = (*warps_)[w]; warp.live && warp.in_flight != 0) return false;
  return load_store_->empty();
}

}  // namespace heddle
