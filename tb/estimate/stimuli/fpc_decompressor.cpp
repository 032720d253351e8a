#include <bit>
#include <string>

#include "models/line_compression/fpc_line.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Decompresses what a compressor with the same parameters has stored; a warp that stores its register lane
/// by lane has written these bytes as one line.
PinSequence decompress_words(const RtlParameters& parameters, std::span<const WarpRegister> registers) {
  const auto line_bytes = static_cast<unsigned>(std::stoul(parameters.at("LineBytes")));
  PinSequence sequence({{"req_data_i", 1024}, {"req_compressed_i", 1}, {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    const auto line = std::bit_cast<LineBytes>(r.lane);
    const FpcLine stored = fpc_line_compress(std::span(line).first(line_bytes));
    sequence.append(0, std::bit_cast<std::array<std::uint32_t, warp_size>>(stored.bytes));
    sequence.append(1, stored.compressed ? 1 : 0);
    sequence.append(2, 1);
  }
  return sequence;
}

const Registration<Stimulus> fpc_decompressor_stimulus{
    {.name = "fpc_decompressor",
     .random_description = "stored forms of lines of which a quarter each are equal words, differences of 7 "
                           "bits, of 15 bits, and unrelated words",
     .random =
         [](const RtlParameters& parameters, unsigned operations, Random& random) {
           return decompress_words(parameters, random_registers(operations, random));
         },
     .from_registers = decompress_words}};

}  // namespace
}  // namespace heddle::estimate
