// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// The kernel as C++, which clang compiles for the host and, as CUDA, to PTX. Its parameters are those of the
/// PTX that ptx_printer writes. On the host, `run_thread(pointers, scalars)` runs it for the thread that
/// tid_x, ctaid_x, ... name. Throws Error for a form that has no C++ (cpp_forms.hpp).
std::string cpp_of(const KernelTree& kernel);

}  // namespace heddle::fuzz
