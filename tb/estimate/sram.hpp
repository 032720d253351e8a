// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "models/base/parameter.hpp"

// What a table costs as a static memory: a model over a few known macros,
// configs/technologies/sram_45nm.yaml.

namespace heddle::estimate {

/// A memory of one port.
struct SramMacro {
  double bits = 1, width = 1, area_um2 = 0, read_pj = 0, write_pj = 0, leakage_mw = 0, access_ns = 0;

  static constexpr auto parameters() {
    using M = SramMacro;
    return std::tuple{parameter(&M::bits, "bits", "bits", 1.0, 1e12, "", "its size"),
                      parameter(&M::width, "width", "bits", 1.0, 1e6, "", "of a word"),
                      parameter(&M::area_um2, "area_um2", "um2", 0.0, 1e12, "", "its area"),
                      parameter(&M::read_pj, "read_pj", "pJ", 0.0, 1e9, "", "a read"),
                      parameter(&M::write_pj, "write_pj", "pJ", 0.0, 1e9, "", "a write"),
                      parameter(&M::leakage_mw, "leakage_mw", "mW", 0.0, 1e9, "", "its leakage"),
                      parameter(&M::access_ns, "access_ns", "ns", 0.0, 1e9, "", "from address to data")};
  }
};

struct SramModel {
  std::string name{};
  double node_nm = 0;
  std::string source{};
  std::string band{};  ///< how far it is off, in words
  double smallest_bits = 0;
  std::vector<SramMacro> macros{};

  static constexpr auto parameters() {
    using S = SramModel;
    return std::tuple{
        parameter(&S::name, "name", "", "the model"),
        parameter(&S::node_nm, "node_nm", "nm", 0.0, 1000.0, "", "its node"),
        parameter(&S::source, "source", "", "where its figures come from"),
        parameter(&S::band, "band", "", "how far it is off"),
        parameter(&S::smallest_bits, "smallest_bits", "bits", 0.0, 1e12, "", "less is no macro"),
        section(&S::macros, "macros", "three known memories")};
  }
  void validate() const;

  /// A memory of `rows` words of `width` bits. Each figure is k * bits^a * width^b through the three known
  /// ones.
  SramMacro macro(unsigned rows, unsigned width) const;
};

/// Reads the model. Throws Error with the place of what is wrong.
SramModel read_sram_model(const std::filesystem::path& file);

}  // namespace heddle::estimate
