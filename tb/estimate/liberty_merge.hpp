// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "tb/estimate/liberty_files.hpp"

namespace heddle::estimate {

/// One library of the cells of all files, with the head of the first. A template of tables that another file
/// has with other axes gets a name of its own. Throws Error when a type of buses has several meanings.
std::string merged(std::span<const LibertyFile> files);

}  // namespace heddle::estimate
