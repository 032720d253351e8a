// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/line/line_format.hpp"
#include "hw/sm/types/line_waiter.hpp"

namespace heddle {

/// Takes what loads want out of lines that are encoded, which the SM's edge then lets pass as they come, and
/// the L1 data cache holds so (Vijaykumar2015, section 7.6: Direct-Load). One holder.
///
/// The load/store unit calls it while it is ticked. Its holder keeps the SM awake while a load is extracted.
class EncodedLoads {
 public:
  virtual ~EncodedLoads() = default;

  /// Lanes of a load find their bytes in this line, which is encoded. `bits` are there during the call alone.
  virtual void take(const LineWaiter& lanes, const unsigned char* bits, const LineFormat& format) = 0;
  /// All lines of the load have come. False: none was encoded. Else it comes back by `extracted`.
  virtual bool extract(InFlight& f) = 0;
  /// The next load whose values are in its operands, or null.
  virtual InFlight* extracted() = 0;
};

}  // namespace heddle
