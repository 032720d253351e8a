#include "hw/sm/write_back.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

WriteBack::WriteBack(unsigned buses, unsigned buffer, RegisterBanks& banks, RegisterForm& form,
                     BankPower* power, StatGroup& stats)
    : banks_(banks),
      form_(form),
      power_(power),
      slots_(buses),
      capacity_(buffer),
      writes_(stats.counter("writes", "warp registers", "results written to the register file")),
      partial_writes_(
          stats.counter("partial_writes", "warp registers", "of these, only some launched lanes")),
      bank_writes_(stats.counter("bank_writes", "banks", "bank accesses of writes")),
      partial_bank_writes_(
          stats.counter("partial_bank_writes", "banks", "of a plain register, that partial writes change")),
      stalls_(stats.counter("write_back_stalls", "cycles",
                            "result registers that found no encoder or buffer entry")) {}

void WriteBack::write(const RegisterWrite& w) {
  ++writes_;
  if (wires != nullptr) wires->written(w.reg, w.banks, w.data);
  bank_writes_ += static_cast<unsigned>(std::popcount(w.banks));
  if (w.partial) {
    ++partial_writes_;
    partial_bank_writes_ += static_cast<unsigned>(std::popcount(RegisterBanks::lane_banks(w.lanes)));
  }
  form_.store(banks_, w);
}

void WriteBack::intake() {
  RegisterWrite done;
  while (form_.write_done(done)) {
    buffer_.push(done);
    ++buffered_;
  }
  if (full_slots_ == 0) return;
  for (Slot& s : slots_) {
    if (!s.full || s.encode) continue;
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

void WriteBack::put(InFlight& f, LaneMask launched) {
  Slot& s = *std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.full; });
  const unsigned k = f.delivered++;
  RegisterWrite& w = s.write;
  w.reg = f.destinations[k];
  w.operand = static_cast<std::uint8_t>(k);
  w.sequence = f.sequence;
  w.injected = f.injected;
  w.warp = f.warp;
  w.architected = f.instruction->destinations[k];
  w.data = f.operands.destination[k];
  w.lanes = f.mask;
  w.merged = f.merges;
  w.partial = !f.whole && !f.merges;
  w.move = f.move;
  w.banks = w.partial ? RegisterBanks::lane_banks(f.mask) : all_banks;
  w.form = form_.plain_form();
  s.encode = f.move < 0 && (!w.partial || form_.partial_writes() == PartialWrites::encoded);
  s.full = true;
  ++full_slots_;
  if (f.merges)
    for (unsigned i = 0; i < warp_size; ++i)
      if (!(f.mask >> i & 1)) w.data[i] = f.old[k][i];
  // Lanes that were never launched count as equal to the base, so that a partial warp compresses as well.
  if (!w.partial && launched != all_lanes)
    for (unsigned i = 1; i < warp_size; ++i)
      if (!(launched >> i & 1)) w.data[i] = w.data[0];
  if (values != nullptr && f.move < 0) values->written(w.reg, w.data, w.lanes, !f.whole);
}

void WriteBack::encode() {
  if (full_slots_ == 0) return;
  const auto n = static_cast<unsigned>(slots_.size());
  bool moved = false;
  unsigned bus = first_;
  for (unsigned i = 0; i < n; ++i, bus = bus + 1 < n ? bus + 1 : 0) {
    Slot& s = slots_[bus];
    if (!s.full || !s.encode) continue;
    if (!room() || !form_.start_write(s.write)) {
      ++stalls_;
      continue;
    }
    if (encoded) encoded(s.write);
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
      form_.writing(i, r.write);
    }
    if (power_ != nullptr && !power_->ready(r.write.reg, r.write.banks)) continue;
    out.write_pending.value = static_cast<std::uint8_t>(out.write_pending.value | 1u << i);
    out.write_banks[i] = bank_mask(r.write.reg, r.write.banks);
  }
}

}  // namespace heddle
