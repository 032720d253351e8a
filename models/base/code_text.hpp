// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// A text of C++ or SystemVerilog without its comments, each of which becomes a blank. Comment signs inside
/// double quotes stay.
std::string without_comments(std::string_view text);

/// The same with each run of white space as one blank: equal for texts that differ only in comments and
/// layout.
std::string bare_code(std::string_view text);

}  // namespace heddle
