// SPDX-License-Identifier: Apache-2.0
#include "models/caba/subroutine.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: a subroutine of an assist warp.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "subroutine.ptx",
                                    [](const std::string& file) { heddle::load_subroutine(file); });
}
