// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_file.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: a launch file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "fuzz.yaml",
                                    [](const std::string& file) { heddle::load_launch_file(file); });
}
