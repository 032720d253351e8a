// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/tandem/tandem.hpp"

namespace heddle {

/// What a run under tandem execution has compared, as lines of the report.
std::string check_lines(const TandemCounts& counts);

}  // namespace heddle
