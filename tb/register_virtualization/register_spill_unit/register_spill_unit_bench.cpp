// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/register_spill_unit/register_spill_unit_coverage.hpp"
#include "tb/register_virtualization/register_spill_unit/spilling_sm.hpp"

namespace heddle {
namespace {

/// An SM that keeps to the rules; between them anything on all pins, with sets in which one warp decides.
class RegisterSpillUnitBench final : public BlockBench {
 public:
  using Block = RegisterSpillUnit;
  RegisterSpillUnitBench(const RegisterSpillUnitConfig&, std::uint64_t seed) : random_(seed), sm_(seed + 1) {}

  bool stimulate(DrivenPins in, PinValues out) override;
  unsigned latency() const override { return WarpSpilling::quiet_edges; }

 private:
  enum class Mood { sm, spill, fill, lawless, idle, count };
  void turn();
  WarpSet draw_set();
  SpillState draw_state(WarpSet held);
  SpillInputs draw(WarpSet held);

  Random random_;
  SpillingSm sm_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, quiet_left_ = 0, nobody_left_ = 0;
};

void RegisterSpillUnitBench::turn() {
  switch (random_.below(3)) {
    case 0:
      mood_ = Mood::spill;
      break;
    case 1:
      mood_ = Mood::fill;
      break;
    default:
      mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  }
  left_ = mood_ == Mood::idle ? 1 + random_.below(10) : 100 + random_.below(400);
  sm_.begin(sm_.draw());
}

/// None, all, one, all but one, two, those from or to one, or any.
WarpSet RegisterSpillUnitBench::draw_set() {
  const WarpSet one = WarpSet{1} << random_.below(spilled_warps);
  switch (random_.below(9)) {
    case 0:
      return 0;
    case 1:
      return ~WarpSet{0};
    case 2:
      return one;
    case 3:
      return ~one;
    case 4:
      return one | WarpSet{1} << random_.below(spilled_warps);
    case 5:
      return one - 1;
    case 6:
      return ~(one - 1);
    case 7:
      return random_() & random_() & random_();
    default:
      return random_();
  }
}

SpillState RegisterSpillUnitBench::draw_state(WarpSet held) {
  SpillState s{.quiet = true,
               .room = !random_.one_in(3),
               .resident = draw_set(),
               .starved = draw_set(),
               .waiting = draw_set()};
  // From one on, the next that is held, or not.
  const bool fills = mood_ == Mood::fill && held != 0 && !random_.one_in(4);
  const int by = static_cast<int>(random_.below(spilled_warps));
  const WarpSet turned = std::rotr(fills ? held : ~held, by);
  const WarpSet one = std::rotl(turned & (~turned + 1), by);
  if (mood_ == Mood::lawless) {
    if (random_.one_in(2)) s.starved &= held;
  } else if (fills) {
    s.room = !random_.one_in(8);
    s.starved &= random_.one_in(8) ? ~WarpSet{0} : held;
    if (!random_.one_in(4)) s.waiting = random_.one_in(2) ? ~one : one - 1;
  } else {
    s.resident = random_.one_in(2) ? one : one | (one - 1);
    switch (random_.below(4)) {
      case 0:
        s.starved = one | (random_.one_in(2) ? one << 1 : 0);
        break;
      case 1:
      case 2:  // one, and those that are held
        s.starved = WarpSet{1} << random_.below(spilled_warps) | held;
        break;
      default:  // as drawn
        break;
    }
    if (random_.one_in(4)) s.resident |= held;
  }
  return s;
}

SpillInputs RegisterSpillUnitBench::draw(WarpSet held) {
  SpillInputs told;
  told.state = draw_state(held);
  if (nobody_left_ != 0) {
    --nobody_left_;
    told.state.starved = 0;
    told.state.waiting = ~WarpSet{0};
  }
  // Quiet for long, or about as long as it must be; at times nobody is to be moved at first.
  if (quiet_left_ == 0) {
    told.state.quiet = false;
    nobody_left_ = random_.one_in(3) ? random_.below(3 * WarpSpilling::quiet_edges) : 0;
    quiet_left_ = random_.one_in(6) ? WarpSpilling::quiet_edges - 1 + random_.below(3) : random_.below(120);
  } else {
    --quiet_left_;
  }
  told.done = {{random_.one_in(4) ? draw_set() : random_()}, random_.one_in(2)};
  return told;
}

bool RegisterSpillUnitBench::stimulate(DrivenPins in, PinValues out) {
  if (left_ == 0) turn();
  --left_;
  const auto& command = *reinterpret_cast<const Beat<SpillCommand>*>(out[0]);
  const WarpSet held = reinterpret_cast<const Level<HeldWarps>*>(out[1])->payload.warps;
  SpillInputs told;
  if (mood_ == Mood::sm) {
    told = sm_.tick(command, held);
    if (sm_.ended()) sm_.begin(sm_.draw());
  } else if (mood_ != Mood::idle) {
    told = draw(held);
  }
  reinterpret_cast<Level<SpillState>*>(in[0])->payload = told.state;
  *reinterpret_cast<Beat<SpillDone>*>(in[1]) = told.done;
  return told.state.quiet || told.done.valid;
}

const Registration<CosimEntry> registration{cosim_entry<RegisterSpillUnitBench, RegisterSpillUnitCoverage>()};

}  // namespace
}  // namespace heddle
