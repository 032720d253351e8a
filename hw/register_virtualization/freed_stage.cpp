// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/freed_stage.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {

FreedStage::FreedStage(Wire<Level<UnmappedRegisters>>& unmapped, const SmTechniqueParts& parts)
    : unmapped_(unmapped), queue_(make_block<FreedRegisterQueue>("freed_register_queue", {}, parts.blocks)) {
  queue_->io.clk(parts.clock);
  queue_->io.rst_n(parts.rst_n);
  queue_->io.unmapped.port(unmapped_);
  queue_->io.taken.port(taken_pins_);
  queue_->io.waiting.port(waiting_pins_);
}

void FreedStage::begin_cycle() {
  taken_ = 0;
  const unsigned waiting = waiting_pins_.shown().payload.count.value, gone_before = gone();
  if (gone_before > waiting)
    throw Error({.place = queue_->name(), .what = "a register that was told of does not wait any more"});
  size_ = waiting - gone_before + static_cast<unsigned>(std::popcount(unmapped_.shown().payload.valid.value));
}

RegisterId FreedStage::front() const {
  const WaitingRegisters& waiting = waiting_pins_.shown().payload;
  unsigned k = gone() + taken_;
  if (k < waiting.count.value) return waiting.registers.at(k);
  const UnmappedRegisters& arriving = unmapped_.shown().payload;
  unsigned lanes = arriving.valid.value;
  for (k -= waiting.count.value; k > 0; --k) lanes &= lanes - 1;
  return arriving.registers.at(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace heddle
