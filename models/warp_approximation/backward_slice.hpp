// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "models/base/register_set.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// Architected registers and predicate registers of a thread; bit k is number k.
struct RegistersAndPredicates {
  RegisterSet registers = 0;
  std::uint64_t predicates = 0;
};

/// What an instruction uses as an address or like one, so that another value would reach another place: the
/// address of a memory access, a texture's handle and coordinates, all that a barrier reads, and the lane
/// numbers and member masks of exchanges between lanes.
RegistersAndPredicates address_operands(const ptx::Instruction&);
/// What decides whether a lane executes the instruction: its guard, of a branch or of anything else, for
/// compilers make guards out of branches.
RegistersAndPredicates condition_operands(const ptx::Instruction&);

/// The instructions of the kernel, by index, whose results may reach one of the operands that `roots` names:
/// by registers and predicates (the guards and carries on the way included), along all ways, calls included;
/// and by local memory, where spilled registers and arguments of calls lie. A loaded value is not followed
/// into global, shared or generic memory, only its address is where `roots` says so: what a kernel puts there
/// and uses as an index later is the programmer's to leave out of regions.
std::vector<bool> backward_slice(const ptx::Kernel& kernel,
                                 const std::function<RegistersAndPredicates(const ptx::Instruction&)>& roots);

}  // namespace heddle
