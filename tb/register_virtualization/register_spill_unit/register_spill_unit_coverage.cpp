// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/register_spill_unit/register_spill_unit_coverage.hpp"

namespace heddle {
namespace {

constexpr unsigned warps_of_cta = 32;
const Arises never_beyond = never_in_system("one CTA runs at a time, of 1024 threads at most");
const Arises never_moving =
    never_in_system("what stands still lacks registers, and goes on by a command only");
const Arises never_short = never_in_system("without other registers in use there is room for a warp");

}  // namespace

RegisterSpillUnitCoverage::RegisterSpillUnitCoverage(const RegisterSpillUnitConfig&)
    : spilled_(coverage.points("warp {} spilled", 0, warps_of_cta - 1)),
      filled_(coverage.points("warp {} filled", 0, warps_of_cta - 1)),
      spilled_beyond_(coverage.points("warp {} spilled", warps_of_cta, spilled_warps - 1, never_beyond)),
      filled_beyond_(coverage.points("warp {} filled", warps_of_cta, spilled_warps - 1, never_beyond)),
      for_starved_(coverage.point("a warp spilled for a starved one")),
      for_room_(coverage.point("a warp spilled to make room")),
      spares_highest_(coverage.point("the lowest starved warp is spared though it is the highest")),
      starved_held_(coverage.point("a held warp is starved when one is filled",
                                   never_in_system("who is held is not asked what it could issue"))),
      before_fill_(coverage.point("a warp spilled for a starved one although one could be filled",
                                  never_in_system("where there is room for a warp none is starved"))),
      waiting_held_(coverage.point("a waiting warp stays out when a higher one is filled")),
      full_set_(coverage.point("64 registers filled", never_in_system("a warp has no more than 63"))),
      empty_set_(coverage.point("no register filled", never_in_system("a warp without any is not spilled"))),
      nothing_(coverage.point("quiet, nobody starved or spilled", never_moving)),
      all_wait_(coverage.point("quiet, and all that are spilled wait",
                               never_in_system("a barrier opens when all warps stand at it"))),
      none_to_spill_(coverage.point("a starved warp and nobody to spill", never_short)),
      none_for_room_(coverage.point("no room and nobody to spill", never_short)),
      short_quiet_(coverage.point("quiet for one edge too few", never_moving)),
      at_eighth_(coverage.point("a command at the eighth quiet edge")),
      later_(coverage.point("a command when it has been quiet for longer", never_moving)),
      done_at_once_(coverage.point("done at the edge that sees the command",
                                   never_in_system("loads and stores take longer"))),
      done_late_(coverage.point("done later")),
      done_of_none_(coverage.point("done without a command",
                                   never_in_system("the scheduler tells it once of each command"))),
      not_quiet_(coverage.point("not quiet")),
      reset_busy_(coverage.point("reset while a command is carried out", only_a_bench_resets())),
      reset_held_(coverage.point("reset while warps are held", only_a_bench_resets())) {}

void RegisterSpillUnitCoverage::reset() {
  if (!in_reset_) {
    reset_busy_ += busy_;
    reset_held_ += !busy_ && held_ != 0;
  }
  in_reset_ = true;
  busy_ = false;
  held_ = 0;
  quiet_ = 0;
}

void RegisterSpillUnitCoverage::see_command(const SpillCommand& command) {
  const WarpSet starved = before_.starved & ~held_, out = before_.resident & ~held_,
                back = held_ & ~before_.waiting, below = (WarpSet{1} << command.warp) - 1;
  at_eighth_ += quiet_ == WarpSpilling::quiet_edges;
  later_ += quiet_ > WarpSpilling::quiet_edges;
  const unsigned w = command.warp % spilled_warps;
  ++*(w < warps_of_cta ? (command.fill ? filled_ : spilled_)[w]
                       : (command.fill ? filled_beyond_ : spilled_beyond_)[w - warps_of_cta]);
  if (command.fill) {
    starved_held_ += (before_.starved & held_) != 0;
    waiting_held_ += (held_ & before_.waiting & below) != 0;
    full_set_ += command.registers == ~RegisterSet{0};
    empty_set_ += command.registers == 0;
  } else {
    for_starved_ += starved != 0;
    for_room_ += starved == 0;
    before_fill_ += starved != 0 && back != 0 && before_.room;
    spares_highest_ += (out & ~below) != WarpSet{1} << command.warp;
  }
}

void RegisterSpillUnitCoverage::see_none() {
  if (quiet_ < WarpSpilling::quiet_edges) return;
  const WarpSet starved = before_.starved & ~held_;
  nothing_ += starved == 0 && held_ == 0;
  all_wait_ += starved == 0 && held_ != 0 && (held_ & ~before_.waiting) == 0;
  none_to_spill_ += starved != 0;
  none_for_room_ += starved == 0 && (held_ & ~before_.waiting) != 0;
}

void RegisterSpillUnitCoverage::see_done(const Beat<SpillDone>& done, bool at_once) {
  done_of_none_ += done.valid && !busy_;
  if (!done.valid || !busy_) return;
  ++(at_once ? done_at_once_ : done_late_);
  busy_ = false;
}

void RegisterSpillUnitCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) return reset();
  const SpillState& state = reinterpret_cast<const Level<SpillState>*>(in[0])->payload;
  const auto& done = *reinterpret_cast<const Beat<SpillDone>*>(in[1]);
  const auto& command = *reinterpret_cast<const Beat<SpillCommand>*>(out[0]);
  if (command.valid) {
    see_command(command.payload);
    busy_ = true;
  } else if (!in_reset_ && !busy_) {
    see_none();
  }
  in_reset_ = false;
  not_quiet_ += !state.quiet;
  if (busy_ || !state.quiet) {
    short_quiet_ += !busy_ && quiet_ == WarpSpilling::quiet_edges - 1;
    quiet_ = 0;
  } else {
    ++quiet_;
  }
  see_done(done, command.valid);
  before_ = state;
  held_ = reinterpret_cast<const Level<HeldWarps>*>(out[1])->payload.warps;
}

}  // namespace heddle
