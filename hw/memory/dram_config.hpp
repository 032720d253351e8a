// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/address_mapping.hpp"
#include "hw/memory/controller/controller_config.hpp"
#include "hw/memory/gddr5/gddr5_config.hpp"

namespace heddle {

/// Memory controllers and their GDDR5 channels.
struct DramConfig {
  AddressConfig address;
  Gddr5Config gddr5;
  ControllerConfig controller;

  static constexpr auto parameters() {
    using C = DramConfig;
    return std::tuple{section(&C::address, "address", "where an address lies"),
                      section(&C::gddr5, "gddr5", "one channel of DRAM"),
                      section(&C::controller, "controller", "the scheduler of a channel")};
  }

  /// Of all channels together, in GB/s.
  double peak_bandwidth() const { return address.channels() * gddr5.peak_bandwidth(); }
  /// Throws Error for bits of an address that do not fit the banks and rows.
  void validate() const { AddressMapping(address, gddr5, 0); }
};

}  // namespace heddle
