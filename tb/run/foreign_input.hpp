#pragma once

#include <string>

namespace heddle {

/// Throws Error, which says what to do, when the target of a command is a file that Heddle does not read but
/// that a user may take for an input: CUDA source, machine code, a trace of another simulator's, a
/// configuration of GPGPU-Sim. By its content where it is there, else by its name.
void refuse_foreign_input(const std::string& target);

}  // namespace heddle
