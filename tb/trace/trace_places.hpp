// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/memory/dram_config.hpp"

namespace heddle {

/// Where the addresses of a trace lie in the DRAM of a machine, for formats whose lines name places.
class TracePlaces {
 public:
  /// Throws Error for bits of an address that do not fit the banks and rows.
  explicit TracePlaces(const DramConfig& dram = {})
      : device_(dram.gddr5), mapping_(dram.address, device_, 0) {}

  const AddressMapping& mapping() const { return mapping_; }
  const Gddr5Config& device() const { return device_; }
  unsigned banks_of_group() const { return device_.banks / device_.bank_groups; }

 private:
  const Gddr5Config device_;
  const AddressMapping mapping_;
};

}  // namespace heddle
