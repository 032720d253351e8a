// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// The bytes of a text in Verilator's XML: it writes each byte beyond ASCII as a character of its own
/// (`&#195;&#188;` for the two bytes of a u with two dots), which a reader of XML makes two bytes of.
std::string bytes_of_xml(std::string_view text);

}  // namespace heddle
