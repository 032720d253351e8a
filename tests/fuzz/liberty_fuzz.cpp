// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: a liberty.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "cells.lib",
                                    [](const std::string& file) { heddle::estimate::read_liberty(file); });
}
