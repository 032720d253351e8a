// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// bf16: arithmetic of single values, which lie in b16 registers, and of pairs.
namespace heddle::fuzz {
namespace {

const Form rows[] = {HALF_ROWS("bf16", "h", Brain, one), HALF_ROWS("bf16x2", "r", Brain, both)};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz
