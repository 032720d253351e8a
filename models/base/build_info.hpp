// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle {

/// Which Heddle this is.
struct BuildInfo {
  std::string version{};  ///< of the project: "0.2.0"
  /// What `git describe` said of the sources when the program was built; "-dirty" where they had uncommitted
  /// changes; "unknown" when they came without git.
  std::string commit{};
};

/// The build writes the commit to a file beside the program, or into the folder of data when it is
/// installed: as a part of the program it would change its content, and with it the key of all that was
/// computed, with every commit.
const BuildInfo& build_info();

}  // namespace heddle
