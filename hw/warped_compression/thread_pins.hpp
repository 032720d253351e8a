// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "models/warped_compression/thread_bytes.hpp"

namespace heddle {

/// Results of some threads as the execution units produce them: lane i in bits 32i+31..32i.
struct ThreadValues {
  WarpRegister data;
  LaneMask lanes;  ///< that count; the others are compressed, too, but not written
  bool operator==(const ThreadValues&) const = default;
};

/// A register whose threads are compressed separately, as the banks hold it; see models/.../thread_bytes.hpp.
struct SlicedRegister {
  WarpRegister data;
  Bits<64> widths;
  Bits<2> widest;
  bool operator==(const SlicedRegister&) const = default;
};

/// What the banks hold of a register, and the widths of its threads.
struct BankedThreads {
  WarpRegister data;
  Bits<64> widths;
  bool operator==(const BankedThreads&) const = default;
};

}  // namespace heddle
