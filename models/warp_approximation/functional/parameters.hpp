// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::approximate {

/// Which lane of a path represents it (Wong2016, section 3.1.2). The paper uses the lowest.
enum class Policy : std::uint8_t {
  lowest,
  highest,
  middle,  ///< of n lanes the one with floor(n / 2) lanes of the path below it
};

/// What Wong2016 leaves open, or what the functional model can do in more than one way.
struct Parameters {
  Policy policy = Policy::lowest;
  /// The paper's: one SimilarBit of a register serves both paths of a split. Then a divergent write is stored
  /// as a scalar only where the register has been one since the split, and a write that is not similar
  /// expands the other path's scalar too. False: each path has bits of its own.
  bool single_bit = false;
  /// A register that neither path has written keeps its bits at the join. Section 3.1.3 expands all.
  bool keep_unwritten = false;
  /// The representative's result is written in full where it does not pass the bypass check, as section 3.2
  /// says. Fig. 3 C shows such a result (7 + 2 at d = 2) stored as a scalar, by its comparison.
  bool compared_in_full = false;
  /// Equal values are stored as scalars, too, where results must be exact.
  bool exact_scalars = true;
  /// One lane executes also what stays exact, where all source registers are known to be equal.
  bool scalar_execution = false;
  /// Scalars of whole warps lie in a register file of their own; a split expands them, and its paths have
  /// none.
  bool scalar_file = false;
  /// d moves at run time: each instruction brings a bound of its own (ObservedInstruction::setting).
  bool controlled = false;
  bool count_equal = true;  ///< equal results count as new similar ones
};

/// What the front end says of an instruction.
struct Mark {
  bool approximate = false;  ///< its results may be approximated
  std::uint8_t d = 0;        ///< low bits that comparisons ignore, 0 to 31; outside of regions, too
  std::uint8_t exact = 0;    ///< bit k: destination k is compared as if d were 0
  bool counted = false;      ///< its new similar results count
};

}  // namespace heddle::approximate
