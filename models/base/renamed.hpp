// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// The dotted `path` with every word that has been renamed (configs/renamed.yaml) replaced by its name of
/// today; empty when none has been.
std::string renamed(std::string_view path);

}  // namespace heddle
