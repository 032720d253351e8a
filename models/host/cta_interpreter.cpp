#include "models/host/cta_interpreter.hpp"

#include <fmt/format.h>

#include "models/host/fault.hpp"
#include "models/ptx/memory_windows.hpp"

namespace heddle {

using ptx::Instruction;

CtaInterpreter::CtaInterpreter(FunctionalDevice& device, const LaunchRequest& launch, Dim3 ctaid)
    : device_(device),
      kernel_(launch.kernel),
      warps_(warps_per_cta(launch.cta)),
      shared_(launch.kernel.shared_bytes + launch.dynamic_shared_bytes) {
  for (std::uint32_t w = 0; w < warps_.size(); ++w)
    warps_[w] = {.context = warp_context(launch, ctaid, w),
                 .stack = ptx::SimtStack(launched_lanes(launch.cta, w)),
                 .registers = std::vector<WarpRegister>(kernel_.registers),
                 .local = std::vector<std::byte>(std::size_t{kernel_.local_bytes} * warp_size)};
}

void CtaInterpreter::run(std::uint64_t& issued, std::uint64_t limit) {
  for (bool running = true; running;) {
    running = false;
    for (Warp& warp : warps_)
      while (!warp.stack.done() && !warp.waiting) {
        if (issued++ >= limit)
          throw Error({.place = instruction_place(kernel_, kernel_.code[warp.stack.pc()]),
                       .what = fmt::format("kernel '{}' does not end", kernel_.name),
                       .value = fmt::format("{} warp instructions", limit),
                       .legal = "fewer; the limit is an option of the device"});
        step(warp);
      }
    for (const Warp& warp : warps_) running |= warp.waiting;
    if (running) release_barrier();
  }
}

/// All warps wait or have ended. Threads that have ended count as arrived; those that stand elsewhere never
/// will.
void CtaInterpreter::release_barrier() {
  std::vector<WaitingWarp> waiting;
  bool complete = true;
  for (const Warp& warp : warps_) {
    if (!warp.waiting) continue;
    const LaneMask lanes = warp.stack.active(), absent = warp.stack.alive() & ~lanes;
    waiting.push_back({warp.context.warp_id, lanes, absent, kernel_.code[warp.stack.pc()].line});
    complete &= absent == 0;
  }
  if (!complete) throw barrier_error(kernel_, waiting);
  for (Warp& warp : warps_) {
    if (!warp.waiting) continue;
    warp.waiting = false;
    warp.stack.advance();
  }
}

void CtaInterpreter::step(Warp& warp) {
  const Instruction& i = kernel_.code[warp.stack.pc()];
  const LaneMask lanes = guarded(i, warp.context, warp.stack.active());
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
    case ptx::Control::fence:  // what one warp does, all others see at once
      return warp.stack.advance();
    case ptx::Control::barrier:
      warp.waiting = lanes != 0;
      if (!warp.waiting) warp.stack.advance();
      return;
    default:
      break;
  }
  if (lanes != 0) {
    if (i.execute != nullptr)
      compute(warp, i, lanes);
    else
      access(warp, i, lanes);
  }
  warp.stack.advance();
}

void CtaInterpreter::fetch(const Warp& warp, const Instruction& i) {
  for (unsigned k = 0; k < i.source_count; ++k) operands_.source[k] = warp.registers[i.sources[k]];
  for (unsigned k = 0; k < i.destination_count; ++k)
    operands_.destination[k] = warp.registers[i.destinations[k]];
}

void CtaInterpreter::write_back(Warp& warp, const Instruction& i, LaneMask lanes) {
  for (unsigned k = 0; k < i.destination_count; ++k)
    warp.registers[i.destinations[k]] = operands_.destination[k];
  for (unsigned k = 0; k < i.predicate_count; ++k) {
    LaneMask& p = warp.context.predicates[i.predicate_destinations[k]];
    p = (p & ~lanes) | (operands_.predicate[k] & lanes);
  }
}

void CtaInterpreter::compute(Warp& warp, const Instruction& i, LaneMask lanes) {
  fetch(warp, i);
  i.execute(i, warp.context, lanes, operands_);
  write_back(warp, i, lanes);
}

void CtaInterpreter::access(Warp& warp, const Instruction& i, LaneMask lanes) {
  fetch(warp, i);
  ptx::LaneAddresses addresses;
  effective_addresses(i, operands_, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    std::byte* const at = locate(warp, i, lane, addresses[lane], bytes);
    if (i.memory.store)
      store_value(i, operands_, lane, at);
    else
      load_value(i, operands_, lane, at);
  }
  write_back(warp, i, lanes);
}

std::byte* CtaInterpreter::locate(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address,
                                  std::uint32_t bytes) {
  const ptx::Location at = ptx::resolve(i.memory.space, address);
  const auto within = [&](std::span<std::byte> window) {
    return at.offset <= window.size() && bytes <= window.size() - at.offset ? window.data() + at.offset
                                                                            : nullptr;
  };
  std::byte* found = nullptr;
  if (at.offset % bytes == 0) {
    if (at.space == ptx::Space::shared)
      found = within(shared_);
    else if (at.space == ptx::Space::local)
      found =
          within(std::span(warp.local).subspan(std::size_t{lane} * kernel_.local_bytes, kernel_.local_bytes));
    else
      found = device_.find(at.offset, bytes);
  }
  if (found == nullptr)
    throw access_error(kernel_, i, warp.context.warp_id, lane, address, bytes, device_.map());
  return found;
}

}  // namespace heddle
