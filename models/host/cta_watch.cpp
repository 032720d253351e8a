// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <vector>

#include "models/host/cta_interpreter.hpp"
#include "models/host/livelock_error.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/memory_windows.hpp"

/// A CTA under a LivelockWatch.
namespace heddle {

using ptx::Instruction;

CtaInterpreter::Outcome CtaInterpreter::watch(unsigned w, std::size_t n, LivelockWatch& watch,
                                              std::uint64_t most) {
  Warp& warp = warps_[w];
  if (warp.stack.done()) return Outcome::ended;
  while (!warp.stack.done() && !warp.waiting) {
    if (watch.recurs(n)) return Outcome::recurs;
    if (watch.steps(n) >= most) return Outcome::neither;
    if (const Outcome o = watched_step(warp, n, watch); o != Outcome::neither) return o;
  }
  if (warp.waiting) return Outcome::waits;
  release(barriers_.leave(warp.context.warp_id));
  return Outcome::ended;
}

/// Returns `neither` when the warp goes on, and nothing else has changed.
CtaInterpreter::Outcome CtaInterpreter::watched_step(Warp& warp, std::size_t n, LivelockWatch& watch) {
  const std::uint32_t pc = warp.stack.pc();
  const Instruction& i = kernel_.code[pc];
  const LaneMask lanes = guarded(i, warp.predicates, warp.stack.active());
  if (watch.stands(n, pc, warp.stack.digest())) return Outcome::recurs;
  const bool accesses = lanes != 0 && i.control == ptx::Control::none && i.execute == nullptr &&
                        i.memory.space != ptx::Space::texture;
  const bool copies = accesses && ptx::is_copy(i), writes = accesses && !copies && ptx::writes_memory(i);
  ptx::LaneAddresses addresses{};
  Poll poll{.pc = pc, .lanes = lanes};
  if (accesses) {
    bind(warp, i);
    effective_addresses(i, operands_, addresses);
    const ptx::Location at =
        ptx::resolve(i.memory.space, addresses[static_cast<unsigned>(std::countr_zero(lanes))]);
    poll.space = at.space;
    poll.address = at.offset;
  }
  const std::vector<std::byte> before =
      writes ? content(warp, i, lanes, addresses) : std::vector<std::byte>{};
  count(warp);
  step(warp);
  if (warp.stack.done()) return Outcome::neither;
  if (copies) return Outcome::changed;
  if (i.control == ptx::Control::exit && lanes != 0) return Outcome::changed;
  if (i.control == ptx::Control::barrier && lanes != 0 &&
      (!i.barrier.waits || i.barrier.reduction != ptx::Barrier::Reduction::none))
    return Outcome::changed;
  if (writes && content(warp, i, lanes, addresses) != before) return Outcome::changed;
  if (accesses && !i.memory.store) watch.read(n, poll);
  if (i.control == ptx::Control::none && lanes != 0) watch.executed(n, i, lanes, operands_);
  return Outcome::neither;
}

/// The bytes in memory that these lanes write.
std::vector<std::byte> CtaInterpreter::content(Warp& warp, const Instruction& i, LaneMask lanes,
                                               const ptx::LaneAddresses& addresses) {
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  std::vector<std::byte> all;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::byte* at = locate(warp, i, lane, addresses[lane], bytes);
    all.insert(all.end(), at, at + bytes);
  }
  return all;
}

ApiError CtaInterpreter::livelock(unsigned w, const Poll& poll, std::uint64_t warps, std::uint64_t at_barrier,
                                  std::uint64_t ctas_left) const {
  const Warp& warp = warps_[w];
  return livelock_error({.kernel = kernel_,
                         .context = warp.context,
                         .stack = warp.stack,
                         .poll = poll,
                         .warps = warps,
                         .at_barrier = at_barrier,
                         .ctas_left = ctas_left});
}

}  // namespace heddle
