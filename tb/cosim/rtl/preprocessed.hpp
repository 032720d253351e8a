// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle {

/// The text that Verilator parses of a source and of `more` files: macros expanded, files included, comments
/// removed, with `line directives. Throws Error with its first message.
std::string preprocessed(const RtlSource& source, const std::vector<std::string>& more);

/// Is a file the origin of a part of the preprocessed text?
bool is_origin(const std::string& preprocessed, const std::string& file);

/// The place, file:line, of a position in the preprocessed text.
std::string place_in(const std::string& preprocessed, std::size_t position);

}  // namespace heddle
