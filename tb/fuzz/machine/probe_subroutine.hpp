// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "tb/fuzz/machine/machine.hpp"
#include "tb/fuzz/print/ptx_printer.hpp"

namespace heddle::fuzz {

/// The probe as a user subroutine: PTX with the entry `name`.
std::string subroutine_text(const Probe& probe, const std::string& name);
/// Its element of caba.subroutines, for a kernel printed like this; `file`: of that text.
std::string subroutine_element(const Probe& probe, const std::string& name, const std::string& file,
                               const PrintedKernel& kernel);

inline std::string name_of_probe(std::size_t number) { return "p" + std::to_string(number); }

/// Writes the subroutines of the machine's probes to the folder, as PREFIXp0.ptx and so on, and returns the
/// machine with settings in their place. Throws Error when a file cannot be written.
Machine with_subroutines(const Machine& machine, const PrintedKernel& kernel,
                         const std::filesystem::path& folder, const std::string& prefix = "");

}  // namespace heddle::fuzz
