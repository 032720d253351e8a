// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string>

#include "hw/e2mc/block_unpacker/block_unpacker.hpp"
#include "models/base/random.hpp"
#include "models/e2mc/bit_row.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// A compressed line of random bytes in ways of equal length, and then as many edges as their chunks take
/// when all decoders ask at each of them.
PinSequence unpack_lines(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const unsigned line_bytes = value("LineBytes"), ways = value("Ways"), chunk = value("MaxCodeBits"),
                 pointer = e2mc::pointer_bits(line_bytes, ways), header = ((ways - 1) * pointer + 7) / 8,
                 each = (line_bytes - 32 - header) / ways, length = header + ways * each,
                 chunks = (8 * each + chunk - 1) / chunk;
  std::vector<PinSequence::Pin> pins{
      {"line_data_i", 8 * sizeof(LineBytes)}, {"line_length_i", 8}, {"line_valid_i", 1}};
  for (unsigned w = 0; w < BlockUnpackerPins::most_ways; ++w) {
    pins.push_back({fmt::format("ready{}_start_i", w), 1});
    pins.push_back({fmt::format("ready{}_chunk_i", w), 1});
  }
  PinSequence sequence(pins);
  LineBytes line{};
  for (unsigned n = 0; n < operations; ++n) {
    const bool comes = n % chunks == 0;
    if (comes) {
      line = {};
      e2mc::BitWriter pointers(line);
      for (unsigned w = 1; w < ways; ++w) pointers.put(header + w * each, pointer);
      for (unsigned i = header; i < length; ++i) line[i] = static_cast<unsigned char>(random());
    }
    std::array<std::uint32_t, sizeof(LineBytes) / 4> words{};
    std::memcpy(words.data(), line.data(), sizeof line);
    sequence.append(0, words);
    sequence.append(1, length);
    sequence.append(2, comes);
    for (unsigned w = 0; w < BlockUnpackerPins::most_ways; ++w) {
      sequence.append(3 + 2 * w, 0);
      sequence.append(4 + 2 * w, w < ways);
    }
  }
  return sequence;
}

const Registration<Stimulus> block_unpacker_stimulus{
    {.name = "block_unpacker",
     .random_description = "lines of any bytes, as long as compressed ones may be, in ways of equal length, "
                           "whose decoders take a chunk at each edge",
     .random = unpack_lines}};

}  // namespace
}  // namespace heddle::estimate
