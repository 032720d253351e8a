// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/registers/write_back.hpp"

#include <algorithm>
#include <bit>

#include "hw/sm/registers/operand_collectors.hpp"

namespace heddle {

WriteBack::WriteBack(const SmConfig& config, const Neighbours& n, const SmHooks& hooks,
                     const SmEvents& events, StatGroup& stats)
    : banks_(n.banks),
      warps_(n.warps),
      merge_buffers_(n.merge_buffers),
      power_(n.power),
      values_(n.values),
      wires_(n.wires),
      encoding_(*hooks.encoding()),
      events_(events),
      peek_([this](RegisterId r) { return encoding_.peek(banks_, r); }),
      slots_(config.result_buses),
      capacity_(config.write_buffer),
      writes_(stats.counter("writes", "warp registers", "results written to the register file")),
      partial_writes_(
          stats.counter("partial_writes", "warp registers", "of these, writes of only some launched lanes")),
      bank_writes_(stats.counter("bank_writes", "banks", "bank accesses of writes")),
      partial_bank_writes_(stats.counter("partial_bank_writes", "banks",
                                         "of uncompressed registers that partial writes change")),
      slices_(stats.counter("written_slices", "32-bit slices", "of the accessed banks that were written")),
      stalls_(stats.counter("write_back_stalls", "cycles",
                            "result registers that found no encoder or buffer entry")) {
  for (ResultStage* stage : hooks.result_stages()) stages_.push_back({stage, {}});
}

void WriteBack::commit(std::uint32_t granted) {
  for (; granted != 0; granted &= granted - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(granted));
    Request& r = requests_[requester];
    if (!r.full) throw stray_grant("write", granted);
    const RegisterWrite& w = r.write;
    if (power_ != nullptr && !power_->awake(w.reg, w.banks)) continue;
    write(w);
    if (power_ != nullptr) power_->written(requester, w);
    r.full = false;
    --buffered_;
    if (w.merged) merge_buffers_.give_back(w.of_memory);
    if (w.source != nullptr) w.source->written(w);
    if (events_.any()) events_.notify(&SmObserver::committed, w, peek_);
    warps_.written(w);
  }
}

/// Lanes are written one by one where they are not encoded; none of a value that does not go to the banks.
unsigned WriteBack::slices_of(const RegisterWrite& w) const {
  const bool by_lane = w.partial && encoding_.by_lane(w.reg);
  return static_cast<unsigned>(by_lane && w.banks != 0 ? std::popcount(w.lanes) : 4 * std::popcount(w.banks));
}

void WriteBack::write(const RegisterWrite& w) {
  ++writes_;
  if (wires_ != nullptr) wires_->written(w.reg, w.banks, w.data);
  bank_writes_ += static_cast<unsigned>(std::popcount(w.banks));
  slices_ += slices_of(w);
  if (w.partial) {
    ++partial_writes_;
    partial_bank_writes_ += static_cast<unsigned>(std::popcount(RegisterBanks::lane_banks(w.lanes)));
  }
  encoding_.store(banks_, w);
}

void WriteBack::intake() {
  if (inside_ != 0) take_results();
  if (full_slots_ == 0) return;
  for (Slot& s : slots_) {
    if (!s.full || s.stage < stages_.size()) continue;
    if (!room()) {
      ++stalls_;
      continue;
    }
    buffer_.push(s.write);
    ++buffered_;
    s.full = false;
    --full_slots_;
  }
}

/// The first stage from `from` on that takes the result; the number of stages if none does.
std::size_t WriteBack::next_stage(const RegisterWrite& w, std::size_t from) const {
  while (from < stages_.size() && !stages_[from].stage->takes(w)) ++from;
  return from;
}

/// A result that leaves a result stage enters the next one that takes it, or the write-back buffer.
void WriteBack::take_results() {
  RegisterWrite done;
  for (std::size_t k = 0; k < stages_.size(); ++k)
    while (stages_[k].stage->done(done)) {
      if (const std::size_t next = next_stage(done, k + 1); next < stages_.size()) {
        stages_[next].waiting.push(done);
      } else {
        buffer_.push(done);
        ++buffered_;
        --inside_;
      }
    }
}

void WriteBack::put(InFlight& f) {
  Slot& s = *std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.full; });
  const unsigned k = f.delivered++;
  RegisterWrite& w = s.write;
  w.reg = f.destinations[k];
  w.operand = static_cast<std::uint8_t>(k);
  w.sequence = f.sequence;
  w.source = f.source;
  w.tag = f.tag;
  w.in_place = f.in_place;
  w.context = f.context;
  w.of_program = f.context == &warps_[f.warp].program;
  w.live_out = w.of_program && f.reads_from != f.context;
  w.warp = f.warp;
  w.architected = f.instruction->destinations[k];
  w.data = f.operands.destination[k];
  w.lanes = f.lanes.written;
  w.merged = f.merges;
  w.of_memory = collector_kind(f.instruction->unit) == CollectorKind::memory;
  w.partial = !f.whole && !f.merges;
  w.banks = w.partial ? RegisterBanks::lane_banks(f.lanes.written) : all_banks;
  w.form = encoding_.uncompressed_encoding();
  s.stage = f.in_place ? stages_.size() : next_stage(w, 0);
  s.full = true;
  ++full_slots_;
  if (f.merges)
    for (unsigned i = 0; i < warp_size; ++i)
      if (!(f.lanes.written >> i & 1)) w.data[i] = f.old[k][i];
  // Lanes without a thread count as equal to the base, so that a partial warp compresses as well.
  if (const LaneMask lanes = f.context->lanes; !w.partial && lanes != all_lanes)
    for (unsigned i = 1; i < warp_size; ++i)
      if (!(lanes >> i & 1)) w.data[i] = w.data[0];
  if (values_ != nullptr && !f.in_place) values_->written(w.reg, w.data, w.lanes, !f.whole);
}

void WriteBack::offer_results() {
  for (std::size_t k = 1; k < stages_.size(); ++k)
    for (Ring<RegisterWrite>& waiting = stages_[k].waiting;
         !waiting.empty() && stages_[k].stage->start(waiting.front());)
      waiting.pop();
  if (full_slots_ == 0) return;
  const auto n = static_cast<unsigned>(slots_.size());
  bool moved = false;
  unsigned bus = first_;
  for (unsigned i = 0; i < n; ++i, bus = bus + 1 < n ? bus + 1 : 0) {
    Slot& s = slots_[bus];
    if (!s.full || s.stage == stages_.size()) continue;
    if (!room() || !stages_[s.stage].stage->start(s.write)) {
      ++stalls_;
      continue;
    }
    ++inside_;
    events_.notify(&SmObserver::encoded, s.write);
    s.full = false;
    --full_slots_;
    if (!moved) first_ = bus + 1 < n ? bus + 1 : 0;
    moved = true;
  }
}

void WriteBack::request(ArbiterRequests& out, bool held) {
  out.write_pending.value = 0;
  if (buffered_ == 0) return;
  for (unsigned i = 0; i < write_requesters; ++i) {
    Request& r = requests_[i];
    if (!r.full) {
      if (held || buffer_.empty()) continue;
      r.write = buffer_.front();
      r.full = true;
      buffer_.pop();
      encoding_.writing(i, r.write);
    }
    if (power_ != nullptr && !power_->ready(r.write.reg, r.write.banks)) continue;
    out.write_pending.value = static_cast<std::uint8_t>(out.write_pending.value | 1u << i);
    out.write_banks[i] = bank_mask(r.write.reg, r.write.banks);
  }
}

}  // namespace heddle
