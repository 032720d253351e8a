// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace heddle {

/// The folder under which `tb/workloads`, `configs` and `rtl_ref` lie: the environment variable HEDDLE_DATA
/// if set, else the share folder beside an installed program, else that of the installation with which a
/// program was linked (InstalledData), else the source tree. Throws Error when HEDDLE_DATA names no such
/// folder, or when none of the places has it.
std::filesystem::path data_root();

/// `data_root() / relative`; throws Error when there is no such file or folder.
std::filesystem::path data_file(const std::filesystem::path& relative);

/// A static object of this type tells a program where the installation of Heddle lies that it is linked with;
/// the CMake package adds one.
struct InstalledData {
  explicit InstalledData(const char* folder);
};

}  // namespace heddle
