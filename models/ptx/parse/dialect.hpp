// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "models/ptx/module/module.hpp"

namespace heddle::ptx {

/// The suffixes of an instruction, with those that older PTX means without writing them (PTX ISA, "Floating
/// Point Instructions" and the PTX ISA notes of each instruction):
///  - for `.target sm_1x` every operation on f32 that can be `.ftz` is;
///  - before version 1.4 rcp, sqrt, rsqrt, div, sin, cos, lg2 and ex2 of f32 are `.approx.ftz`, and rcp,
///  sqrt,
///    div, mad and fma of f64 `.rn` (rsqrt: `.approx`);
///  - up to version 1.4 a cvt from or to a type of 64 bits keeps subnormal values.
std::vector<std::string_view> with_implied_suffixes(const Dialect& dialect, std::string_view mnemonic,
                                                    std::vector<std::string_view> suffixes);

}  // namespace heddle::ptx
