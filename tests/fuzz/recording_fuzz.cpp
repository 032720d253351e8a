// SPDX-License-Identifier: Apache-2.0
#include "tb/recording/recording.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: the text of a recording of a CUDA program; the file of its contents is not
/// there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "fuzz.json",
                                    [](const std::string& file) { heddle::load_recording(file); });
}
