// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// An option of a configuration of GPGPU-Sim: "-name value".
struct SimOption {
  std::string name{};   ///< with its "-", or of a setting of the network's file
  std::string value{};  ///< its words, with one space between two
  std::string place{};  ///< file:line of its name
  unsigned line = 0;
  std::string file{};  ///< of the network (network_file.hpp); empty: of the configuration itself
};

/// Splits a configuration of GPGPU-Sim into its options: "-name" and the words up to the next name. A #
/// begins a comment; a text in quotes may go over several lines. `file` names it in messages. Throws Error
/// for a word before the first option, an option without a value, and a text whose quote is not closed.
std::vector<SimOption> sim_options_of(std::string_view text, const std::string& file);

}  // namespace heddle
