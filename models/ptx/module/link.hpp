// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/ptx/module/module.hpp"

/// Linking: what a name means that several files have. Names with .visible, .weak, .common or .extern, and
/// those of kernels, mean the same in all files; the others are their file's own.
namespace heddle::ptx {

/// Sets the `definition` of all variables and functions of the module. Among several definitions the one that
/// is neither weak nor common counts, then the largest common one, then the first weak one, as nvlink has it.
/// Throws Error that names both places when there are two of the first kind, or when declarations and
/// definitions of a name do not agree.
void link(const SourceText&, Module&);

/// Throws Error at the second place unless both declare the same: space, size (unless one has none), numbers
/// or floats, and for functions each parameter and result. The first may be aligned to more than the second
/// says.
void require_same(const SourceText&, const Symbol& definition, const Symbol& other);
void require_same(const SourceText&, const Function& definition, const Function& other);

/// The error of a use at `place` of a name that no file defines for all; `what` it is.
[[noreturn]] void refuse_undefined(const SourceText&, const Module&, std::string_view what,
                                   std::string_view name, Place place);

[[noreturn]] void refuse_twice(const SourceText&, std::string_view name, Place first, Place second);

}  // namespace heddle::ptx
