// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "models/warped_compression/bdi.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Decompresses what a compressor with the same choices has written.
PinSequence decompress(const RtlParameters& parameters, std::span<const WarpRegister> registers) {
  const BdiChoices choices{static_cast<std::uint8_t>(std::stoul(parameters.at("Choices")))};
  PinSequence sequence({{"req_data_i", 1024}, {"req_encoding_i", 3}, {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    const BdiCompressed compressed = bdi_compress(r, choices);
    sequence.append(0, compressed.data.lane);
    sequence.append(1, static_cast<std::uint32_t>(compressed.encoding));
    sequence.append(2, 1);
  }
  return sequence;
}

const Registration<Stimulus> bdi_decompressor_stimulus{
    {.name = "bdi_decompressor",
     .random_description = "compressed forms of a quarter each of equal lanes, differences of 7 bits, of 15 "
                           "bits, and unrelated lanes",
     .random = [](const RtlParameters& parameters, unsigned operations,
                  Random& random) { return decompress(parameters, random_registers(operations, random)); },
     .from_registers = decompress}};

}  // namespace
}  // namespace heddle::estimate
