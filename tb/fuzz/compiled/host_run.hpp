// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "tb/fuzz/tree/buffers.hpp"

namespace heddle::fuzz {

/// Runs a kernel that clang has compiled for the host (cpp_printer.hpp) from the shared object `library`:
/// CTA by CTA, each thread on a stack of its own, up to the next barrier. Throws Error when the library
/// cannot be loaded, or when a thread ends while another one waits at a barrier.
Buffers run_on_host(const KernelTree& kernel, const std::filesystem::path& library);

}  // namespace heddle::fuzz
