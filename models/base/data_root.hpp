#pragma once

#include <filesystem>

namespace heddle {

/// The folder under which `tb/workloads`, `configs` and `rtl_ref` lie: the environment variable HEDDLE_DATA
/// if set, else the share folder beside an installed program, else the source tree the program was built
/// from. Throws Error when HEDDLE_DATA names no such folder, or when none of the places has it.
std::filesystem::path data_root();

/// `data_root() / relative`; throws Error when there is no such file or folder.
std::filesystem::path data_file(const std::filesystem::path& relative);

}  // namespace heddle
