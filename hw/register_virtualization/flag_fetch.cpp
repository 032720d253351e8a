// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/flag_fetch.hpp"

#include "hw/sim/block_entry.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/register_virtualization/release_instruction.hpp"

namespace heddle {

FlagFetch::FlagFetch(const ReleaseFlagCacheConfig& config, const SmTechniqueParts& parts)
    : block_(make_block<ReleaseFlagCache>("release_flag_cache", config, parts.blocks)),
      latch_(make_block<ReleaseFlagLatch>("release_flag_latch", {parts.config.warps}, parts.blocks)),
      skipped_(stats_of(parts).counter("pir_hits", "pir", "whose flags the release flag cache held")),
      decoded_(stats_of(parts).counter("pir_decoded", "pir", "fetched and decoded")) {
  block_->io.clk(parts.clock);
  block_->io.rst_n(parts.rst_n);
  block_->io.probe.port(probe_pins_);
  block_->io.fill.port(fill_pins_);
  block_->io.drop.port(drop_pins_);
  block_->io.answer.port(answer_pins_);
  latch_->io.clk(parts.clock);
  latch_->io.rst_n(parts.rst_n);
  latch_->io.step.port(step_pins_);
  latch_->io.read.port(read_pins_);
  latch_->io.next.port(next_pins_);
}

void FlagFetch::begin(std::uint64_t identity) {
  dropping_ = identity != identity_;
  identity_ = identity;
}

void FlagFetch::begin_cycle() {
  if (under_way_ & 2) {
    const FlagHits& hits = answer_pins_.shown().payload;
    answers_.push({next_pins_.shown().payload.flags.value, {hits.hit.value, hits.flags}});
  }
  under_way_ = (under_way_ << 1) & 3;
  step_ = {};
  fill_.valid = false;
  read_.valid = false;
  probe_.payload = {};
}

/// In the cycle that empties the cache it would still answer for other code.
void FlagFetch::probe(unsigned w, std::uint32_t word, std::size_t count) {
  under_way_ |= 1;
  read_ = {{static_cast<std::uint8_t>(w)}, true};
  if (dropping_) return;
  probe_.payload.valid.value = count == 2 ? 3 : 1;
  probe_.payload.addresses = {static_cast<std::uint16_t>(word), static_cast<std::uint16_t>(word + 1)};
}

FetchHook::Known FlagFetch::known() {
  const Answer answer = answers_.front();
  answers_.pop();
  next_ = answer.next;
  return answer.known;
}

void FlagFetch::load(unsigned w, std::uint64_t flags) {
  step_ = {{.warp = static_cast<std::uint8_t>(w), .loads = true, .flags = {flags}, .taken = {0}}, true};
  next_ = flags;
}

std::uint8_t FlagFetch::next_flags(unsigned w) {
  const auto flags = static_cast<std::uint8_t>(next_ & ((1u << flags_of_instruction) - 1));
  next_ >>= flags_of_instruction;
  step_.payload.warp = static_cast<std::uint8_t>(w);
  ++step_.payload.taken.value;
  step_.valid = true;
  return flags;
}

void FlagFetch::decoded(unsigned w, std::uint32_t word, std::uint64_t bits) {
  load(w, bits >> pir_flags_at & ((std::uint64_t{1} << flag_bits_of_pir) - 1));
  fill_ = {{static_cast<std::uint16_t>(word), {next_}}, true};
  ++decoded_;
}

void FlagFetch::end_cycle() {
  probe_pins_.write(probe_);
  fill_pins_.write(fill_);
  drop_pins_.write({{dropping_}});
  step_pins_.write(step_);
  read_pins_.write(read_);
  told_ = probe_.payload.valid.value != 0 || fill_.valid || dropping_ || step_.valid || read_.valid;
  dropping_ = false;
}

}  // namespace heddle
