// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Half precision: arithmetic of single values, and moves.
namespace heddle::fuzz {
namespace {

const Form rows[] = {
    HALF_ROWS("f16", "x", Half, one),
    F16_ROWS("f16", "x", one),
    {"mov.b16", "x:x", Family::half, scalar<+[](u16 a) { return a; }>},
    {"mov.b16", "h:x", Family::half, scalar<+[](u16 a) { return a; }>},
    {"mov.b16", "x:h", Family::half, scalar<+[](u16 a) { return a; }>},
    {"selp.b16", "x:xxp", Family::half, scalar<+[](u16 a, u16 b, bool p) { return (p ? a : b); }>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
