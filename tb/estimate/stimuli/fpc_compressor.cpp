#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// A warp that stores its register lane by lane writes these 128 bytes as one line.
PinSequence compress_words(const RtlParameters&, std::span<const WarpRegister> registers) {
  PinSequence sequence({{"req_data_i", 1024}, {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    sequence.append(0, r.lane);
    sequence.append(1, 1);
  }
  return sequence;
}

const Registration<Stimulus> fpc_compressor_stimulus{
    {.name = "fpc_compressor",
     .random_description =
         "lines of which a quarter each are equal words, differences of 7 bits, of 15 bits, "
         "and unrelated words",
     .random =
         [](const RtlParameters& parameters, unsigned operations, Random& random) {
           return compress_words(parameters, random_registers(operations, random));
         },
     .from_registers = compress_words}};

}  // namespace
}  // namespace heddle::estimate
