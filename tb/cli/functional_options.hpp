#pragma once

namespace CLI {
class App;
}

namespace heddle {

/// Throws Error when the command line of `app` holds an option that says how the machine works, or asks for
/// figures that only its time gives: --functional has neither.
void refuse_timing_options(const CLI::App& app);

}  // namespace heddle
