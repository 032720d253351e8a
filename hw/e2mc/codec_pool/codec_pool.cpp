// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/codec_pool/codec_pool.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle CodecPool::tick(Cycle now) {
  if (io.in_reset()) {
    state_.reset();
    io.offer.put({});
    return never;
  }
  const bool taken = io.taken.payload().offer;
  Level<OfferedUnit> offer;
  if (const auto unit = state_.step(io.free.payload().units.value, taken))
    offer.payload = {true, static_cast<std::uint8_t>(*unit)};
  io.offer.put(offer);
  // Only a unit that is taken makes the next offer with the same inputs another one.
  return taken ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<CodecPool>("e2mc")};

}  // namespace heddle
