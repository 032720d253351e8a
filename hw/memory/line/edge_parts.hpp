// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "hw/memory/address_mapping.hpp"
#include "hw/memory/line/line_directory.hpp"
#include "hw/memory/line/line_format.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What the host program uses a line for, now. Beyond what 16 bits hold, the numbers stay at their limit.
struct LineUse {
  std::uint16_t buffer = 0;   ///< number of the buffer that it is in, from 1; 0: of none
  std::uint16_t buffers = 0;  ///< that have been made so far
  std::uint16_t launch = 0;   ///< number of the launch that runs, from 1; 0: there was none
  std::string_view kernel{};  ///< name of the kernel that runs; empty: none does
};

/// What the units of an edge are constructed from.
struct EdgeParts {
  EdgePlace place;
  unsigned index;               ///< of the SM, slice or channel
  ClockDomain& clock;           ///< its owner's
  Clocked& owner;               ///< to be woken when a unit with a time of its own is done
  StatGroup& stats;             ///< the edge's
  Wire<bool>* rst_n = nullptr;  ///< reset of its blocks; null: they have none
  BlockMaker blocks{};
  EdgeRequests* requests = nullptr;         ///< the edge itself, for its directory
  const AddressMapping* mapping = nullptr;  ///< of a controller; null elsewhere
  Clocking clocking{};                      ///< of units with a clock of their own
  /// Thread instructions that the SMs have issued; null where there are no SMs.
  std::function<std::uint64_t()> instructions{};
  /// What a line is used for; null where there are no SMs.
  std::function<LineUse(std::uint64_t address)> use{};
};

}  // namespace heddle
