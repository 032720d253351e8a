// SPDX-License-Identifier: Apache-2.0
#include "tb/tandem/tandem_check.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hw/memory/atomic_request.hpp"
#include "hw/sm/launch/launch.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/live_values.hpp"

namespace heddle {

TandemCheck::TandemCheck(SimulatedGpu& gpu, const GpuConfig& config, std::shared_ptr<const ValueModel> values)
    : gpu_(gpu),
      sms_(config.sms),
      warps_(config.sm.warps),
      tandem_(std::move(values)),
      places_(std::size_t{sms_} * warps_) {
  gpu_.gpu().observe(*this);
  MemorySystem& memory = gpu_.gpu().memory();
  for (unsigned k = 0; k < memory.map().slices(); ++k)
    memory.slice(k).on_atomic = [this](const tlm::tlm_generic_payload& payload) { atomic(payload); };
}

DevicePointer TandemCheck::allocate(std::size_t bytes) { return gpu_.allocate(bytes); }

void TandemCheck::write(DevicePointer to, std::span<const std::byte> from) {
  gpu_.write(to, from);
  tandem_.set(to, from);
}

void TandemCheck::launch(const LaunchRequest& request) {
  request_ = &request;
  gpu_.launch(request);
  tandem_.end_launch(
      [this](std::uint64_t address, std::span<std::byte> to) { gpu_.gpu().read(address, to); });
}

void TandemCheck::launch_begins(unsigned sm, const Launch& launch) {
  if (sm == 0) tandem_.begin_launch(*launch.kernel, *request_, sms_, warps_);
}

void TandemCheck::cta_begins(unsigned sm, unsigned slot, const Dim3& id, Cycle) {
  tandem_.begin_cta(sm, slot, id);
  const unsigned count = warps_per_cta(request_->cta);
  for (unsigned k = 0; k < count; ++k) places(sm, slot * count + k).fill(no_place);
}

void TandemCheck::cta_ends(unsigned sm, unsigned slot, Cycle) { tandem_.end_cta(sm, slot); }

void TandemCheck::issued(unsigned sm, const IssuedInstruction& i, Cycle now) {
  TandemRecord& r = tandem_.issue(sm, i.warp);
  r.pc = i.pc;
  r.active = i.active;
  r.mask = i.mask;
  r.issued = now;
  r.collects = i.in_flight != nullptr;
  if (r.collects)
    r.sequence = i.in_flight->sequence;
  else
    tandem_.advance(sm, i.warp);
}

void TandemCheck::jumped(unsigned sm, unsigned warp, std::uint32_t pc, LaneMask active, Cycle) {
  tandem_.jump(sm, warp, pc, active);
}

void TandemCheck::collected(unsigned sm, const InFlight& f, Cycle now) {
  if (f.injected()) {
    if (live_move(*f.instruction) == ptx::LiveMove::in)
      for (unsigned k = 0; k < f.instruction->source_count; ++k)
        tandem_.read(sm, f.warp, f.instruction->sources[k], f.lanes.read, f.operands.source[k]);
    return;
  }
  TandemRecord& r = tandem_.record(sm, f.warp, f.sequence);
  r.collected = now;
  r.read = f.lanes.read;
  r.computing = f.lanes.executed;
  r.setting = f.setting;
  for (unsigned k = 0; k < f.instruction->source_count; ++k) r.sources[k] = f.operands.source[k];
  r.predicate_sources = f.operands.predicate_source;
}

void TandemCheck::dispatched(unsigned sm, const char*, unsigned, const InFlight& f, Cycle, Cycle now) {
  if (!f.injected()) tandem_.record(sm, f.warp, f.sequence).executed = now;
}

void TandemCheck::memory_queued(unsigned sm, const InFlight& f, Cycle now) {
  if (f.injected()) return;
  TandemRecord& r = tandem_.record(sm, f.warp, f.sequence);
  r.executed = now;
  r.served = ++memory_order_;
}

void TandemCheck::finished(unsigned sm, const InFlight& f, Cycle) {
  if (f.injected()) return;
  const ptx::Instruction& i = *f.instruction;
  TandemRecord& r = tandem_.record(sm, f.warp, f.sequence);
  r.finished = true;
  const unsigned words = ptx::is_copy(i) ? i.memory.elements : i.destination_count;
  for (unsigned k = 0; k < words; ++k) r.delivered[k] = f.operands.destination[k];
  r.predicates = f.operands.predicate;
  if (i.unit == ptx::Unit::ldst) r.addresses = f.addresses;
  tandem_.advance(sm, f.warp);
}

void TandemCheck::committed(unsigned sm, const RegisterWrite& w, const Peek& peek, Cycle now) {
  if (w.in_place || !w.of_program) return;
  const RegisterId before = std::exchange(places(sm, w.warp)[w.architected], w.reg);
  if (w.live_out) return tandem_.write(sm, w.warp, w.architected, w.lanes, peek(w.reg));
  if (w.injected()) return;
  TandemRecord& r = tandem_.record(sm, w.warp, w.sequence);
  if (before != w.reg) r.fresh = static_cast<std::uint8_t>(r.fresh | 1u << w.operand);
  r.committed = now;
  r.held[w.operand] = peek(w.reg);
  r.registers[w.operand] = w.reg;
  r.encoding[w.operand] = w.form;
  ++r.commits;
  tandem_.advance(sm, w.warp);
}

void TandemCheck::register_dies(unsigned sm, unsigned warp, unsigned r, Cycle) {
  places(sm, warp)[r] = no_place;
}

void TandemCheck::drained(unsigned sm, unsigned warp, const Peek& peek, Cycle) {
  const auto& where = places(sm, warp);
  for (unsigned r = 0; r < where.size(); ++r)
    if (where[r] != no_place) tandem_.final_register(sm, warp, r, where[r], peek(where[r]));
}

void TandemCheck::atomic(const tlm::tlm_generic_payload& payload) {
  if (MemoryMap::is_own(payload.get_address()) && payload.get_address() >= Launch::own_memory)
    return;  // no program reaches it
  const auto& request = *payload.get_extension<AtomicRequest>();
  for (unsigned k = 0; k < request.count; ++k) {
    const AtomicRequest::Operation& op = request.operations[k];
    tandem_.served(payload.get_address() + op.offset,
                   {.update = request.update, .width = request.width, .b = op.b, .c = op.c, .old = op.old});
  }
}

}  // namespace heddle
