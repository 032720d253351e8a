// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

SpreadOperand ValueBroadcaster::compute(const ReadOperand& request) {
  return {request.broadcast ? broadcast(request.data, request.lane.value) : request.data};
}

static const Registration<BlockEntry> registration{block_entry<ValueBroadcaster>("warp_approximation")};

}  // namespace heddle
