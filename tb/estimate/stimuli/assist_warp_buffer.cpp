// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/caba/assist_buffer.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// Instructions of random assist warps that have room, a quarter of them of low priority; as many are issued.
/// One in 64 cycles flushes an assist warp.
PinSequence stage_instructions(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"insert_entry_i", assist_entry_bits},
                        {"insert_low_i", 1},
                        {"insert_word_i", 64},
                        {"insert_valid_i", 1},
                        {"issued_entries_i", most_assist_warps},
                        {"flush_entry_i", assist_entry_bits},
                        {"flush_valid_i", 1}});
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const unsigned entries = value("Entries");
  AssistBufferState state(entries, value("Depth"), value("LowSlots"));
  for (unsigned n = 0; n < operations; ++n) {
    const unsigned entry = random.below(entries), issued = random.below(entries);
    const bool low = random.one_in(4), flushes = random.one_in(64);
    const std::uint64_t word = random();
    AssistBufferState::Step step;
    step.insert = {entry, low, word};
    // An assist warp of the one that is issued, or of all that have an instruction of low priority.
    step.issued = assist_entry(issued);
    for (const AssistBufferState::Low& l : state.low())
      if (random.one_in(2)) step.issued |= assist_entry(l.entry);
    if (flushes) step.flush = issued;
    sequence.append(0, entry);
    sequence.append(1, low);
    sequence.append(2, std::array{static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
    sequence.append(3, 1);
    sequence.append(4, std::array{static_cast<std::uint32_t>(step.issued),
                                  static_cast<std::uint32_t>(step.issued >> 32)});
    sequence.append(5, issued);
    sequence.append(6, flushes);
    state.step(step);
  }
  return sequence;
}

const Registration<Stimulus> assist_warp_buffer_stimulus{
    {.name = "assist_warp_buffer",
     .random_description = "an instruction is staged in every cycle, a quarter of them of low priority, and "
                           "about as many are issued; one in 64 cycles flushes an assist warp",
     .random = stage_instructions}};

}  // namespace
}  // namespace heddle::estimate
