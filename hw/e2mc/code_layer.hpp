#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/parameter.hpp"
#include "models/e2mc/code_table.hpp"

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

/// The code that `config.tables` gives. Throws Error when it is none for its symbols, or does not fit the
/// compressor's table.
e2mc::CodeTable given_code(const E2mcConfig& config);

/// A layer of configuration that gives this code to another run: YAML.
std::string code_layer(const e2mc::CodeTable& code, const E2mcConfig& config);

}  // namespace heddle
