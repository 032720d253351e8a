// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/report/report_source.hpp"

namespace heddle::pages {

/// One self-contained HTML page: tb/report/page with its libraries, and the results as JSON in it. Of several
/// runs it also has what differs between the first and each other one. Throws Error for results that cannot
/// be read.
std::string report_page(const std::vector<ReportSource>& sources);

}  // namespace heddle::pages
