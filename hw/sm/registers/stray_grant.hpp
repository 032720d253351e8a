#pragma once

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

/// The bank arbiter granted what nobody asked for: only RTL that is not the model does that.
inline Error stray_grant(const char* port, std::uint32_t requesters) {
  return Error({.place = "bank_arbiter",
                .what = fmt::format("{} ports were granted without a request", port),
                .value = fmt::format("requesters {:#x}", requesters)});
}

}  // namespace heddle
