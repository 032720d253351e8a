// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/e2mc/code_owner.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

struct E2mcConfig;

/// A tree's code in a configuration: codewords follow from their lengths.
struct CodeTreeConfig {
  unsigned escape = 0;
  std::vector<std::uint32_t> values{};
  std::vector<unsigned> lengths{};

  static constexpr auto parameters() {
    using C = CodeTreeConfig;
    return std::tuple{
        parameter(&C::escape, "escape", "bits", 0u, 20u, "Lal2017 section III-B2c",
                  "length of the codeword ahead of values that have none; 0: all values have one"),
        parameter(&C::values, "values", "", std::uint32_t{0}, ~std::uint32_t{0}, "Lal2017 section III-B2b",
                  "that have codewords"),
        parameter(&C::lengths, "lengths", "bits", 1u, 20u, "Lal2017 section III-B2c",
                  "of their codewords, in the order of the values")};
  }
  /// Throws Error when there are not as many lengths as values.
  void validate() const;
};

/// The code of one kernel or of one allocation in a configuration.
struct OwnCodeConfig {
  std::string kernel{};
  unsigned allocation = 0;
  std::vector<CodeTreeConfig> tables{};

  static constexpr auto parameters() {
    using C = OwnCodeConfig;
    return std::tuple{
        parameter(&C::kernel, "kernel", "beyond Lal2017", "name of the kernel; empty: it is an allocation"),
        parameter(&C::allocation, "allocation", "", 0u, 65535u, "beyond Lal2017",
                  "number of the host program's allocation, from 1; 0: it is a kernel"),
        section(&C::tables, "tables", "one table for each tree")};
  }
  /// Throws Error unless it is for a kernel or for an allocation.
  void validate() const;
};

/// The codes that `config.tables` and `config.own_codes` give, the common one first. Throws Error when one is
/// none for its symbols, or does not fit the compressor's table.
std::vector<OwnedCode> given_codes(const E2mcConfig& config);

/// Throws Error when `config.own_codes` has what `codes` and `most_codes` do not allow, or no common code
/// beside it.
void require_own_codes(const E2mcConfig& config);

/// A layer of configuration that gives these codes to another run: YAML.
std::string code_layer(const std::vector<OwnedCode>& codes, const E2mcConfig& config);

}  // namespace heddle
