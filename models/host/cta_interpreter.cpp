// SPDX-License-Identifier: Apache-2.0
#include "models/host/cta_interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/host/fault.hpp"
#include "models/host/lane_places.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/memory_windows.hpp"

namespace heddle {

using ptx::Instruction;

CtaInterpreter::CtaInterpreter(FunctionalDevice& device, const LaunchRequest& launch, std::uint64_t& issued,
                               std::uint64_t limit, unsigned slot, InstructionObserver* observer,
                               ResultModel* results)
    : device_(device),
      launch_(launch),
      kernel_(launch.kernel),
      issued_(issued),
      limit_(limit == 0 ? ~std::uint64_t{0} : limit),
      slot_(slot),
      observer_(observer),
      results_(results),
      warps_(warps_per_cta(launch.cta)),
      shared_(launch.kernel.shared_bytes + launch.dynamic_shared_bytes) {
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    Warp& warp = warps_[w];
    warp.context = warp_context(launch, {}, w);
    warp.context.slot = w;
    warp.context.cycle = &issued;
    warp.registers.resize(kernel_.registers);
    warp.local.resize(std::size_t{kernel_.local_bytes} * warp_size);
  }
}

/// Clears the registers, shared memory and local memory, so that the result of a CTA never depends on an
/// earlier CTA.
void CtaInterpreter::begin(Dim3 ctaid) {
  if (observer_ != nullptr) observer_->begin_cta(slot_, static_cast<unsigned>(warps_.size()));
  barriers_ = CtaBarriers(static_cast<unsigned>(warps_.size()));
  std::fill(shared_.begin(), shared_.end(), std::byte{0});
  for (Warp& warp : warps_) {
    warp.context.ctaid = {ctaid.x, ctaid.y, ctaid.z};
    warp.predicates.fill(0);
    warp.context.barrier_result = 0;
    warp.stack = ptx::SimtStack(launched_lanes(launch_.cta, warp.context.warp_id),
                                kernel_.divergence == ptx::Divergence::threads);
    std::fill(warp.registers.begin(), warp.registers.end(), WarpRegister{});
    std::fill(warp.local.begin(), warp.local.end(), std::byte{0});
    warp.waiting = false;
  }
}

bool CtaInterpreter::run_round() {
  bool running = false;
  for (Warp& warp : warps_) {
    if (warp.stack.done() || warp.waiting) continue;
    running = true;
    run_warp(warp);
  }
  if (running) return true;
  for (const Warp& warp : warps_)
    if (warp.waiting) fail_deadlock();
  return false;
}

/// Runs a warp until it ends or waits at a barrier, but only for a limited number of instructions, because it
/// may spin on a value that another warp has yet to write.
void CtaInterpreter::run_warp(Warp& warp) {
  constexpr unsigned turn = 1 << 14;
  for (unsigned n = 0; n < turn && !warp.stack.done() && !warp.waiting; ++n) {
    count(warp);
    step(warp);
  }
  if (warp.stack.done()) release(barriers_.leave(warp.context.warp_id));
}

void CtaInterpreter::count(const Warp& warp) {
  if (issued_++ < limit_) return;
  throw ApiError(Status::launch_timeout,
                 {.place = instruction_place(kernel_, kernel_.code[warp.stack.pc()]),
                  .what = fmt::format("kernel '{}' does not end", kernel_.name),
                  .value = fmt::format("{} warp instructions", limit_),
                  .legal = "fewer; a larger max_cycles, or 0 for no limit, lets it go on"});
}

void CtaInterpreter::gather(Warp& warp, const Instruction& i, LaneMask lanes) {
  bind(warp, i);
  if (lanes == 0 || gathered(warp, i, lanes, gathered_lanes(i, warp.context, operands_, lanes)))
    warp.stack.advance();
}

/// Do all of `members` execute the instruction? Else another path of the warp goes on.
bool CtaInterpreter::gathered(Warp& warp, const Instruction& i, LaneMask lanes, LaneMask members) {
  const auto gathering = warp.stack.gather(members);
  if (gathering == ptx::SimtStack::Gathering::stuck)
    throw gather_error(kernel_, i, warp.context.warp_id, lanes,
                       members & warp.stack.alive() & ~warp.stack.active());
  return gathering == ptx::SimtStack::Gathering::together;
}

void CtaInterpreter::arrive(Warp& warp, const Instruction& i, LaneMask lanes) {
  if (!gathered(warp, i, lanes, all_lanes)) return;  // a barrier counts whole warps
  bind(warp, i);
  const BarrierArrival arrival =
      barrier_arrival(kernel_, i, warp.context, operands_, lanes, static_cast<unsigned>(warps_.size()));
  warp.barrier = arrival.number;
  warp.absent = lanes_that_never_come(kernel_, warp.stack, lanes);
  warp.waiting = i.barrier.waits;
  if (!warp.waiting) warp.stack.advance();
  if (!warp.waiting || warp.absent == 0) release(barriers_.arrive(kernel_, i, warp.context.warp_id, arrival));
}

void CtaInterpreter::release(CtaBarriers::WarpSet released) {
  for (; released != 0; released &= released - 1) {
    Warp& warp = warps_[static_cast<unsigned>(std::countr_zero(released))];
    warp.waiting = false;
    warp.context.barrier_result = barriers_.result(warp.context.warp_id);
    warp.stack.advance();
  }
}

void CtaInterpreter::fail_deadlock() const {
  std::vector<WaitingWarp> waiting;
  for (const Warp& warp : warps_)
    if (warp.waiting)
      waiting.push_back(
          {warp.context.warp_id, warp.absent, kernel_.code[warp.stack.pc()].line, warp.barrier});
  throw barrier_error(kernel_, waiting);
}

void CtaInterpreter::step(Warp& warp) {
  const Instruction& i = kernel_.code[warp.stack.pc()];
  const LaneMask lanes = guarded(i, warp.predicates, warp.stack.active());
  if (observer_ != nullptr) {
    bind(warp, i);
    observer_->observe({kernel_, warp.stack.pc(), warp.context.warp_id, lanes, warp.stack.active(),
                        warp.stack.alive(), operands_, 0, slot_});
  }
  switch (i.control) {
    case ptx::Control::branch:
      return warp.stack.branch(lanes, i.target, i.reconvergence);
    case ptx::Control::exit:
      return warp.stack.exit(lanes);
    case ptx::Control::call:
      if (warp.stack.full()) throw call_depth_error(kernel_, i, warp.context.warp_id);
      return warp.stack.call(lanes, i.target);
    case ptx::Control::ret:
      return warp.stack.ret();
    case ptx::Control::trap:
      if (lanes != 0) throw trap_error(kernel_, i, warp.context.warp_id, lanes);
      return warp.stack.advance();
    case ptx::Control::fence:  // nothing to do: all warps see each access at once
    case ptx::Control::commit:
    case ptx::Control::await:
      return warp.stack.advance();
    case ptx::Control::gather:
      return gather(warp, i, lanes);
    case ptx::Control::barrier:
      return lanes != 0 ? arrive(warp, i, lanes) : warp.stack.advance();
    default:
      break;
  }
  if (lanes != 0) {
    if (i.execute != nullptr)
      compute(warp, i, lanes);
    else
      access(warp, i, lanes);
    if (results_ != nullptr) results_->executed(operands_.destination);
  }
  warp.stack.advance();
}

void CtaInterpreter::bind(Warp& warp, const Instruction& i) {
  for (unsigned k = 0; k < i.source_count; ++k) operands_.source.bind(k, warp.registers[i.sources[k]]);
  for (unsigned k = 0; k < i.destination_count; ++k)
    operands_.destination.bind(k, warp.registers[i.destinations[k]]);
  collect_predicates(i, warp.predicates, operands_);
  collect_constant(i, warp.context, operands_);
}

void CtaInterpreter::compute(Warp& warp, const Instruction& i, LaneMask lanes) {
  bind(warp, i);
  operands_.barrier_result = warp.context.barrier_result;
  ptx::execute(i, warp.context, lanes, operands_);
  commit_predicates(i, operands_, lanes, warp.predicates);
}

void CtaInterpreter::access(Warp& warp, const Instruction& i, LaneMask lanes) {
  bind(warp, i);
  if (ptx::is_copy(i)) return copy(warp, i, lanes);
  const bool texture = i.memory.space == ptx::Space::texture;
  if (!texture && i.memory.update == nullptr && access_together(warp, i, lanes)) return;
  ptx::LaneAddresses addresses{};
  if (!texture) effective_addresses(i, operands_, addresses);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (texture)
      sample(warp, i, lane);
    else
      access_lane(warp, i, lane, addresses[lane]);
  }
}

/// Performs a load or store for all lanes at once. Returns false, without having done anything, when the
/// lanes must be handled one by one: when they reach several allocations, or to report which lane is wrong.
bool CtaInterpreter::access_together(Warp& warp, const Instruction& i, LaneMask lanes) {
  LanePlaces places;
  if (!find_places(i, operands_, lanes, places) || !places.aligned) return false;
  const std::uint64_t bytes = std::uint64_t{places.last} + unsigned{i.memory.width} * i.memory.elements;
  const ptx::Location at = ptx::resolve(i.memory.space, places.first);
  std::byte* base = nullptr;
  if (at.space == ptx::Space::shared) {
    if (at.offset <= shared_.size() && bytes <= shared_.size() - at.offset) base = shared_.data() + at.offset;
  } else if (at.space == ptx::Space::local) {
    const std::uint32_t each = kernel_.local_bytes;
    if (at.offset > each || bytes > each - at.offset) return false;
    base = warp.local.data() + at.offset;
    for (unsigned lane = 0; lane < warp_size; ++lane) places.offset[lane] += lane * each;
    places.dense = false;
  } else {
    base = device_.find(at.offset, bytes);
  }
  if (base == nullptr) return false;
  if (i.memory.store)
    store_lanes(i, operands_, lanes, places, base);
  else
    load_lanes(i, operands_, lanes, places, base);
  return true;
}

void CtaInterpreter::access_lane(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address) {
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  std::byte* const at = locate(warp, i, lane, address, bytes);
  if (i.memory.update != nullptr) {
    std::uint64_t old = 0;
    std::memcpy(&old, at, bytes);
    const std::uint64_t now = i.memory.update(old, operand_bits(i, operands_, 1, bytes, lane),
                                              operand_bits(i, operands_, 2, bytes, lane));
    if (i.destination_count != 0) load_value(i, operands_, lane, at);
    std::memcpy(at, &now, bytes);
  } else if (i.memory.store) {
    store_value(i, operands_, lane, at);
  } else {
    load_value(i, operands_, lane, at);
  }
}

/// An asynchronous copy is complete at once.
void CtaInterpreter::copy(Warp& warp, const Instruction& i, LaneMask lanes) {
  const unsigned bytes = ptx::copy_bytes(i);
  const Instruction store = ptx::store_of_copy(i);
  ptx::LaneAddresses from{}, to{};
  effective_addresses(i, operands_, from);
  copy_addresses(i, operands_, to);
  for (unsigned k = 0; k < ptx::max_destinations; ++k) operands_.destination.bind(k, copied_[k]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::byte* const place = locate(warp, store, lane, to[lane], bytes);
    if (const unsigned read = bytes_read(i, operands_, lane); read != 0) {
      std::array<std::byte, 16> value{};
      std::memcpy(value.data(), locate(warp, i, lane, from[lane], read), read);
      load_value(i, operands_, lane, value.data());
    }
    copied_value(i, operands_, lane, place);
  }
}

void CtaInterpreter::sample(Warp& warp, const Instruction& i, unsigned lane) {
  const ptx::Texture* texture = texture_of(i, warp.context, operands_, lane);
  if (texture == nullptr) throw texture_error(kernel_, i, warp.context, operands_, lane);
  const ptx::TextureSample sample = texture_sample(i, *texture, operands_, lane);
  const unsigned bytes = texel_bytes(*texture);
  ptx::TexelBytes texels{};
  for (unsigned k = 0; k < sample.count; ++k)
    if (sample.inside[k])
      std::memcpy(texels[k].data(), locate(warp, i, lane, sample.address[k], bytes), bytes);
  texture_value(i, *texture, sample, texels, operands_, lane);
}

std::byte* CtaInterpreter::locate(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address,
                                  std::uint32_t bytes) {
  const ptx::Location at = ptx::resolve(i.memory.space, address);
  const auto within = [&](std::span<std::byte> window) {
    return at.offset <= window.size() && bytes <= window.size() - at.offset ? window.data() + at.offset
                                                                            : nullptr;
  };
  std::byte* found = nullptr;
  const bool fits = at.space != ptx::Space::local || i.memory.update == nullptr;
  if (at.offset % ptx::alignment_of(i, bytes) == 0 && fits) {
    if (at.space == ptx::Space::shared)
      found = within(shared_);
    else if (at.space == ptx::Space::local)
      found =
          within(std::span(warp.local).subspan(std::size_t{lane} * kernel_.local_bytes, kernel_.local_bytes));
    else
      found = device_.find(at.offset, bytes);
  }
  if (found == nullptr) throw access_error(kernel_, i, warp.context, lane, address, bytes, device_.map());
  return found;
}

}  // namespace heddle
