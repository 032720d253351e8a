// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/thread_bytes.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Decompresses what a compressor has written.
PinSequence decompress(const RtlParameters&, std::span<const WarpRegister> registers) {
  PinSequence sequence({{"req_data_i", 1024}, {"req_widths_i", 64}, {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    const ThreadBytes compressed = thread_compress(r);
    const std::array<std::uint32_t, 2> widths{static_cast<std::uint32_t>(compressed.widths),
                                              static_cast<std::uint32_t>(compressed.widths >> 32)};
    sequence.append(0, compressed.data.lane);
    sequence.append(1, widths);
    sequence.append(2, 1);
  }
  return sequence;
}

const Registration<Stimulus> thread_decompressor_stimulus{
    {.name = "thread_decompressor",
     .random_description = "compressed forms of a quarter each of equal lanes, differences of 7 bits, of 15 "
                           "bits, and unrelated lanes",
     .random = [](const RtlParameters& parameters, unsigned operations,
                  Random& random) { return decompress(parameters, random_registers(operations, random)); },
     .from_registers = decompress}};

}  // namespace
}  // namespace heddle::estimate
