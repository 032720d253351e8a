// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/release_flag_latch/release_flag_latch_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr unsigned instructions = flag_bits_of_pir / flags_of_instruction;
constexpr std::uint64_t every_flag = (std::uint64_t{1} << flag_bits_of_pir) - 1;

const Arises never_beyond = never_in_system("the latch has as many warps as the SM");
const Arises never_three = never_in_system("a fetch hands two instructions to a warp at most");

unsigned last_bit(unsigned warps) {
  return static_cast<unsigned>(warps == 1 ? 1 : std::bit_width(warps - 1)) - 1;
}

}  // namespace

ReleaseFlagLatchCoverage::ReleaseFlagLatchCoverage(const ReleaseFlagLatchConfig& config)
    : warps_(config.warps),
      of_(config.warps),
      step_bit_(coverage.points("a step of a warp with bit {}", 0, last_bit(config.warps))),
      read_bit_(coverage.points("a read of a warp with bit {}", 0, last_bit(config.warps))),
      loaded_(coverage.points("a load, and {} instructions that take their flags", 0, looked_ahead)),
      taken_(coverage.points("{} instructions that take their flags, without a load", 1, looked_ahead)),
      place_(coverage.points("a read behind {} instructions of a pir", 0, instructions - 1)),
      flag_(coverage.points("bit {} of an answer set", 0, looked_ahead * flags_of_instruction - 1)),
      idle_(coverage.point("nothing to do")),
      first_(coverage.point("flags of the first warp read")),
      last_(coverage.point("flags of the last warp read")),
      load_with_3_(coverage.point("a load, and three instructions that take their flags", never_three)),
      take_3_(coverage.point("three instructions that take their flags, without a load", never_three)),
      nothing_(coverage.point("a step without a load or an instruction",
                              never_in_system("a fetch without either makes no step"))),
      replaced_(coverage.point("a load while flags are left",
                               by_chance("a branch leaves the instructions of a pir before the last flag"))),
      ends_(coverage.point("the last instruction of a pir takes its flags")),
      beyond_end_(coverage.point("one more instruction than the pir has",
                                 by_chance("instructions without flags follow those of a pir"))),
      no_flags_(coverage.point("a load of no flags", by_chance("a pir without a flag"))),
      all_flags_(coverage.point(
          "a load of all flags",
          never_in_system("no workload has six instructions in a row that release three registers each"))),
      unloaded_(coverage.point("a read of a warp that has loaded nothing since the reset")),
      run_out_(coverage.point("a read behind all instructions of a pir",
                              by_chance("instructions without flags follow those of a pir"))),
      with_load_(
          coverage.point("a read of a warp that loads at the same edge",
                         by_chance("the instructions of a fetch issue in the cycle in which they come"))),
      with_take_(
          coverage.point("a read of a warp whose instructions take flags at the same edge",
                         by_chance("the instructions of a fetch issue in the cycle in which they come"))),
      other_(coverage.point("a read of a warp and a step of another")),
      behind_(coverage.point("a read of a warp behind its step")),
      steps_in_turn_(coverage.point("steps at two edges in turn")),
      same_step_(coverage.point("steps of a warp at two edges in turn",
                                never_in_system("a warp has one fetch under way, which takes longer"))),
      reads_in_turn_(coverage.point("reads at two edges in turn")),
      same_read_(coverage.point("reads of a warp at two edges in turn",
                                never_in_system("a warp has one fetch under way, which takes longer"))),
      step_beyond_(coverage.point("a step of the warp behind the last", never_beyond)),
      read_beyond_(coverage.point("a read of the warp behind the last", never_beyond)),
      step_alias_(
          coverage.point("a load that differs by its upper bits from a warp that has flags", never_beyond)),
      read_alias_(
          coverage.point("a read that differs by its upper bits from a warp that has flags", never_beyond)),
      reset_(coverage.point("reset while flags are left", only_a_bench_resets())) {}

bool ReleaseFlagLatchCoverage::aliases(unsigned warp) const {
  const unsigned lower = warp & (std::bit_ceil(warps_) - 1);
  if (warp < warps_ || lower >= warps_) return false;
  return (of_[lower].flags >> flags_of_instruction * of_[lower].taken & 63) != 0;
}

void ReleaseFlagLatchCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_)
      reset_ += std::any_of(of_.begin(), of_.end(),
                            [](const Warp& w) { return w.flags >> flags_of_instruction * w.taken != 0; });
    in_reset_ = true;
    of_.assign(warps_, {});
    last_step_ = {};
    last_read_ = {};
    return;
  }
  in_reset_ = false;
  const auto& step = *reinterpret_cast<const Beat<FlagStep>*>(in[0]);
  const auto& read = *reinterpret_cast<const Beat<LatchRead>*>(in[1]);
  idle_ += !step.valid && !read.valid;
  if (step.valid) see_step(step.payload);
  if (read.valid) see_read(read.payload.warp, step);
  last_step_ = step;
  last_read_ = read;
}

void ReleaseFlagLatchCoverage::see_step(const FlagStep& step) {
  const unsigned w = step.warp, taken = step.taken.value;
  steps_in_turn_ += last_step_.valid;
  step_beyond_ += w == warps_;
  step_alias_ += step.loads && aliases(w);
  if (w >= warps_) return;
  same_step_ += last_step_.valid && last_step_.payload.warp == w;
  for (unsigned bit = 0; bit < step_bit_.size(); ++bit) *step_bit_[bit] += warps_ == 1 || (w >> bit & 1) != 0;
  Warp& warp = of_[w];
  if (step.loads) {
    replaced_ += warp.flags >> flags_of_instruction * warp.taken != 0;
    no_flags_ += step.flags.value == 0;
    all_flags_ += step.flags.value == every_flag;
    if (taken < loaded_.size()) ++*loaded_[taken];
    load_with_3_ += taken == 3;
    warp = {true, 0, step.flags.value};
  } else {
    nothing_ += taken == 0;
    if (taken >= 1 && taken <= taken_.size()) ++*taken_[taken - 1];
    take_3_ += taken == 3;
  }
  ends_ += warp.loaded && warp.taken < instructions && warp.taken + taken == instructions;
  beyond_end_ += warp.loaded && warp.taken < instructions && warp.taken + taken == instructions + 1;
  warp.taken = std::min(warp.taken + taken, instructions);
}

void ReleaseFlagLatchCoverage::see_read(unsigned w, const Beat<FlagStep>& step) {
  reads_in_turn_ += last_read_.valid;
  read_beyond_ += w == warps_;
  read_alias_ += aliases(w);
  if (w >= warps_) return;
  same_read_ += last_read_.valid && last_read_.payload.warp == w;
  behind_ += last_step_.valid && last_step_.payload.warp == w;
  if (step.valid && step.payload.warp == w)
    (step.payload.loads ? with_load_ : with_take_) += step.payload.loads || step.payload.taken.value != 0;
  other_ += step.valid && step.payload.warp != w;
  for (unsigned bit = 0; bit < read_bit_.size(); ++bit) *read_bit_[bit] += warps_ == 1 || (w >> bit & 1) != 0;
  const Warp& warp = of_[w];
  unloaded_ += !warp.loaded;
  if (!warp.loaded) return;
  run_out_ += warp.taken == instructions;
  if (warp.taken < instructions) ++*place_[warp.taken];
  const std::uint64_t left = warp.flags >> flags_of_instruction * warp.taken;
  for (unsigned bit = 0; bit < flag_.size(); ++bit) *flag_[bit] += left >> bit & 1;
  first_ += w == 0 && (left & 63) != 0;
  last_ += w == warps_ - 1 && (left & 63) != 0;
}

}  // namespace heddle
