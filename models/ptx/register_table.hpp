// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// A virtual register of a kernel: where it is, and where its value counts. By instruction of Kernel::code,
/// of the kernel's own ones alone, not those of functions that it calls.
struct NamedRegister {
  std::string name;           ///< as in the PTX file; "_": it is not in the file
  std::uint32_t number = 0;   ///< architected, the lower one of 64 bits; or of a predicate
  unsigned bits = 32;         ///< 1: a predicate
  std::vector<bool> live;     ///< behind the instruction, somebody may read it
  std::vector<bool> written;  ///< the instruction writes it
};
using RegisterTable = std::vector<NamedRegister>;

/// That of a kernel, whose text is compiled once more for it. Throws Error when registers of the kernel live
/// in memory, or its code is not what the text becomes.
RegisterTable register_table(const Kernel& kernel);
/// The register of this name. Throws Error when there is none, or several have it.
const NamedRegister& register_of(const RegisterTable& table, std::string_view name, const Kernel& kernel);

}  // namespace heddle::ptx
