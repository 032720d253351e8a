// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/release_decoder/release_decoder.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence release(const RtlParameters&, unsigned operations, Random& random) {
  constexpr unsigned warps = 48, registers = 32;
  PinSequence sequence({{"read_valid_i", release_reads},
                        {"read_warps_i", 8 * release_reads},
                        {"read_flags_i", 8 * release_reads},
                        {"read_operands_i", 16 * release_reads * flagged_operands},
                        {"branch_word_i", 64},
                        {"branch_warp_i", 8},
                        {"branch_valid_i", 1}});
  std::array<std::uint32_t, release_reads> warp{}, flags{};
  std::array<std::uint32_t, release_reads * flagged_operands> operands{};
  std::array<std::uint32_t, 2> word{};
  for (unsigned n = 0; n < operations; ++n) {
    for (unsigned i = 0; i < release_reads; ++i) {
      warp[i] = random.below(warps);
      // Every other instruction has a flag.
      flags[i] = random.one_in(2) ? 1u << random.below(flagged_operands) : 0;
      for (unsigned k = 0; k < flagged_operands; ++k)
        operands[i * flagged_operands + k] =
            operand_pins({static_cast<std::uint8_t>(random.below(registers)), 1});
    }
    const bool branches = random.one_in(16);
    if (branches) {
      const std::uint64_t pbr = encode_pbr(only(random.below(registers)) | only(random.below(registers)));
      word = {static_cast<std::uint32_t>(pbr), static_cast<std::uint32_t>(pbr >> 32)};
    }
    sequence.append(0, (1u << release_reads) - 1);
    sequence.append(1, packed<8>(warp));
    sequence.append(2, packed<8>(flags));
    sequence.append(3, packed<16>(operands));
    sequence.append(4, word);
    sequence.append(5, warp[0]);
    sequence.append(6, branches);
  }
  return sequence;
}

const Registration<Stimulus> release_decoder_stimulus{
    {.name = "release_decoder",
     .random_description =
         "two instructions in every cycle, every other with a flag, and a pbr in one of 16 cycles",
     .random = release}};

}  // namespace
}  // namespace heddle::estimate
