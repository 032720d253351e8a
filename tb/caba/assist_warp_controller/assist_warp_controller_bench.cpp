// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/base/random.hpp"
#include "tb/caba/assist_warp_controller/assist_warp_controller_coverage.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {
namespace {

/// Out of 16: how often something comes in a cycle.
struct Rates {
  unsigned event, issue, release, redirect, load;
};

/// The neighbours in an SM: triggers are loaded first, then events come, instructions that are staged are
/// issued, branches redirect assist warps, and those that have ended are released. Sometimes they obey no
/// rule.
class AssistWarpControllerBench final : public BlockBench {
 public:
  using Block = AssistWarpController;
  AssistWarpControllerBench(const AssistWarpControllerConfig& config, std::uint64_t seed)
      : random_(seed), entries_(config.entries) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,
    flood,    // events in each cycle, and assist warps live for long
    quick,    // what is staged is issued at once, and released
    stuck,    // nothing is issued
    meet,     // few parents and windows
    low,      // of low priority only
    branchy,  // redirects everywhere, so that high instructions are fetched, too
    drain,    // no events, and all assist warps are killed
    code,     // the table is loaded while events come
    lawless,
    idle,
    count
  };
  struct Warp {
    bool live = false, ended = false;
    unsigned staged = 0, last = 0;
  };
  static constexpr std::array<Rates, static_cast<unsigned>(Mood::count)> rates{{{4, 6, 4, 1, 0},
                                                                                {16, 4, 1, 1, 0},
                                                                                {8, 16, 16, 1, 0},
                                                                                {8, 0, 1, 1, 0},
                                                                                {12, 8, 6, 1, 1},
                                                                                {8, 6, 4, 1, 0},
                                                                                {6, 14, 1, 8, 0},
                                                                                {0, 8, 12, 1, 0},
                                                                                {12, 8, 8, 1, 12},
                                                                                {8, 8, 4, 4, 1},
                                                                                {0, 0, 0, 0, 0}}};

  bool often(unsigned of_16) { return random_.below(16) < of_16; }
  void turn();
  void look(PinValues out);
  TriggerRow draw_row();
  unsigned draw_instruction(unsigned last);
  bool drive_load(Beat<TriggerRow>& load);
  bool drive_event(Beat<AssistEvent>& event, const Beat<TriggerRow>& load);
  bool drive_issued(AssistIssued& issued);
  bool drive_redirect(Beat<AssistRedirect>& redirect);
  bool drive_release(Beat<AssistEntry>& release);

  Random random_;
  const unsigned entries_;
  Mood mood_ = Mood::steady;
  Rates rates_ = rates[0];
  unsigned left_ = 0, idle_ = 8, busy_ = 8;  // idle slots and busy units, out of 16
  std::array<unsigned, 2> parents_{};        // where events meet
  std::array<TriggerRow, assist_events> rows_{};
  std::array<Warp, most_assist_warps> warps_{};
  unsigned to_load_ = assist_events;  // rows of the program, before anything else
  TriggerRow told_{};                 // the row of the event of the cycle before, as it was then
};

void AssistWarpControllerBench::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle ? 1 + random_.below(20) : 20 + random_.below(100);
  rates_ = rates[static_cast<unsigned>(mood_)];
  idle_ = random_.below(17);
  busy_ = random_.below(17);
  for (unsigned& parent : parents_) parent = random_.below(most_parents);
}

/// What the outputs show of the edge before.
void AssistWarpControllerBench::look(PinValues out) {
  const auto& answer = *reinterpret_cast<const Beat<AssistAnswer>*>(out[0]);
  const auto& fetch = *reinterpret_cast<const Beat<AssistFetch>*>(out[1]);
  const AssistState& state = reinterpret_cast<const Level<AssistState>*>(out[2])->payload;
  if (answer.valid && told_.enabled && !answer.payload.enabled)
    to_load_ = assist_events;  // there was a reset
  for (unsigned e = 0; e < entries_; ++e) {
    Warp& warp = warps_[e];
    if ((state.live.value >> e & 1) == 0)
      warp = {};
    else if (!warp.live)
      warp = {.live = true, .last = told_.last.value};
    if (!fetch.valid || fetch.payload.entry.value != e) continue;
    ++warp.staged;
    warp.ended = fetch.payload.instruction.value == warp.last;
  }
}

TriggerRow AssistWarpControllerBench::draw_row() {
  TriggerRow row{};
  row.enabled = !random_.one_in(8);
  row.subroutine.value = static_cast<std::uint8_t>(random_.below(most_subroutines));
  const unsigned most = random_.one_in(2) ? 4 : random_.one_in(2) ? 40 : 1u << assist_address_bits;
  row.last.value =
      static_cast<std::uint16_t>(random_.one_in(16) ? (1u << assist_address_bits) - 1 : random_.below(most));
  row.low = random_.one_in(2);
  row.window.value = static_cast<std::uint8_t>(random_.below(random_.one_in(2) ? 2 : assist_windows));
  row.lanes = random_.one_in(4) ? ~std::uint32_t{0} : static_cast<std::uint32_t>(random_());
  return row;
}

bool AssistWarpControllerBench::drive_load(Beat<TriggerRow>& load) {
  load.valid = to_load_ != 0 ? !random_.one_in(16) : often(rates_.load);
  if (!load.valid) return false;
  load.payload = draw_row();
  const unsigned event = to_load_ != 0 ? --to_load_ : random_.below(assist_events);
  load.payload.event.value = static_cast<std::uint8_t>(event);
  return true;
}

bool AssistWarpControllerBench::drive_event(Beat<AssistEvent>& event, const Beat<TriggerRow>& load) {
  event.valid = often(rates_.event);
  if (!event.valid) return false;
  unsigned number = random_.below(assist_events);
  for (unsigned n = 0; n < 6 && mood_ == Mood::low && !rows_[number].low; ++n)
    number = random_.below(assist_events);
  if (load.valid && random_.one_in(4)) number = load.payload.event.value;
  event.payload.event.value = static_cast<std::uint8_t>(number);
  event.payload.parent.value = static_cast<std::uint8_t>(mood_ == Mood::meet ? parents_[random_.below(2)]
                                                                             : random_.below(most_parents));
  return true;
}

bool AssistWarpControllerBench::drive_issued(AssistIssued& issued) {
  AssistEntries bits = mood_ == Mood::lawless ? random_() & random_() : 0;
  for (unsigned e = 0; e < entries_ && mood_ != Mood::lawless; ++e)
    if (warps_[e].staged != 0 && often(rates_.issue)) {
      bits |= assist_entry(e);
      --warps_[e].staged;
    }
  issued.entries.value = bits;
  return bits != 0;
}

/// Ends of subroutines, and where a carry goes far.
unsigned AssistWarpControllerBench::draw_instruction(unsigned last) {
  switch (random_.below(6)) {
    case 0:
      return 0;
    case 1:
      return last;
    case 2:
      return last + 1 - random_.below(4);
    case 3:
      return (1u << random_.below(assist_address_bits + 1)) - 1;
    case 4:
      return random_.below(last + 1);
    default:
      return static_cast<unsigned>(random_());
  }
}

bool AssistWarpControllerBench::drive_redirect(Beat<AssistRedirect>& redirect) {
  const unsigned e = random_.below(mood_ == Mood::lawless ? most_assist_warps : entries_);
  Warp& warp = warps_[e];
  redirect.valid = often(rates_.redirect) && (warp.live || mood_ == Mood::lawless);
  if (!redirect.valid) return false;
  const unsigned to = draw_instruction(warp.last) & ((1u << assist_address_bits) - 1);
  redirect.payload = {{static_cast<std::uint8_t>(e)}, {static_cast<std::uint16_t>(to)}};
  warp.staged = 0;
  warp.ended = to > warp.last;
  return true;
}

bool AssistWarpControllerBench::drive_release(Beat<AssistEntry>& release) {
  release.valid = false;
  unsigned e = random_.below(entries_);
  for (unsigned n = 1; n < entries_ && !(warps_[e].ended && warps_[e].staged == 0); ++n)
    e = (e + 1) % entries_;
  const bool ends = warps_[e].ended && warps_[e].staged == 0;
  if (!ends) e = random_.below(entries_);
  const bool killed = warps_[e].live && (mood_ == Mood::drain || random_.one_in(32));
  const bool lawless = mood_ == Mood::lawless;
  if (lawless) e = random_.below(most_assist_warps);
  release.valid = (ends || killed || lawless) && (often(rates_.release) || killed) && mood_ != Mood::idle;
  release.payload.entry.value = static_cast<std::uint8_t>(e);
  return release.valid;
}

bool AssistWarpControllerBench::stimulate(DrivenPins in, PinValues out) {
  auto& load = *reinterpret_cast<Beat<TriggerRow>*>(in[0]);
  auto& event = *reinterpret_cast<Beat<AssistEvent>*>(in[1]);
  AssistUse& use = reinterpret_cast<Level<AssistUse>*>(in[5])->payload;
  look(out);
  if (left_ == 0) turn();
  --left_;
  bool any = drive_load(load);
  any |= drive_event(event, load);
  told_ = event.valid ? rows_[event.payload.event.value] : TriggerRow{};
  if (load.valid) rows_[load.payload.event.value] = load.payload;
  any |= drive_issued(reinterpret_cast<Level<AssistIssued>*>(in[2])->payload);
  any |= drive_redirect(*reinterpret_cast<Beat<AssistRedirect>*>(in[3]));
  any |= drive_release(*reinterpret_cast<Beat<AssistEntry>*>(in[4]));
  use = {often(idle_), often(busy_)};
  return any;
}

const Registration<CosimEntry> registration{
    cosim_entry<AssistWarpControllerBench, AssistWarpControllerCoverage>()};

}  // namespace
}  // namespace heddle
