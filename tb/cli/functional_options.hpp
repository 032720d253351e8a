// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace heddle {

/// Throws Error when the command line of `app` holds an option of the machine, or one for figures that need
/// simulated time: --functional has neither.
void refuse_timing_options(const CLI::App& app);

}  // namespace heddle
