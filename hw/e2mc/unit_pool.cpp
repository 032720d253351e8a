// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/unit_pool.hpp"

#include <utility>

#include "hw/sim/block_entry.hpp"

namespace heddle {

UnitPool::UnitPool(sc_core::sc_module_name name, const CodecPoolConfig& config, const EdgeParts& parts)
    : sc_module(name),
      owner_(parts.owner),
      block_(make_block<CodecPool>("codec_pool", config, parts.blocks)) {
  block_->io.clk(parts.clock);
  block_->io.rst_n(*parts.rst_n);
  block_->io.free.port(free_);
  block_->io.taken.port(taken_);
  block_->io.offer.port(offer_);
  parts.clock.attach(*this);
  SC_HAS_PROCESS(UnitPool);
  SC_METHOD(behind_edge);
  sensitive << offer_ << given_;
  dont_initialize();
}

void UnitPool::show(std::uint64_t units) {
  free_.staged().payload.units.value = units;
  free_.commit();
}

/// Units of another clock may become free at the instant of an edge, at which others are claimed.
void UnitPool::free(unsigned unit) { show(free_.staged().payload.units.value | std::uint64_t{1} << unit); }

std::optional<unsigned> UnitPool::take() {
  line_waits_ = !claimed_;
  if (claimed_) notify_after_edge(given_);
  return std::exchange(claimed_, std::nullopt);
}

/// The owner's side of the pins, between its edges: claims what is offered when nothing is claimed.
void UnitPool::behind_edge() {
  const OfferedUnit& offer = offer_.shown().payload;
  if (claimed_ || !offer.valid) return;
  claimed_ = offer.unit;
  claimed_bit_ = std::uint64_t{1} << offer.unit % e2mc::most_pool_units;
  taken_.write({{true}});
  wake();
  if (std::exchange(line_waits_, false)) owner_.wake();
}

/// The edge behind a claim: the block has sampled it, and the unit does not count as free any more.
Cycle UnitPool::tick(Cycle) {
  if (!taken_.shown().payload.offer) return never;
  taken_.write({{false}});
  show(free_.staged().payload.units.value & ~claimed_bit_);
  return never;
}

}  // namespace heddle
