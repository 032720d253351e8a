// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <string>

#include "models/line_compression/bdi_line.hpp"
#include "tb/estimate/stimulus.hpp"

// What keeps the blocks of a line codec busy: a warp that stores its register lane by lane writes a line of
// these 128 bytes.

namespace heddle::estimate {

/// Of the block that compresses lines, one an operation.
inline Stimulus line_compressor_stimulus(std::string block) {
  const auto lines = [](const RtlParameters&, std::span<const WarpRegister> registers) {
    PinSequence sequence({{"req_data_i", 1024}, {"req_valid_i", 1}});
    for (const WarpRegister& r : registers) {
      sequence.append(0, r.lane);
      sequence.append(1, 1);
    }
    return sequence;
  };
  return {
      .name = std::move(block),
      .random_description =
          "lines of which a quarter each are equal words, differences of 7 bits, of 15 "
          "bits, and unrelated words",
      .random = [lines](const RtlParameters& parameters, unsigned operations,
                        Random& random) { return lines(parameters, random_registers(operations, random)); },
      .from_registers = lines};
}

/// Of the block that restores them. `compress`: what a compressor with these parameters stores of a line, as
/// `bytes` and `compressed`.
template <class Compress>
Stimulus line_decompressor_stimulus(std::string block, Compress compress) {
  const auto lines = [compress](const RtlParameters& parameters, std::span<const WarpRegister> registers) {
    const auto line_bytes = static_cast<unsigned>(std::stoul(parameters.at("LineBytes")));
    PinSequence sequence({{"req_data_i", 1024}, {"req_compressed_i", 1}, {"req_valid_i", 1}});
    for (const WarpRegister& r : registers) {
      const auto line = std::bit_cast<LineBytes>(r.lane);
      const auto stored = compress(parameters, std::span(line).first(line_bytes));
      sequence.append(0, std::bit_cast<std::array<std::uint32_t, warp_size>>(stored.bytes));
      sequence.append(1, stored.compressed ? 1 : 0);
      sequence.append(2, 1);
    }
    return sequence;
  };
  return {
      .name = std::move(block),
      .random_description =
          "stored forms of lines of which a quarter each are equal words, differences of 7 "
          "bits, of 15 bits, and unrelated words",
      .random = [lines](const RtlParameters& parameters, unsigned operations,
                        Random& random) { return lines(parameters, random_registers(operations, random)); },
      .from_registers = lines};
}

}  // namespace heddle::estimate
