// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/import/conversion.hpp"

namespace heddle {

/// A GPU file that has been made of a configuration of GPGPU-Sim.
struct Import {
  std::string file{};                   ///< the configuration
  std::size_t options = 0;              ///< that it has, and the file of its network
  std::size_t agreed = 0;               ///< of them, those that ask for what Heddle does anyway
  std::vector<ImportedGroup> groups{};  ///< what is taken over; together they are legal
  std::vector<ImportNote> notes{};      ///< options that are taken over in part, otherwise, or not at all
  std::vector<ImportNote> without{};    ///< options without a counterpart, and why
  std::vector<ImportNote> unknown{};    ///< options of no known name

  /// How many values of the GPU file are taken over.
  std::size_t values() const;
};

/// Converts a configuration of GPGPU-Sim by the table of options. Values that Heddle does not allow are left
/// at their defaults, with a note. `file` names it in messages; the file of its network is read from the same
/// folder. Throws Error with file and line for a text that is no such configuration, and for values that
/// GPGPU-Sim could not read either.
Import import_sim_options(std::string_view text, const std::string& file);

/// The GPU file, as YAML: each value with the options that it comes from, and at its end `import_lists` as
/// comments.
std::string gpu_file_of(const Import& import);

/// What is not taken over as it stands: a line for each option, below a heading for each kind.
std::string import_lists(const Import& import);

}  // namespace heddle
