// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle::compile {

/// The function that a kernel's name stands for: "saxpy(int, float*)" for "_Z5saxpyiPf". A name that is none
/// of C++ stays.
std::string readable_name(const std::string& kernel);

/// The types of its parameters in C++, as far as its name has them: "int", "float*".
std::vector<std::string> parameter_types(const std::string& kernel);

/// A launch file with one launch of every kernel. Every argument has a line of its own; numbers are 1024, and
/// buffers have 1024 elements. Types follow from the kernel's name, else from the size of its parameters.
std::string launch_skeleton(const std::vector<ptx::Kernel>& kernels, const std::string& ptx_file);

}  // namespace heddle::compile
