// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle {

/// What `heddle --version` prints: version and commit, compiler, libraries.
std::string version_text();

}  // namespace heddle
