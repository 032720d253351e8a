// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/issue/control_unit.hpp"

#include "models/host/fault.hpp"

namespace heddle {

void ControlUnit::take(InFlight& f) {
  collectors_.remove(f);
  warps_[f.warp].collecting = false;
  if (f.instruction->control == ptx::Control::gather) {
    gather(f.warp, *f.instruction, f.operands, f.lanes.active);
    ExecutionContext& program = warps_[f.warp].program;
    program.buffer.clear();
    fetch_.redirect(f.warp, program.stack.pc());
  } else {
    barriers_.arrive(f.warp, *f.instruction, f.operands, f.lanes.active);
  }
  warps_.finished(f);
}

void ControlUnit::gather(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands,
                         LaneMask lanes) {
  Warp& warp = warps_[w];
  if (gathered(w, i, lanes, gathered_lanes(i, warp.context, operands, lanes))) warp.program.stack.advance();
}

/// Do all of `members` execute the instruction? Else another path of the warp goes on.
bool ControlUnit::gathered(unsigned w, const ptx::Instruction& i, LaneMask lanes, LaneMask members) {
  const Warp& warp = warps_[w];
  ptx::SimtStack& stack = warps_[w].program.stack;
  const auto gathering = stack.gather(members);
  if (gathering == ptx::SimtStack::Gathering::stuck)
    throw gather_error(*launch_->kernel, i, warp.context.warp_id, lanes,
                       members & stack.alive() & ~stack.active());
  return gathering == ptx::SimtStack::Gathering::together;
}

void ControlUnit::execute(unsigned w, const ptx::Instruction& i, LaneMask mask) {
  Warp& warp = warps_[w];
  switch (i.control) {
    case ptx::Control::branch:
      warp.program.stack.branch(mask, i.target, i.reconvergence);
      break;
    case ptx::Control::exit:
      warp.program.stack.exit(mask);
      break;
    case ptx::Control::call:
      if (warp.program.stack.full()) throw call_depth_error(*launch_->kernel, i, warp.context.warp_id);
      warp.program.stack.call(mask, i.target);
      break;
    case ptx::Control::ret:
      warp.program.stack.ret();
      break;
    case ptx::Control::trap:
      if (mask != 0 && !warp.program.drops_faults)
        throw trap_error(*launch_->kernel, i, warp.context.warp_id, mask);
      warp.program.stack.exit(mask);
      break;
    case ptx::Control::gather:
      if (mask == 0)
        warp.program.stack.advance();
      else
        gather(w, i, ptx::Operands{}, mask);
      break;
    case ptx::Control::barrier:
      if (mask != 0 && !gathered(w, i, mask, all_lanes)) break;
      warp.program.stack.advance();
      if (mask != 0) {
        ptx::Operands operands;  // an instruction with register operands would have passed a collector
        collect_predicates(i, warp.program.predicates, operands);
        barriers_.arrive(w, i, operands, mask);
      }
      break;
    case ptx::Control::fence:
      if (i.memory.cache == ptx::CacheOperator::global) load_store_.forget_global();
      warp.program.stack.advance();
      break;
    case ptx::Control::commit:
      warp.copies.commit();
      warp.program.stack.advance();
      break;
    case ptx::Control::await:
      warp.program.stack.advance();
      break;
    default:
      break;
  }
  if (warp.program.stack.done()) {
    barriers_.leave(w);
    warps_.exited(w);
  }
}

}  // namespace heddle
