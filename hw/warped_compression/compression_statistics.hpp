// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/base/statistics.hpp"
#include "models/energy/register_file_energy.hpp"
#include "models/warped_compression/compression_costs.hpp"

namespace heddle {

/// What follows from the counters of warped_compression in a run: energy and compression ratios.
class CompressionStatistics {
 public:
  /// An encoding: its name in statistics and the banks that a register occupies in it.
  struct Form {
    std::string word;
    unsigned banks;
  };
  explicit CompressionStatistics(std::vector<Form> forms) : forms_(std::move(forms)) {}

  /// Registers written, and the banks that they occupy.
  struct Written {
    double registers = 0, banks = 0;
    Written operator+(const Written& o) const { return {registers + o.registers, banks + o.banks}; }
    Written operator-(const Written& o) const { return {registers - o.registers, banks - o.banks}; }
    /// Banks of as many uncompressed registers (eight each) over banks used; not finite, so without a value,
    /// when nothing was counted.
    double ratio() const;
  };
  /// Divergent writes that were merged with the register's other lanes.
  Written merged(const RegisterFileCounts& c) const { return by_form(c, "merged_"); }
  Written whole(const RegisterFileCounts& c) const {
    return by_form(c, "compressor_") - by_form(c, "lanes_") - merged(c);
  }
  Written divergent(const RegisterFileCounts& c) const;

  RegisterFileEnergy energy(const CompressionCosts& costs) const;
  /// Formulas for the group `summary`. `merge_buffer_um2` is the area of an SM's merge buffers, shown where
  /// writes are merged.
  void summarise(StatGroup& group, const std::shared_ptr<const RegisterFileCounts>& counts,
                 double merge_buffer_um2) const;

 private:
  /// Zero where the policy for divergent writes has no such counters.
  Written by_form(const RegisterFileCounts& c, const std::string& prefix) const;

  std::vector<Form> forms_;
};

}  // namespace heddle
