// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "models/base/parameter.hpp"

namespace heddle::estimate {

/// How figures of one technology become figures of a smaller one: by division.
struct Scaling {
  double node_nm = 0;
  double area = 1, delay = 1, energy = 1;  ///< divisors
  /// By how many percent a scaled figure may be off: lowest, highest.
  std::vector<double> area_band{}, delay_band{}, energy_band{};
  std::string source{}, evidence{};

  static constexpr auto parameters() {
    using S = Scaling;
    return std::tuple{
        parameter(&S::node_nm, "node_nm", "nm", 0.0, 1000.0, "", "the node that is scaled to"),
        parameter(&S::area, "area", "", 0.01, 1e4, "", "divisor of areas"),
        parameter(&S::delay, "delay", "", 0.01, 1e4, "", "divisor of delays"),
        parameter(&S::energy, "energy", "", 0.01, 1e4, "", "divisor of energies"),
        parameter(&S::area_band, "area_band", "%", -100.0, 1000.0, "", "lowest and highest error"),
        parameter(&S::delay_band, "delay_band", "%", -100.0, 1000.0, "", "lowest and highest error"),
        parameter(&S::energy_band, "energy_band", "%", -100.0, 1000.0, "", "lowest and highest error"),
        parameter(&S::source, "source", "", "where the divisors are published"),
        parameter(&S::evidence, "evidence", "", "what the bands rest on")};
  }
  void validate() const;
};

/// A library of cells: configs/technologies/<name>.yaml, or a file of the user's.
struct Technology {
  std::string name{};
  std::string liberty{};
  std::string package{};  ///< Debian's, that brings the liberty
  double node_nm = 0;     ///< 0: not known
  std::string source{};
  std::vector<Scaling> scalings{};

  static constexpr auto parameters() {
    using T = Technology;
    return std::tuple{parameter(&T::name, "name", "", "the technology"),
                      parameter(&T::liberty, "liberty", "", "file of its cells"),
                      parameter(&T::package, "package", "", "Debian package that brings the file"),
                      parameter(&T::node_nm, "node_nm", "nm", 0.0, 1000.0, "", "its node"),
                      parameter(&T::source, "source", "", "what the cells are"),
                      section(&T::scalings, "scalings", "to which nodes figures are scaled")};
  }
};

/// Reads a technology's file. Throws Error with the place of what is wrong.
Technology read_technology(const std::filesystem::path& file);

/// Files of one library of cells.
using LibertyPaths = std::vector<std::filesystem::path>;

/// The technology that an estimate uses: the user's files of a library, unscaled, or, if there are none,
/// Debian's. Throws Error naming the package when Debian's is not installed.
Technology choose_technology(const LibertyPaths& files = {});
/// The files that `technology` names, when it has been chosen from `files`.
LibertyPaths liberty_paths(const Technology& technology, const LibertyPaths& files);

}  // namespace heddle::estimate
