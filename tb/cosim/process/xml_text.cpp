// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/process/xml_text.hpp"

namespace heddle {

std::string bytes_of_xml(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    const bool pair = (first == 0xC2 || first == 0xC3) && i + 1 < text.size();  // U+0080 to U+00FF in UTF-8
    bytes += pair ? static_cast<char>((first & 3) << 6 | (text[i + 1] & 0x3F)) : text[i];
    i += pair;
  }
  return bytes;
}

}  // namespace heddle
