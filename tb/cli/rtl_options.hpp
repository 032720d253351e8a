#pragma once

#include "tb/cosim/user_rtl.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// --rtl, -F, -I, -D, --allow: a block's RTL of the user's own.
void add_rtl_options(CLI::App& app, UserRtl& rtl);

}  // namespace heddle
