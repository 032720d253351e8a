// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/symbols.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle::e2mc {

void require_symbol_length(unsigned bits) {
  if (!is_symbol_length(bits))
    throw Error({.place = "symbol_bits",
                 .what = "symbols cannot have this many bits",
                 .value = fmt::format("{}", bits),
                 .legal = "4, 8, 16, 32",
                 .key = "symbol_bits"});
}

}  // namespace heddle::e2mc
