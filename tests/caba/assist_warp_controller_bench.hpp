// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"
#include "hw/sim/wire.hpp"

namespace heddle::assist_control_test {

using Step = AssistControlState::Step;

/// A controller with its wires in a clock domain.
struct Bench {
  explicit Bench(const AssistWarpControllerConfig& config) : block("controller", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.load.port(load);
    block.io.event.port(event);
    block.io.issued.port(issued);
    block.io.redirect.port(redirect);
    block.io.release.port(release);
    block.io.use.port(use);
    block.io.answer.port(answer);
    block.io.fetch.port(fetch);
    block.io.state.port(state);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }

  void put(const Step& s) {
    Beat<TriggerRow> row;
    if (s.load) {
      const AssistTrigger& t = s.load->trigger;
      row = {{{static_cast<std::uint8_t>(s.load->event)},
              t.enabled,
              {static_cast<std::uint8_t>(t.subroutine)},
              {static_cast<std::uint16_t>(t.last)},
              t.low,
              {static_cast<std::uint8_t>(t.window)},
              t.lanes},
             true};
    }
    load.write(row);
    Beat<AssistEvent> happened;
    if (s.event)
      happened = {{{static_cast<std::uint8_t>(s.event->event)}, {static_cast<std::uint8_t>(s.event->parent)}},
                  true};
    event.write(happened);
    issued.write({{{s.issued}}});
    Beat<AssistRedirect> to;
    if (s.redirect)
      to = {{{static_cast<std::uint8_t>(s.redirect->entry)},
             {static_cast<std::uint16_t>(s.redirect->instruction)}},
            true};
    redirect.write(to);
    Beat<AssistEntry> ended;
    if (s.release) ended = {{{static_cast<std::uint8_t>(*s.release)}}, true};
    release.write(ended);
    use.write({{s.idle, s.busy}});
  }
  static void run(unsigned edges) { sc_core::sc_start(sc_core::sc_time::from_value(1000 * edges)); }

  /// An edge that samples this, and what shows behind it.
  AssistControlState::Outcome step(const Step& s = {}) {
    put(s);
    run(1);
    put({});
    return shown();
  }
  AssistControlState::Outcome shown() const {
    AssistControlState::Outcome o;
    const Beat<AssistAnswer>& a = answer.read();
    const AssistAnswer& p = a.payload;
    if (a.valid) o.answer = {p.enabled, p.accepted, p.entry.value, p.subroutine.value, p.low, p.lanes};
    const Beat<AssistFetch>& f = fetch.read();
    if (f.valid)
      o.fetch = {f.payload.entry.value, f.payload.subroutine.value, f.payload.instruction.value,
                 f.payload.low};
    return o;
  }
  /// The instruction that an edge fetches, and from which entry.
  std::optional<std::pair<unsigned, unsigned>> fetched(const Step& s = {}) {
    const auto o = step(s);
    if (!o.fetch) return std::nullopt;
    return std::pair{o.fetch->entry, o.fetch->instruction};
  }
  const AssistState& now() const { return state.read().payload; }

  ClockDomain domain{"core", 1000};
  Wire<Beat<TriggerRow>> load{"load"};
  Wire<Beat<AssistEvent>> event{"event"};
  Wire<Level<AssistIssued>> issued{"issued"};
  Wire<Beat<AssistRedirect>> redirect{"redirect"};
  Wire<Beat<AssistEntry>> release{"release"};
  Wire<Level<AssistUse>> use{"use"};
  Wire<Beat<AssistAnswer>> answer{"answer"};
  Wire<Beat<AssistFetch>> fetch{"fetch"};
  Wire<Level<AssistState>> state{"state"};
  Wire<bool> rst_n{"rst_n"};
  AssistWarpController block;
};

/// The steps of tests.
inline Step load(unsigned event, const AssistTrigger& trigger) { return {.load = {{event, trigger}}}; }
inline Step happens(unsigned event, unsigned parent) { return {.event = {{event, parent}}}; }
inline Step issue(AssistEntries entries) { return {.issued = entries}; }
inline Step redirect(unsigned entry, unsigned to) { return {.redirect = {{entry, to}}}; }
inline Step release(unsigned entry) { return {.release = entry}; }

}  // namespace heddle::assist_control_test
