// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/spill_stage.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

/// A word of local memory for each thread, at the same offset: the lanes of a warp make one line.
ptx::Instruction local_access(std::uint32_t offset, std::uint8_t r, bool store) {
  ptx::Instruction i;
  i.unit = ptx::Unit::ldst;
  i.memory = {.space = ptx::Space::local, .store = store, .width = 4, .address_bits = 32};
  i.offset = offset;
  (store ? i.source_count : i.destination_count) = 1;
  (store ? i.sources[0] : i.destinations[0]) = r;
  return i;
}

}  // namespace

SpillStage::SpillStage(RenameStage& renaming, ReleaseStage& releases, const SmTechniqueParts& parts)
    : renaming_(renaming),
      releases_(releases),
      block_(make_block<RegisterSpillUnit>("register_spill_unit", {}, parts.blocks)),
      spilled_(stats_of(parts).counter("spilled", "warp registers", "that went to memory")),
      filled_(stats_of(parts).counter("filled", "warp registers", "that came back from memory")) {
  block_->io.clk(parts.clock);
  block_->io.rst_n(parts.rst_n);
  block_->io.state.port(state_pins_);
  block_->io.done.port(done_pins_);
  block_->io.command.port(command_pins_);
  block_->io.hold.port(hold_pins_);
}

void SpillStage::begin(const ReleasePlan& plan, std::uint32_t offset) {
  active_ = plan.spills;
  stores_.clear();
  loads_.clear();
  store_hazards_.clear();
  load_hazards_.clear();
  if (!active_) return;
  for (unsigned r = 0; r < plan.kernel.registers; ++r) {
    stores_.push_back(local_access(offset + 4 * r, static_cast<std::uint8_t>(r), true));
    loads_.push_back(local_access(offset + 4 * r, static_cast<std::uint8_t>(r), false));
    store_hazards_.emplace_back(stores_.back());
    load_hazards_.emplace_back(loads_.back());
  }
}

void SpillStage::begin_cycle() {
  state_ = {};
  done_ = {};
  const Beat<SpillCommand>& command = command_pins_.shown();
  if (!command.valid || moving_) return;
  moving_ = starting_ = true;
  command_ = command.payload;
}

const OfferedInstruction* SpillStage::offer() {
  if (to_issue_ == 0) return nullptr;
  const auto r = static_cast<unsigned>(std::countr_zero(to_issue_));
  offered_.instruction = command_.fill ? &loads_[r] : &stores_[r];
  offered_.hazards = command_.fill ? &load_hazards_[r] : &store_hazards_[r];
  offered_.warp = command_.warp;
  return &offered_;
}

void SpillStage::taken() {
  to_issue_ &= to_issue_ - 1;
  ++(command_.fill ? filled_ : spilled_);
}

void SpillStage::see(const WarpsNow& now, bool room) {
  if (moving_) {
    const unsigned w = command_.warp;
    // What the warp had issued before it was held comes to its end first.
    if (starting_ && (now.settled >> w & 1) != 0) {
      starting_ = false;
      moved_ = to_issue_ = command_.fill ? command_.registers : renaming_.mapped(w);
      return;
    }
    if (starting_ || to_issue_ != 0 || (now.settled >> w & 1) == 0) return;
    if (!command_.fill && (now.resident >> w & 1) != 0) return releases_.empty(w);
    done_ = {{moved_}, true};
    moving_ = false;
    return;
  }
  state_.payload = {.quiet = now.quiet,
                    .room = room,
                    .resident = now.resident,
                    .starved = now.starved,
                    .waiting = now.waiting};
}

void SpillStage::end_cycle() {
  state_pins_.write(state_);
  done_pins_.write(done_);
}

}  // namespace heddle
