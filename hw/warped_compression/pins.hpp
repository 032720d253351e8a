// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "models/warped_compression/bdi.hpp"

namespace heddle {

template <>
inline constexpr unsigned pin_bits<BdiEncoding> = 3;

/// A warp register as the execution units produce it: lane i in bits 32i+31..32i.
struct UncompressedRegister {
  WarpRegister data;
  bool operator==(const UncompressedRegister&) const = default;
};

/// A warp register as the banks hold it: bank b of its cluster in bits 128b+127..128b; see
/// models/.../bdi.hpp.
struct EncodedRegister {
  WarpRegister data;
  BdiEncoding encoding;
  bool operator==(const EncodedRegister&) const = default;
};

}  // namespace heddle
