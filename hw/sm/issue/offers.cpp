// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "hw/sm/issue/issue_station.hpp"

/// Instructions that an InstructionSource offers.
namespace heddle {

/// The lanes that execute an offered instruction.
LaneMask IssueStation::executing_lanes(const OfferedInstruction& o) const {
  return o.context != nullptr ? o.lanes : warps_[o.warp].program.lanes & o.lanes;
}

/// Whose registers it names.
ExecutionContext& IssueStation::context_of(const OfferedInstruction& o) const {
  return o.context != nullptr ? *o.context : warps_[o.warp].program;
}

/// Does the scoreboard allow the instruction, and is there room for it?
bool IssueStation::fits(const OfferedInstruction& o) const {
  if (o.in_place) return collectors_.room_in_place();
  const Warp& warp = warps_[o.warp];
  const ExecutionContext& context = context_of(o);
  const bool mapped = mapper_ != nullptr && o.context == nullptr;
  // What a mapper has passed, and what it does not see, enter the collectors by the same ways.
  const bool enters =
      mapper_ == nullptr || (mapped ? mapper_->room() : entered_ + offers_.size() < schedulers_.size());
  const CollectorKind kind = collector_kind(o.instruction->unit);
  const bool room = !o.collects || (enters && collectors_.room(kind) &&
                                    (merge_buffers_.room(kind == CollectorKind::memory) ||
                                     !readiness_.merges(context, *o.instruction, executing_lanes(o))));
  if (!room || !o.checks_hazards) return room;
  const bool of_program = o.context == nullptr && o.reads_from == nullptr;
  return warp.live && (of_program ? warp.clear(*o.hazards) : context.clear(*o.hazards, sources_of(o))) &&
         (!mapped || mapper_->finds_registers(o.warp, *o.instruction));
}

void IssueStation::ask(InstructionSource::Turn turn) {
  for (InstructionSource* source : sources_of(turn)) {
    const OfferedInstruction* o = source->offer();
    if (o == nullptr || !fits(*o)) continue;
    if (o->takes_slot) {
      const unsigned bit = 1u << o->warp % schedulers_.size();
      if ((taken_slots_ & bit) != 0) continue;
      taken_slots_ |= bit;
      slots_.set(o->warp % schedulers_.size(), SlotUse::active);
    }
    issue_offered(*source, *o);
  }
}

/// Warps that could issue what a source offers, and `offers_`.
WarpMask IssueStation::offered_as_warps() {
  offers_.clear();
  WarpMask warps = 0;
  for (InstructionSource* source : sources_of(InstructionSource::Turn::as_a_warp)) {
    const OfferedInstruction* o = source->offer();
    if (o == nullptr || !fits(*o) || (warps >> o->warp & 1) != 0) continue;
    offers_.emplace_back(source, o);
    warps |= WarpMask{1} << o->warp;
  }
  return warps;
}

void IssueStation::issue_offered_of(unsigned w) {
  for (const auto& [source, o] : offers_)
    if (o->warp == w) return issue_offered(*source, *o);
}

void IssueStation::issue_offered(InstructionSource& source, const OfferedInstruction& o) {
  if (!o.collects) {
    ++offered_;
    return source.executed(o);
  }
  ExecutionContext& context = context_of(o);
  InFlight& f = warps_.issue(o.warp, context, sources_of(o), *o.instruction, *o.hazards, executing_lanes(o));
  f.source = &source;
  f.tag = o.tag;
  f.in_place = o.in_place;
  if (o.in_place) {
    for (unsigned k = 0; k < o.instruction->source_count; ++k) f.sources[k] = o.registers[k];
    for (unsigned k = 0; k < o.instruction->destination_count; ++k) f.destinations[k] = o.registers[k];
    ++moves_;
  } else {
    ++offered_;
    if (readiness_.merges(context, *o.instruction, f.lanes.active)) merge(f);
    if (o.checks_hazards) warps_.look_again(o.warp);
  }
  collect(f);
  source.taken(f);
}

}  // namespace heddle
