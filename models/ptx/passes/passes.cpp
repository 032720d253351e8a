// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/passes/passes.hpp"

#include <array>

namespace heddle::ptx {
namespace {

/// By level: the first ones are those of level 1.
constexpr std::array passes{
    Pass{"forward_copies", "copies are read from where they came", forward_copies},
    Pass{"fold_constants", "literals, parameters and constants become operands", fold_constants},
    Pass{"legalise_operands", "what the instruction set has no operands for is moved to registers",
         legalise_operands},
    Pass{"remove_unread", "results that nobody reads are not computed", remove_unread},
    Pass{"tail_merge", "instructions at the end of two ways to one place stand there once", tail_merge},
    Pass{"straighten", "jumps to the next instruction, and around a jump, are left out", straighten},
    Pass{"if_convert", "a branch over a few instructions becomes their guard", if_convert},
    Pass{"rematerialise", "constants are made again where they are read, if that takes fewer registers",
         rematerialise},
    Pass{"schedule", "list scheduling of each basic block within the registers that it takes", schedule}};
constexpr std::size_t of_level_1 = 4;

}  // namespace

std::span<const Pass> passes_of(const CodeGeneration& code) {
  const std::span<const Pass> all(passes);
  return code.optimize == 0 ? all.first(0) : code.optimize == 1 ? all.first(of_level_1) : all;
}

}  // namespace heddle::ptx
