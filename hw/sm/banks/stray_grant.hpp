// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

/// The error for a grant of the bank arbiter without a request, which only faulty RTL makes.
inline Error stray_grant(const char* port, std::uint32_t requesters) {
  return Error({.place = "bank_arbiter",
                .what = fmt::format("{} ports were granted without a request", port),
                .value = fmt::format("requesters {:#x}", requesters)});
}

}  // namespace heddle
