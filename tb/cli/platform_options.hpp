// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/run/platform.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// Declares the options that fill `options`; they must outlive the parsing.
void add_platform_options(CLI::App& app, PlatformOptions& options);
/// The same without the GPU and single values, for a command that has these otherwise.
void add_layer_options(CLI::App& app, PlatformOptions& options, const std::string& group);

/// Options that techniques bring, which set their parameters.
void add_technique_options(CLI::App& app, PlatformOptions& options);

}  // namespace heddle
