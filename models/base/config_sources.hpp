// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/base/config_tree.hpp"

namespace heddle {

/// The values of a resolved configuration with their sources as a table; how many of each kind there are; and
/// the values that are choices once more by themselves. The source of a value is the comment on its line of
/// the file, else the nearest above it in its section, or of the section; of a default, that of its
/// parameter. A source with the words "choice" or "not known" is a choice.
std::string sources_text(const ConfigTree& tree);

}  // namespace heddle
