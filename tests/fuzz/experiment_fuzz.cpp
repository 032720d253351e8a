// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/experiment.hpp"

#include "tests/fuzz/outside.hpp"

/// The entry point of libFuzzer: the file of an experiment.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return heddle::fuzz::read_outside(data, size, "experiment.yaml",
                                    [](const std::string& file) { heddle::load_experiment(file); });
}
