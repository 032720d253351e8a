#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// A text of C++ or SystemVerilog without its comments, each of which becomes a blank. What looks like a
/// comment inside of double quotes stays.
std::string without_comments(std::string_view text);

/// The same with each run of white space as one blank: equal for texts that differ in comments and layout
/// only.
std::string bare_code(std::string_view text);

}  // namespace heddle
