#include "hw/register_virtualization/flag_fetch.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/register_virtualization/release_instruction.hpp"

namespace heddle {

FlagFetch::FlagFetch(const ReleaseFlagCacheConfig& config, const SmTechniqueParts& parts)
    : block_(make_block<ReleaseFlagCache>("release_flag_cache", config, parts.blocks)),
      skipped_(stats_of(parts).counter("pir_hits", "pir", "whose flags the release flag cache held")),
      decoded_(stats_of(parts).counter("pir_decoded", "pir", "fetched and decoded")) {
  block_->io.clk(parts.clock);
  block_->io.rst_n(parts.rst_n);
  block_->io.probe.port(probe_pins_);
  block_->io.fill.port(fill_pins_);
  block_->io.drop.port(drop_pins_);
  block_->io.answer.port(answer_pins_);
}

void FlagFetch::begin(std::uint64_t identity) {
  dropping_ = identity != identity_;
  identity_ = identity;
}

void FlagFetch::begin_cycle() {
  if (under_way_ & 2) {
    const FlagHits& hits = answer_pins_.shown().payload;
    answers_.push({hits.hit.value, hits.flags});
  }
  under_way_ = (under_way_ << 1) & 3;
  probe_.payload = {};
}

/// In the cycle that empties the cache it would still answer for other code.
void FlagFetch::probe(std::uint32_t word, unsigned count) {
  under_way_ |= 1;
  if (dropping_) return;
  probe_.payload.valid.value = count == 2 ? 3 : 1;
  probe_.payload.addresses = {static_cast<std::uint16_t>(word), static_cast<std::uint16_t>(word + 1)};
}

FetchHook::Known FlagFetch::known() {
  const FetchHook::Known known = answers_.front();
  answers_.pop();
  return known;
}

void FlagFetch::decoded(unsigned w, std::uint32_t word, std::uint64_t bits) {
  latched_[w] = bits >> pir_flags_at & ((std::uint64_t{1} << flag_bits_of_pir) - 1);
  fills_.push({static_cast<std::uint16_t>(word), {latched_[w]}});
  ++decoded_;
}

void FlagFetch::end_cycle() {
  Beat<FlagFill> fill;
  if (!fills_.empty() && !dropping_) {
    fill = {fills_.front(), true};
    fills_.pop();
  }
  probe_pins_.write(probe_);
  fill_pins_.write(fill);
  drop_pins_.write({{dropping_}});
  told_ = probe_.payload.valid.value != 0 || fill.valid || dropping_;
  dropping_ = false;
}

}  // namespace heddle
