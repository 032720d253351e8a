// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/registers/move_injection.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/hooks/register_mapper.hpp"
#include "hw/sm/registers/move_instruction.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

namespace {

/// The tag of a MOV that an instruction waits for before it is issued; those of held instructions have their
/// number_of.
constexpr std::int8_t before_issue = -1;

}  // namespace

void check_move_injection(const SmConfig& config) {
  if (config.schedulers > issue_slots)
    throw Error({.what = "sm.schedulers: mov_injector looks at two instructions a cycle",
                 .value = std::to_string(config.schedulers),
                 .legal = "1 or 2"});
  if (config.collectors.units < 2)
    throw Error({.what = "sm.collectors.units: injected MOVs need one of their own",
                 .value = std::to_string(config.collectors.units),
                 .legal = "2 to 16"});
}

MoveInjection::MoveInjection(const SmStations& stations, const RegisterEncoding& encoding)
    : warps_(stations.warps),
      collectors_(stations.collectors),
      encoding_(encoding),
      block_(make_block<MovInjector>("mov_injector", {}, stations.parts.blocks)),
      held_for_moves_(stations.parts.stats.group("register_file")
                          .counter("held_for_moves", "instruction cycles",
                                   "instructions that waited for MOVs ahead of them")),
      moves_to_held_(stations.parts.stats.group("register_file")
                         .counter("moves_to_held", "warp instructions",
                                  "injected MOVs that instructions in a collector waited for; memory "
                                  "instructions waited for the others before they were issued")),
      held_(stations.parts.clock, hold_, [this](const HeldUnits& held) {
        held_for_moves_ += static_cast<unsigned>(std::popcount(held.units.value));
      }) {
  for (unsigned r = 0; r < ThreadRegisters::most; ++r) {
    moves_.push_back(move_of(static_cast<std::uint8_t>(r)));
    hazards_.emplace_back(moves_.back());
  }
  block_->io.clk(stations.parts.clock);
  block_->io.rst_n(stations.parts.rst_n);
  block_->io.check.port(check_);
  block_->io.written.port(written_pins_);
  block_->io.room.port(room_);
  block_->io.move.port(move_pins_);
  block_->io.hold.port(hold_);
  move_pins_.add_reader(stations.sm);
  hold_.add_reader(stations.sm);
}

void MoveInjection::begin_cycle() {
  slot_ = 0;
  entered_before_ = std::exchange(entered_, 0);
  if (const Beat<InjectedMove>& beat = move_pins_.shown(); beat.valid) {
    if (waiting_)
      throw Error({.place = block_->name(), .what = "a MOV came when there was no room for another"});
    move_ = beat.payload;
    waiting_ = true;
  }
  checks_ = {};
  written_ = {};
}

/// By turns, so that neither kind keeps the last free unit from the other.
const OfferedInstruction* MoveInjection::offer() {
  if (!collectors_.room_in_place()) return nullptr;
  const OfferedInstruction* const first = held_first_ ? offer_to_held() : offer_before_issue();
  if (first != nullptr) return first;
  return held_first_ ? offer_before_issue() : offer_to_held();
}

OfferedInstruction& MoveInjection::move(unsigned r, RegisterId physical) {
  offered_.instruction = &moves_[r];
  offered_.hazards = &hazards_[r];
  offered_.registers[0] = physical;
  return offered_;
}

/// The MOV waits until the instruction has read its own operands, of which the register may be one: they were
/// asked for in the encoding that the MOV changes.
const OfferedInstruction* MoveInjection::offer_to_held() {
  if (!waiting_) return nullptr;
  const InFlight* const f = collectors_.instruction(move_.unit);
  if (f == nullptr || f->in_place || move_.destination >= f->instruction->destination_count ||
      f->destinations[move_.destination] == no_register)
    throw Error({.place = block_->name(),
                 .what = "mov_injector asks for a MOV of what no collector unit holds",
                 .value = fmt::format("unit {}, destination {}", move_.unit, move_.destination)});
  if (f->arrived != f->reads) return nullptr;
  OfferedInstruction& o =
      move(f->instruction->destinations[move_.destination], f->destinations[move_.destination]);
  o.warp = f->warp;
  o.context = f->context;
  o.lanes = encoding_.move_lanes(*f, move_.destination);
  o.tag = static_cast<std::int8_t>(number_of(move_));
  return &o;
}

const OfferedInstruction* MoveInjection::offer_before_issue() {
  if (before_issue_.empty()) return nullptr;
  const BeforeIssue& b = before_issue_.front();
  ExecutionContext& program = warps_[b.warp].program;
  OfferedInstruction& o = move(b.reg, static_cast<RegisterId>(program.base + b.reg));
  o.warp = b.warp;
  o.context = &program;
  o.lanes = b.lanes;
  o.tag = before_issue;
  return &o;
}

void MoveInjection::taken(const InFlight& f) {
  held_first_ = f.tag == before_issue;
  if (held_first_) return before_issue_.pop();
  waiting_ = false;
  ++moves_to_held_;
}

void MoveInjection::written(const RegisterWrite& w) {
  if (w.tag == before_issue)
    warps_.rewritten(w.warp, w.architected);
  else
    written_.payload.moves.value |= std::uint64_t{1} << w.tag;
}

bool MoveInjection::keeps_out(unsigned w, const ptx::Instruction& i, LaneMask mask) {
  if (i.unit != ptx::Unit::ldst || i.destination_count == 0) return false;
  InFlight& f = candidate_;
  ExecutionContext& program = warps_[w].program;
  f.instruction = &i;
  f.lanes = lanes_of(mask);
  f.context = &program;
  f.warp = static_cast<std::uint8_t>(w);
  f.whole = (program.lanes & ~mask) == 0;
  for (unsigned k = 0; k < i.destination_count; ++k)
    f.destinations[k] = static_cast<RegisterId>(program.base + i.destinations[k]);
  if (!encoding_.partial(f)) return false;
  bool out = false;
  for (unsigned k = 0; k < i.destination_count; ++k) {
    if (!encoding_.needs_move(f, k) || !encoding_.moves_before_issue(f, k)) continue;
    before_issue_.push({w, i.destinations[k], encoding_.move_lanes(f, k)});
    warps_.reserve(w, i.destinations[k]);
    out = true;
  }
  return out;
}

void MoveInjection::entered(const InFlight& f) {
  if (!encoding_.may_need_move(f)) return;
  EnteredInstructions& e = checks_.payload;
  if (slot_ == issue_slots)
    throw Error({.place = block_->name(), .what = "more instructions enter in a cycle than it looks at"});
  unsigned compressed = 0;
  for (unsigned k = 0; k < f.instruction->destination_count; ++k)
    if (f.destinations[k] != no_register && encoding_.needs_move(f, k)) compressed |= 1u << k;
  const auto bit = static_cast<std::uint8_t>(1u << slot_);
  e.valid.value |= bit;
  if (encoding_.partial(f)) e.partial.value |= bit;
  e.unit[slot_] = f.collector;
  e.compressed[slot_++] = static_cast<std::uint8_t>(compressed);
  entered_ |= 1u << f.collector;
}

void MoveInjection::end_cycle() {
  check_.write(checks_);
  written_pins_.write(written_);
  room_.write({{collectors_.room_in_place() && !waiting_}});
  told_ = checks_.payload.valid.value != 0 || written_.payload.moves.value != 0;
}

}  // namespace heddle
