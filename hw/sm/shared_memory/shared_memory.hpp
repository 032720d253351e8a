// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// The shared memory of the CTAs on an SM: what an access does, and how many passes over the banks it takes.
class SharedMemory {
 public:
  explicit SharedMemory(unsigned banks) : banks_(banks) {}

  /// A launch of so many bytes a CTA, with so many CTAs resident at once, and of so many for contexts of a
  /// technique, which are those of slot `ctas`.
  void begin(unsigned ctas, unsigned bytes, unsigned of_technique);
  void begin_cta(unsigned slot) { memory_[slot].assign(bytes_, std::byte{0}); }

  /// Loads, stores, updates or, as the second half of an asynchronous copy, writes, for these lanes, what
  /// f.addresses name in the memory of CTA slot `cta`; all of it is inside. Returns the passes over the banks
  /// that it takes, one at least.
  unsigned access(InFlight& f, LaneMask lanes, unsigned cta);

 private:
  static void perform(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory);
  unsigned atomic_passes(const InFlight& f, LaneMask lanes) const;

  const unsigned banks_;
  unsigned bytes_ = 0;
  std::vector<std::vector<std::byte>> memory_;  ///< by CTA slot
};

}  // namespace heddle
