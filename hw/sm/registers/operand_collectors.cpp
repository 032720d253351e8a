// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/registers/operand_collectors.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/sm/banks/stray_grant.hpp"
#include "models/base/error.hpp"

namespace heddle {

OperandCollectors::OperandCollectors(const SmConfig& config, const SmHooks& hooks, RegisterBanks& banks,
                                     WarpTable& warps, BankWires* wires, StatGroup& stats)
    : banks_(banks),
      encoding_(*hooks.encoding()),
      gates_(hooks.collector_gates()),
      setting_(hooks.value_setting()),
      selector_(hooks.lane_selector()),
      reserves_(hooks.injects_moves()),
      clock_gating_(config.register_clock_gating),
      some_lanes_(selector_ != nullptr || clock_gating_),
      scalar_units_(config.scalar_units != 0),
      warps_(warps),
      wires_(wires),
      units_(config.collectors.units),
      all_((1u << config.collectors.units) - 1),
      free_(all_),
      limits_{config.collectors.sp, config.collectors.sfu, config.collectors.memory},
      accesses_(stats.counter("reads", "warp registers", "operands read from the register file")),
      bank_reads_(stats.counter("bank_reads", "banks", "bank accesses of reads")),
      slices_(stats.counter("read_slices", "32-bit slices", "of the accessed banks that were needed")) {}

void OperandCollectors::take(InFlight& f) {
  const auto unit = static_cast<unsigned>(std::countr_zero(free_));
  const CollectorKind kind = collector_kind(f.instruction->unit);
  units_[unit] = {&f, 0, {-1, -1}};
  f.collector = static_cast<std::uint8_t>(unit);
  f.unit = f.instruction->unit;
  free_ &= ~(1u << unit);
  if (kind == CollectorKind::memory) in_memory_ |= 1u << unit;
  ++taken_[static_cast<unsigned>(kind)];
  if (clock_gating_ && !f.injected()) f.lanes.read = f.lanes.active;
  f.setting = setting_ != nullptr && !f.injected() ? setting_->setting(f) : 0;
  if (selector_ == nullptr || !selector_->ask(f)) return;
  asked_[turn_].push_back(&f);
  unanswered_ |= 1u << unit;
}

/// Of the cycle before the last one.
void OperandCollectors::take_answers() {
  turn_ ^= 1;
  for (InFlight* f : asked_[turn_]) select_lanes(*f);
  asked_[turn_].clear();
}

void OperandCollectors::start(InFlight& f) {
  for (unsigned port = 0; port < ports; ++port) place(f.collector, port);
  const std::uint32_t unit = 1u << f.collector;
  if (f.arrived == f.reads) {
    if ((unanswered_ & unit) != 0)
      unselected_ |= unit;
    else
      complete(f);
  }
  if (f.in_place || f.instruction->destination_count == 0) return;
  for (CollectorGate* gate : gates_) gate->entered(f);
}

void OperandCollectors::select_lanes(InFlight& f) {
  const Lanes lanes = selector_->select(f);
  const bool broadcasts = lanes.broadcast >= 0;
  const bool sound =
      lanes.active == f.lanes.active && lanes.written == f.lanes.written &&
      (lanes.executed & ~lanes.read) == 0 &&
      (broadcasts ? (lanes.executed >> lanes.broadcast & 1) != 0 : (lanes.written & ~lanes.executed) == 0);
  if (!sound)
    throw Error(
        {.what = "the LaneSelector has chosen lanes that cannot be",
         .value = fmt::format("active {:08x}, read {:08x}, executed {:08x}, written {:08x}, broadcast {}",
                              lanes.active, lanes.read, lanes.executed, lanes.written, lanes.broadcast),
         .legal = "executed lanes are read; written ones are as before, and executed or broadcast to"});
  f.lanes = lanes;
  if (scalar_units_ && f.unit == ptx::Unit::sp && lanes.one_for_all()) f.unit = ptx::Unit::scalar;
  const std::uint32_t unit = 1u << f.collector;
  unanswered_ &= ~unit;
  if ((unselected_ & unit) == 0) return;
  unselected_ &= ~unit;
  complete(f);
}

void OperandCollectors::deliver() {
  for (unsigned c = 0; c < clusters; ++c) {
    if (waiting_[c].empty()) continue;
    const WarpRegister* value = encoding_.read_done(c);
    if (value == nullptr) continue;
    const auto [unit, k] = waiting_[c].front();
    waiting_[c].pop();
    InFlight& f = *units_[unit].instruction;
    operand(f, k) = *value;
    if (++f.arrived == f.reads) complete(f);
  }
}

/// All its operands are here.
void OperandCollectors::complete(InFlight& f) {
  complete_for(f.unit).push_back(&f);
  warps_.operands_read(f);
}

void OperandCollectors::place(unsigned unit, unsigned port) {
  Unit& u = units_[unit];
  const unsigned requester = unit * ports + port;
  InFlight& f = *u.instruction;
  for (; u.next < f.reads && f.sources[u.next] == no_register; ++f.arrived)
    operand(f, u.next++) = WarpRegister{};
  if (u.next == f.reads) {
    pending_ &= ~(1u << requester);
    return;
  }
  const RegisterId r = f.sources[u.next];
  u.operand[port] = static_cast<std::int8_t>(u.next++);
  masks_[requester] = bank_mask(r, encoding_.banks(r));
  pending_ |= 1u << requester;
}

void OperandCollectors::read(std::uint32_t granted) {
  if ((granted & ~pending_) != 0) throw stray_grant("read", granted & ~pending_);
  for (; granted != 0; granted &= granted - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(granted));
    const unsigned unit = requester / ports, port = requester % ports;
    const auto operand = static_cast<unsigned>(units_[unit].operand[port]);
    const InFlight& f = *units_[unit].instruction;
    const RegisterId r = f.sources[operand];
    const unsigned c = cluster_of(r);
    auto set = static_cast<BankSet>(masks_[requester] >> (c * cluster_banks));
    // All banks of the register were asked for, because a cluster reads one register a cycle.
    const LaneMask lanes = lanes_read(f, operand);
    const bool some_lanes = lanes != all_lanes;
    if (some_lanes) set &= RegisterBanks::lane_banks(lanes);
    ++accesses_;
    bank_reads_ += static_cast<unsigned>(std::popcount(set));
    slices_ += static_cast<unsigned>(some_lanes ? std::popcount(lanes) : 4 * std::popcount(set));
    const WarpRegister bytes = banks_.read(r, set);
    if (wires_ != nullptr) wires_->read(r, set, bytes);
    encoding_.start_read(c, f, operand, bytes);
    waiting_[c].push({unit, operand});
    place(unit, port);
  }
}

void OperandCollectors::request(ArbiterRequests& out) const {
  out.read_pending.value = pending_;
  for (std::uint32_t rest = pending_; rest != 0; rest &= rest - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(rest));
    out.read_banks[requester] = masks_[requester];
  }
}

void OperandCollectors::request_first(const InFlight& f, ArbiterRequests& out) const {
  unsigned requester = f.collector * ports;
  const unsigned end = requester + ports;
  for (unsigned k = 0; k < f.reads && requester < end; ++k) {
    const RegisterId r = f.sources[k];
    if (r == no_register) continue;
    out.read_pending.value |= 1u << requester;
    out.read_banks[requester++] = bank_mask(r, encoding_.banks(r));
  }
}

bool OperandCollectors::overtakes(const InFlight& f) const {
  for (std::uint32_t rest = in_memory_; rest != 0; rest &= rest - 1) {
    const InFlight& other = *units_[static_cast<unsigned>(std::countr_zero(rest))].instruction;
    if (other.warp == f.warp && other.sequence < f.sequence) return true;
  }
  return false;
}

InFlight* OperandCollectors::find_oldest(ptx::Unit unit, std::uint64_t from) {
  InFlight* found = nullptr;
  for (InFlight* f : complete_for(unit))
    if ((held_ >> f->collector & 1) == 0 && f->sequence >= from &&
        (found == nullptr || f->sequence < found->sequence) && (unit != ptx::Unit::ldst || !overtakes(*f)))
      found = f;
  return found;
}

void OperandCollectors::remove(InFlight& f) {
  std::erase(complete_for(f.unit), &f);
  units_[f.collector].instruction = nullptr;
  free_ |= 1u << f.collector;
  in_memory_ &= ~(1u << f.collector);
  --taken_[static_cast<unsigned>(collector_kind(f.instruction->unit))];
}

}  // namespace heddle
