// SPDX-License-Identifier: Apache-2.0
#include "tb/run/register_recorder.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: a recording of registers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "registers.bin",
                                    [](const std::string& file) { heddle::read_registers(file); });
}
