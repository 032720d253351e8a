// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/import/conversion.hpp"

namespace heddle {

/// Splits the file of a network, as BookSim and the network in GPGPU-Sim read it, into its settings: "NAME =
/// VALUE;". // begins a comment; a value in braces may hold further ones. `place` names the file in messages,
/// `shown` in notes. Throws Error with file and line for anything else, and for a file without a setting.
std::vector<SimOption> network_settings_of(std::string_view text, const std::string& place,
                                           const std::string& shown);

/// The settings of the file that a configuration's options name, which stands beside or below it. Without one
/// that can be read there are none: `note` says why, if the options name one. Throws Error for a file that is
/// no network's.
struct Network {
  std::vector<SimOption> settings{};
  std::optional<ImportNote> note{};
};
Network network_of(const SimOptions& options, const std::string& configuration);

}  // namespace heddle
