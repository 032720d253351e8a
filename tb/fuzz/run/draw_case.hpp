// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/draw/generator.hpp"
#include "tb/fuzz/run/check_case.hpp"

namespace heddle::fuzz {

/// Case `number` of the seed: the same whatever else runs. One case in four has three machines, which must
/// compute alike; the others have one.
Case draw_case(std::uint64_t seed, std::uint64_t number, const MachineChoice& choice,
               const GeneratorLimits& limits = {});

/// The same for a kernel in C++, which clang optimises fully in two cases of three, and not at all in the
/// third. Its forms are those that have C++ (compiled/cpp_forms.hpp).
Case draw_compiled_case(std::uint64_t seed, std::uint64_t number, const MachineChoice& choice);

/// A case that any GPU computes alike: 64-bit addresses, no form whose rounding the PTX ISA leaves open, and
/// none that NVIDIA's compiler gets wrong.
Case draw_portable_case(std::uint64_t seed, std::uint64_t number);

}  // namespace heddle::fuzz
