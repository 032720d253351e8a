// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/cosim/rtl/user_rtl.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace heddle {

/// --rtl, and add_rtl_reading_options: a block's RTL of the user's own.
void add_rtl_options(CLI::App& app, UserRtl& rtl);

/// -F, -I, -D, --allow, --loop-limit: how it is read and run. They need `file`, or -F.
void add_rtl_reading_options(CLI::App& app, UserRtl& rtl, CLI::Option& file);

}  // namespace heddle
