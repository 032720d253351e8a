// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_file.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: an address trace.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "trace.txt", [](const std::string& file) {
    heddle::read_trace(file, heddle::last_cycle_of(1'000'000));
  });
}
