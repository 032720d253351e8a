// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>
#include <string>

#include "models/caba/assist_control.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// An event in one of eight cycles, of two subroutines: one of high priority with 16 instructions, as for a
/// line that is decompressed, and one of low priority with 40. Half of what is staged is issued in a cycle,
/// and what has been fetched to its end is released.
PinSequence run_assist_warps(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"load_event_i", assist_event_bits},
                        {"load_enabled_i", 1},
                        {"load_subroutine_i", subroutine_id_bits},
                        {"load_last_i", assist_address_bits},
                        {"load_low_i", 1},
                        {"load_window_i", assist_window_bits},
                        {"load_lanes_i", 32},
                        {"load_valid_i", 1},
                        {"event_event_i", assist_event_bits},
                        {"event_parent_i", parent_bits},
                        {"event_valid_i", 1},
                        {"issued_entries_i", most_assist_warps},
                        {"redirect_entry_i", assist_entry_bits},
                        {"redirect_instruction_i", assist_address_bits},
                        {"redirect_valid_i", 1},
                        {"release_entry_i", assist_entry_bits},
                        {"release_valid_i", 1},
                        {"use_idle_i", 1},
                        {"use_busy_i", 1}});
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const std::array<AssistTrigger, 2> triggers{AssistTrigger{true, 0, 15, false, 0, ~std::uint32_t{0}},
                                              AssistTrigger{true, 1, 39, true, 1, 0xffff}};
  AssistControlState state({value("Entries"), value("Depth"), value("LowSlots"), value("ThrottleWindow"),
                            value("LeastIdle"), value("MostBusy")});
  std::optional<unsigned> ended;
  for (unsigned n = 0; n < operations; ++n) {
    AssistControlState::Step s;
    const bool loads = n < triggers.size();
    if (loads) s.load = {{n, triggers[n]}};
    const AssistControlState::Event event{random.below(2), random.below(48)};
    if (!loads && random.one_in(8)) s.event = event;
    s.issued = random() & state.live();
    s.release = ended;
    s.idle = random.one_in(4);
    s.busy = random.one_in(4);
    const AssistTrigger& row = triggers[n % triggers.size()];
    const std::array<std::uint32_t, 19> pins{n % 2,
                                             row.enabled,
                                             row.subroutine,
                                             row.last,
                                             row.low,
                                             row.window,
                                             row.lanes,
                                             loads,
                                             event.event,
                                             event.parent,
                                             s.event.has_value(),
                                             0,  // what is issued follows
                                             0,
                                             0,
                                             0,
                                             ended.value_or(0),
                                             ended.has_value(),
                                             s.idle,
                                             s.busy};
    constexpr std::size_t issued_pin = 11;
    for (std::size_t pin = 0; pin < pins.size(); ++pin)
      if (pin != issued_pin) sequence.append(pin, pins[pin]);
    sequence.append(issued_pin, std::array{static_cast<std::uint32_t>(s.issued),
                                           static_cast<std::uint32_t>(s.issued >> 32)});
    ended.reset();
    const auto outcome = state.step(s);
    if (outcome.fetch && outcome.fetch->instruction == triggers[outcome.fetch->subroutine].last)
      ended = outcome.fetch->entry;
  }
  return sequence;
}

const Registration<Stimulus> assist_warp_controller_stimulus{
    {.name = "assist_warp_controller",
     .random_description =
         "an event in one of eight cycles, for an assist warp of 16 instructions of high or of "
         "40 of low priority; half of what is staged is issued in each cycle",
     .random = run_assist_warps}};

}  // namespace
}  // namespace heddle::estimate
