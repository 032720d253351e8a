#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/program.hpp"

namespace heddle::ptx {

struct BuildOptions {
  std::uint32_t max_registers = 63;  ///< 32-bit registers a thread may have
  std::uint32_t stack_bytes = 1024;  ///< local memory a thread for recursive calls
};

/// All kernels of a module in the order of the file. `file` stands in messages.
/// Throws Error with file:line:column for what is not PTX, not known or not supported, and when a kernel
/// needs more registers than the options allow.
std::vector<Kernel> load_module(std::string_view text, const std::string& file, const BuildOptions& = {});

/// The kernel called `name` of a module's text. Throws Error as load_module does, and when there is none.
Kernel kernel_of(std::string_view text, const std::string& file, std::string_view name, const BuildOptions&);

/// The kernel called `name` of a PTX file; with an empty name, the only one that the file has.
/// Throws Error when the file cannot be read or has no such kernel.
Kernel load_kernel(const std::string& path, std::string_view name = {}, const BuildOptions& = {});

}  // namespace heddle::ptx
