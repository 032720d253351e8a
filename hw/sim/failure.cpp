// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/failure.hpp"

#include <systemc>
#include <utility>

namespace heddle {
namespace {

std::exception_ptr first;

}  // namespace

void fail(std::exception_ptr failure) {
  if (!first) first = std::move(failure);
  sc_core::sc_pause();
}

void rethrow_failure() {
  if (auto failure = std::exchange(first, nullptr)) std::rethrow_exception(failure);
}

}  // namespace heddle
