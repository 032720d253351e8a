// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::estimate {

/// Text in lines of at most 100 columns, behind a label; further lines are indented as far as the first.
std::string wrapped(std::string_view label, const std::string& text);

}  // namespace heddle::estimate
