// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

/// Throws Error, which says what to do, when the target of a command is a file that Heddle does not read but
/// that a user may take for an input: CUDA source, machine code, a trace of another simulator's, a
/// configuration of GPGPU-Sim. By its content where it is there, else by its name.
void refuse_foreign_input(const std::string& target);

/// The target, then what is linked with it.
std::vector<std::string> ptx_files(const std::string& target, const std::vector<std::string>& linked);

/// Throws Error unless all `linked` files, and then the target, are PTX files.
void refuse_unlinkable(const std::string& target, const std::vector<std::string>& linked);

}  // namespace heddle
