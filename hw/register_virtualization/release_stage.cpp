// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_stage.hpp"

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"

namespace heddle {

ReleaseStage::ReleaseStage(RenameStage& renaming, const FreedStage& freed, const SmTechniqueParts& parts)
    : renaming_(renaming),
      freed_(freed),
      decoder_(make_block<ReleaseDecoder>("release_decoder", {}, parts.blocks)),
      branches_(stats_of(parts).counter("pbr_decoded", "pbr", "fetched and decoded")),
      kept_(stats_of(parts).counter("kept_registers", "warp registers",
                                    "that were written again before their release was sent")) {
  decoder_->io.clk(parts.clock);
  decoder_->io.rst_n(parts.rst_n);
  decoder_->io.read.port(read_pins_);
  decoder_->io.branch.port(branch_pins_);
  decoder_->io.flagged.port(flagged_pins_);
  decoder_->io.branched.port(branched_pins_);
  renaming_.released = [this](unsigned w, unsigned r, RegisterId reg) { released(w, r, reg); };
}

void ReleaseStage::begin(const ReleasePlan& plan) {
  plan_ = &plan;
  operands_.clear();
  for (const ptx::Instruction& i : plan.kernel.code) {
    const auto groups = source_groups(i);
    auto& pins = operands_.emplace_back();
    for (unsigned k = 0; k < flagged_operands; ++k)
      if (groups[k] != 0)
        pins[k] = operand_pins({static_cast<std::uint8_t>(std::countr_zero(groups[k])),
                                static_cast<std::uint8_t>(std::popcount(groups[k]))});
  }
}

void ReleaseStage::flagged(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) {
  reads_.push({static_cast<std::uint8_t>(w), flags, executes,
               static_cast<std::uint32_t>(&i - plan_->kernel.code.data())});
  ++decoding_[w];
}

void ReleaseStage::fetching(unsigned w, std::uint64_t bits) {
  branch_ = {{bits, static_cast<std::uint8_t>(w)}, true};
  branched_[w] = 0;
}

void ReleaseStage::branch(unsigned w) {
  add(w, branched_[w]);
  ++branches_;
}

void ReleaseStage::written(unsigned w, RegisterSet registers) {
  const ThreadRegisters kept(registers & (*warps_)[w].withdrawn.below_64() & renaming_.mapped(w));
  kept_ += kept.count();
  warps_->give_back(w, ThreadRegisters(registers));
}

void ReleaseStage::empty(unsigned w) { add(w, renaming_.mapped(w)); }

void ReleaseStage::add(unsigned w, RegisterSet registers) {
  if (w >= warps_->size()) return;
  warps_->withdraw(w, ThreadRegisters(registers & ~first_registers(plan_->exempt)));
  if ((*warps_)[w].withdrawn.any()) giving_ |= WarpMask{1} << w;
}

void ReleaseStage::begin_cycle() {
  answered_ = std::exchange(sent_, std::exchange(sending_, {}));
  branch_ = {};
  if (under_way_ & 2) take_answers();
  under_way_ = (under_way_ << 1) & 3;
  for (WarpMask rest = giving_; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    const ThreadRegisters leaving(renaming_.releasing(w));
    if (leaving == (*warps_)[w].leaving) continue;
    warps_->leave(w, leaving);
    warps_->look_again(w);
  }
}

/// Which registers of which warp leave is what the decoder says.
void ReleaseStage::take_answers() {
  const DecodedFlags& flagged = flagged_pins_.shown().payload;
  for (unsigned k = 0; k < answered_.count; ++k) {
    const Read& r = answered_.reads[k];
    add(flagged.warps[k], flagged.registers[k]);
    if (!r.executes) warps_->decoded(r.warp, plan_->kernel.code[r.index]);
    --decoding_[r.warp];
  }
  if (const Beat<DecodedBranch>& branched = branched_pins_.shown();
      branched.valid && branched.payload.warp < warps_->size())
    branched_[branched.payload.warp] = branched.payload.registers;
  for (unsigned k = 0; k < answered_.count; ++k) warps_->changed(answered_.reads[k].warp);
}

void ReleaseStage::give_back() {
  moved_ = false;
  for (WarpMask rest = giving_; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    const Warp& warp = (*warps_)[w];
    if (!warp.withdrawn.any()) giving_ &= ~(WarpMask{1} << w);
    const RegisterSet free_to_go = warp.withdrawn.below_64() & ~renaming_.releasing(w) &
                                   ~warp.program.reading.operands().registers.below_64() &
                                   ~warp.program.writing.registers.below_64();
    if (free_to_go == 0) continue;
    const RegisterSet mapped = renaming_.mapped(w);
    // A pbr may name what has no place: the warp came another way.
    if (const RegisterSet none = free_to_go & ~mapped; none != 0) {
      warps_->give_back(w, ThreadRegisters(none));
      if (!warp.withdrawn.any()) giving_ &= ~(WarpMask{1} << w);
      warps_->changed(w);
    }
    for_each_register(free_to_go & mapped, [&](std::uint8_t r) {
      moved_ = true;
      if (freed_.room(renaming_.releases_under_way())) renaming_.release(w, r);
    });
  }
}

void ReleaseStage::released(unsigned w, unsigned r, RegisterId reg) {
  warps_->give_back(w, ThreadRegisters(only(r)));
  if (!(*warps_)[w].withdrawn.any()) giving_ &= ~(WarpMask{1} << w);
  if (reg != no_register) unmapped(w, r, reg);
  warps_->changed(w);
}

void ReleaseStage::end_cycle() {
  Level<ReadInstructions> pins{};
  while (!reads_.empty() && sending_.count < release_reads) {
    const Read r = reads_.front();
    reads_.pop();
    const unsigned k = sending_.count++;
    sending_.reads[k] = r;
    pins.payload.valid.value |= static_cast<std::uint8_t>(1u << k);
    pins.payload.warps[k] = r.warp;
    pins.payload.flags[k] = r.flags;
    for (unsigned o = 0; o < flagged_operands; ++o)
      pins.payload.operands[k * flagged_operands + o] = operands_[r.index][o];
  }
  if (sending_.count != 0 || branch_.valid) under_way_ |= 1;
  read_pins_.write(pins);
  branch_pins_.write(branch_);
  told_ = sending_.count != 0 || branch_.valid;
}

}  // namespace heddle
