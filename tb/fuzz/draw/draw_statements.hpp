// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/draw/draw.hpp"

/// Each adds a statement, or some that belong together, where `d.w` writes; or none, when the kernel lacks
/// what the statement needs.
namespace heddle::fuzz {

void draw_compute(Draw& d);
void draw_compute(Draw& d, const Form& form);
void draw_carry_chain(Draw& d);
void draw_slow_then_fast(Draw& d);
void draw_special(Draw& d);

void draw_load(Draw& d, bool in_function);
void draw_store(Draw& d);
void draw_atomic(Draw& d);  ///< on shared cells
void draw_own(Draw& d);     ///< an atomic on the thread's own slot

/// Puts some between what has been drawn, and mixes what they have left into the sum. With numbers of its
/// own, so that the rest of a kernel is the same without them.
void draw_copies(Draw& d, Random& random);
/// Lets both sides of some branches end alike, with numbers of its own, too.
void draw_tails(Draw& d, Random& random);
void draw_mbarrier(Draw& d, Random& random);

void draw_exchange(Draw& d);
void draw_reduce(Draw& d);
/// A barrier, where all threads of a CTA come alike, or an instruction of a warp: of all its threads, or of
/// those that the mask `members` names. `barriers`: none but these.
void draw_collective(Draw& d, bool all_of_cta, bool barriers, const Operand* members);
/// The mask of those of `members` (null: of all) for which the guard holds; in a register that stays.
Operand draw_ballot(Draw& d, const Operand& guard, const Operand* members);

/// The registers, places and the sum of a kernel, each with a value.
void draw_first_values(Draw& d);
void draw_first_predicates(Draw& d);
/// Mixes half of the registers into the sum and stores it.
void draw_result(Draw& d);
void draw_store_sum(Draw& d);

}  // namespace heddle::fuzz
