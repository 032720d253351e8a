// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/base/config_tree.hpp"

namespace heddle {

/// The sections of a configuration with their parameters: the GPU's, those of each technique, and what else
/// is registered, in the order in which `heddle config schema` prints them.
std::vector<std::pair<std::string, std::vector<ParameterInfo>>> parameter_sections();

/// All parameters as a page of Markdown, a table for each section: docs/parameters.md.
std::string parameters_page();

}  // namespace heddle
