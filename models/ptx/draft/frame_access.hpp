// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/draft/draft.hpp"

/// Instructions that the compiler itself needs: moves between registers and the function's stack frame.
namespace heddle::ptx {

/// `kernel`'s register `reg` (no predicate) from or to byte `offset` of the frame; `frames`: see Draft.
/// `width` bytes, 0 for the whole register.
Draft frame_load(const DraftKernel& kernel, RegisterId reg, std::int64_t offset, int frames = 0,
                 unsigned width = 0);
Draft frame_store(const DraftKernel& kernel, RegisterId reg, std::int64_t offset, int frames = 0,
                  unsigned width = 0);

/// A 32-bit register that is 1 where the predicate holds, else 0; and the reverse.
Draft predicate_to_word(RegisterId predicate, RegisterId word);
Draft word_to_predicate(RegisterId word, RegisterId predicate);

/// to = from, equally wide.
Draft copy(const DraftKernel& kernel, RegisterId from, RegisterId to);
/// reg = value.
Draft set_word(RegisterId reg, std::uint32_t value);
/// reg += value + frames * size of the frame.
Draft add_to(RegisterId reg, std::int32_t value, int frames);

/// Adds operands to a draft: the words of a register, low word first. Returns the first slot.
std::uint8_t add_source(const DraftKernel& kernel, Draft& d, RegisterId reg);
void add_destination(const DraftKernel& kernel, Draft& d, RegisterId reg);

}  // namespace heddle::ptx
