// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace heddle {

/// The file of the program that runs, also where /proc is not there (as in a bare chroot); empty when nothing
/// says it.
const std::filesystem::path& this_program();

}  // namespace heddle
