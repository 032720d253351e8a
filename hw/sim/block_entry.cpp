// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/block_entry.hpp"

#include <cctype>

namespace heddle {

std::string rtl_name(std::string_view parameter) {
  std::string name;
  bool upper = true;
  for (const char c : parameter) {
    if (c == '_') {
      upper = true;
    } else {
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      upper = false;
    }
  }
  return name;
}

}  // namespace heddle
