// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/caches/constant_operands.hpp"

#include <bit>
#include <cstring>

#include "hw/sm/launch/launch.hpp"

namespace heddle {

ConstantOperands::ConstantOperands(unsigned line_bytes, L1Cache& cache, WarpTable& warps, StatGroup& stats)
    : line_(ByteMask::range(0, line_bytes)),
      cache_(cache),
      warps_(warps),
      reads_(stats.counter("operands", "warp instructions", "that have an operand in the constant bank")),
      misses_(stats.counter("operand_misses", "lines", "that were not there for such an operand")) {}

void ConstantOperands::begin(const Launch& launch) {
  launch_ = &launch;
  for (Latch& latch : latches_) latch.instruction = none;
  wanted_ = waiting_ = 0;
}

bool ConstantOperands::ready(unsigned w, std::uint32_t i) {
  while (latches_.size() < warps_.size()) {
    latches_.emplace_back();
    latches_.back().fetch.warp = static_cast<std::uint8_t>(latches_.size() - 1);
  }
  Latch& latch = latches_[w];
  if (latch.instruction == i) return true;
  const WarpMask bit = WarpMask{1} << w;
  if ((waiting_ & bit) != 0) return false;
  latch.fetch.instruction = &launch_->kernel->code[i];
  const ptx::ConstantOperand& operand = latch.fetch.instruction->constant;
  latch.address = operand.address + (operand.space == ptx::Space::parameter ? Launch::parameter_address : 0);
  const unsigned char* word = cache_.word(latch.address, operand.bytes);
  if (word == nullptr) {
    wanted_ |= bit;
    return false;
  }
  wanted_ &= ~bit;
  latch.instruction = i;
  latch.value = 0;
  std::memcpy(&latch.value, word, operand.bytes);
  return true;
}

std::uint64_t ConstantOperands::take(unsigned w) {
  ++reads_;
  latches_[w].instruction = none;
  return latches_[w].value;
}

void ConstantOperands::tick(Cycle now) {
  if (wanted_ == 0 || !cache_.port_free(now)) return;
  turn_ = (turn_ + static_cast<unsigned>(std::countr_zero(std::rotr(wanted_, static_cast<int>(turn_))))) % 64;
  Latch& latch = latches_[turn_];
  const WarpMask bit = WarpMask{1} << turn_;
  const CacheOutcome outcome = cache_.load(latch.address, line_, false, {&latch.fetch, all_lanes, 0}, now);
  if (outcome == CacheOutcome::reservation_fail) return;
  wanted_ &= ~bit;
  if (outcome == CacheOutcome::hit) {  // another warp's miss has brought it
    warps_.look_again(turn_);
  } else {
    ++misses_;
    waiting_ |= bit;
  }
  turn_ = (turn_ + 1) % 64;
}

bool ConstantOperands::served(const LineWaiter& waiter) {
  if (!waiter.instruction->instruction->constant.any()) return false;
  const unsigned w = waiter.instruction->warp;
  waiting_ &= ~(WarpMask{1} << w);
  warps_.look_again(w);
  return true;
}

}  // namespace heddle
