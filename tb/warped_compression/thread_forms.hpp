// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/warped_compression/thread_bytes.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// The width of the widest lane of a register.
inline RegisterForms thread_forms() {
  return {{"one byte", "two bytes", "three bytes", "four bytes"},
          [](const WarpRegister& lanes) { return unsigned{thread_compress(lanes).widest}; }};
}

}  // namespace heddle
