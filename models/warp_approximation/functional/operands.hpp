// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle::approximate {

/// A level at which no values are similar enough for any d.
inline constexpr unsigned dissimilar = 32;

/// May one lane stand for all (Wong2016, section 3.2), if the values that it reads are similar? Not a memory
/// access, control, or an instruction whose lanes exchange values; not one that produces a predicate (setp, a
/// carry), so that these are exact; not one that reads a special register that differs by lane, whatever it
/// holds; not one that reads nothing.
bool may_have_representative(const ptx::Instruction&);

/// Does it compute the same in all lanes from equal values, whether it may be approximated or not? As above,
/// but what it computes may be a predicate; it reads none, nor a carry.
bool is_uniform_of_equal(const ptx::Instruction&);

/// Do all predicates that it reads, besides its guard, have one value in `lanes`?
bool predicates_are_uniform(const ptx::Instruction&, const ptx::Operands&, LaneMask lanes);

/// The smallest d at which all operands of an instruction are similar in `lanes`, or `dissimilar`: by their
/// values, whatever bits are set (Wong2016, Fig. 1). Literals and special registers of the whole warp are
/// similar at 0; predicates are equal or dissimilar; special registers of a lane, no operand at
/// all, and control, dissimilar.
unsigned operand_level(const ptx::Instruction&, const ptx::Operands&, LaneMask lanes);

}  // namespace heddle::approximate
