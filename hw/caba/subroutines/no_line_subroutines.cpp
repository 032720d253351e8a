// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"

namespace heddle {
namespace {

const Registration<LineSubroutinesEntry> none_registration{
    LineSubroutinesEntry{"none", "lines stay as they are: assist warps execute user subroutines alone",
                         [](const ConfigTree&) { return LineSubroutines{.codec = nullptr}; }}};

}  // namespace
}  // namespace heddle
