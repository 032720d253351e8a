// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence compress(const RtlParameters&, std::span<const WarpRegister> registers) {
  PinSequence sequence({{"req_data_i", 1024}, {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    sequence.append(0, r.lane);
    sequence.append(1, 1);
  }
  return sequence;
}

const Registration<Stimulus> bdi_compressor_stimulus{
    {.name = "bdi_compressor",
     .random_description =
         "a quarter each of equal lanes, differences of 7 bits, of 15 bits, and unrelated lanes",
     .random = [](const RtlParameters& parameters, unsigned operations,
                  Random& random) { return compress(parameters, random_registers(operations, random)); },
     .from_registers = compress}};

}  // namespace
}  // namespace heddle::estimate
