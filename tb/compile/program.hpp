// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/compile/compiler.hpp"

namespace heddle::compile {

/// Makes a program for `heddle exec` of a .cu file with its host code; `ptx` is what the compiler has made of
/// its kernels, and `more` are options of the user's. Throws Error when the compiler refuses it.
void make_program(const Compiler& compiler, const std::filesystem::path& source, const std::string& ptx,
                  const std::filesystem::path& program, const std::vector<std::string>& more);

}  // namespace heddle::compile
