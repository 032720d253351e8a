// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "models/line_compression/bdi_line.hpp"
#include "models/line_compression/cpack_line.hpp"
#include "models/line_compression/fpc_line.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// A warp that stores its register lane by lane writes a line of these 128 bytes; the candidates are what the
/// compressors make of it.
PinSequence candidates(const RtlParameters& parameters, std::span<const WarpRegister> registers) {
  const auto line_bytes = static_cast<unsigned>(std::stoul(parameters.at("LineBytes")));
  PinSequence sequence({{"req_line_i", 1024},
                        {"req_bdi_i", 1024},
                        {"req_fpc_i", 1024},
                        {"req_cpack_i", 1024},
                        {"req_bdi_length_i", 8},
                        {"req_fpc_length_i", 8},
                        {"req_cpack_length_i", 8},
                        {"req_compressed_i", 3},
                        {"req_valid_i", 1}});
  for (const WarpRegister& r : registers) {
    const auto bytes = std::bit_cast<LineBytes>(r.lane);
    const auto line = std::span(bytes).first(line_bytes);
    std::uint32_t compressed = 0;
    sequence.append(0, r.lane);
    const auto add = [&](unsigned codec, const auto& made) {
      sequence.append(1 + codec, std::bit_cast<std::array<std::uint32_t, warp_size>>(made.bytes));
      sequence.append(4 + codec, made.length);
      compressed |= (made.compressed ? 1u : 0u) << codec;
    };
    add(0, bdi_line_compress(line, BdiBase::first_wide));
    add(1, fpc_line_compress(line));
    add(2, cpack_line_compress(line));
    sequence.append(7, compressed);
    sequence.append(8, 1);
  }
  return sequence;
}

const Registration<Stimulus> best_of_all_selector_stimulus{Stimulus{
    .name = "best_of_all_selector",
    .random_description = "lines of which a quarter each are equal words, differences of 7 bits, of 15 bits, "
                          "and unrelated words, with what the compressors make of them",
    .random = [](const RtlParameters& parameters, unsigned operations,
                 Random& random) { return candidates(parameters, random_registers(operations, random)); },
    .from_registers = candidates}};

}  // namespace
}  // namespace heddle::estimate
