// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

namespace heddle {

/// Keeps the exception that ends the simulation: SystemC would turn it into a report of its own and lose its
/// type.
void fail(std::exception_ptr failure);
/// Throws what `fail` kept, if anything; call after sc_start returns.
void rethrow_failure();

}  // namespace heddle
