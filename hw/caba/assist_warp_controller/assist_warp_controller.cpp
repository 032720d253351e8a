// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

AssistControlState::Step step_of(const AssistWarpControllerPins& io) {
  AssistControlState::Step s;
  if (const auto& load = io.load.get(); load.valid) {
    const TriggerRow& row = load.payload;
    s.load = {row.event.value,
              {row.enabled, row.subroutine.value, row.last.value, row.low, row.window.value, row.lanes}};
  }
  if (const auto& event = io.event.get(); event.valid)
    s.event = {event.payload.event.value, event.payload.parent.value};
  s.issued = io.issued.payload().entries.value;
  if (const auto& redirect = io.redirect.get(); redirect.valid)
    s.redirect = {redirect.payload.entry.value, redirect.payload.instruction.value};
  if (const auto& release = io.release.get(); release.valid) s.release = release.payload.entry.value;
  s.idle = io.use.payload().idle;
  s.busy = io.use.payload().busy;
  return s;
}

bool comes(const AssistControlState::Step& s) {
  return s.load || s.event || s.issued != 0 || s.redirect || s.release;
}

}  // namespace

Cycle AssistWarpController::tick(Cycle now) {
  if (io.in_reset()) {
    state_.reset();
    io.answer.put({});
    io.fetch.put({});
    io.state.put({});
    return never;
  }
  const AssistControlState::Step s = step_of(io);
  const AssistControlState::Outcome outcome = state_.step(s);

  Beat<AssistAnswer> answer;
  if (const auto& a = outcome.answer)
    answer = {{a->enabled,
               a->accepted,
               {static_cast<std::uint8_t>(a->entry)},
               {static_cast<std::uint8_t>(a->subroutine)},
               a->low,
               a->lanes},
              true};
  io.answer.put(answer);
  Beat<AssistFetch> fetch;
  if (const auto& f = outcome.fetch)
    fetch = {{{static_cast<std::uint8_t>(f->entry)},
              f->low,
              {static_cast<std::uint8_t>(f->subroutine)},
              {static_cast<std::uint16_t>(f->instruction)}},
             true};
  io.fetch.put(fetch);
  io.state.put({{{state_.live()}, state_.blocked(), state_.throttled()}});
  return comes(s) || outcome.fetch || state_.active() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<AssistWarpController>("caba")};

}  // namespace heddle
