// SPDX-License-Identifier: Apache-2.0
#include "models/line/line_recording.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: a recording of memory lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "lines.bin",
                                    [](const std::string& file) { heddle::read_lines(file); });
}
