// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/similarity_controller/similarity_controller_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises never_crossed = never_in_system("who launches a kernel brings d and its bounds in order");
const Arises never_with_results = never_in_system("nothing runs while a launch begins");
const Arises never_twice = never_in_system("a launch runs for longer than a cycle");
const Arises never_all =
    never_in_system("an SM does not find a new similar result at each port in each cycle");
const Arises never_without_launch = never_in_system("a launch precedes all results");

}  // namespace

SimilarityControllerCoverage::SimilarityControllerCoverage(const SimilarityControllerConfig& config)
    : config_(config),
      at_(coverage.points("d is {}", 0, most_similarity)),
      result_(coverage.points("result {} is new and similar", 0, compared_results - 1)),
      at_once_(coverage.points("{} results are new and similar at once", 0, compared_results)),
      just_low_(coverage.point("a count of the target less the hysteresis")),
      too_low_(coverage.point("one less than that")),
      exact_(coverage.point("a count that is the target")),
      just_high_(coverage.point("a count of the target and the hysteresis")),
      too_high_(coverage.point("one more than that")),
      last_decides_(coverage.point("what is found at the last edge of a window decides")),
      nothing_(coverage.point("a window in which nothing is found")),
      everything_(coverage.point("a window in which all results are new and similar", never_all)),
      grows_(coverage.point("d grows")),
      shrinks_(coverage.point("d shrinks")),
      part_up_(config.step > 1 ? coverage.point("d grows by less than a step, to its upper bound")
                               : impossible_),
      part_down_(config.step > 1 ? coverage.point("d shrinks by less than a step, to its lower bound")
                                 : impossible_),
      stays_most_(coverage.point("too few are found, and d is at its upper bound")),
      stays_least_(coverage.point("too many are found, and d is at its lower bound")),
      stays_free_(coverage.point("a count misses the target while d is not controlled")),
      behind_reset_(coverage.point("a window from a reset on ends", never_without_launch)),
      mid_window_(coverage.point("a launch within a window")),
      at_last_(coverage.point("a launch at the last edge of a window")),
      twice_(coverage.point("a launch behind another", never_twice)),
      found_at_launch_(coverage.point("a result at the edge of a launch", never_with_results)),
      disabled_(coverage.point("a launch without control")),
      below_(coverage.point("a launch with d below its bounds", never_crossed)),
      above_(coverage.point("a launch with d above its bounds", never_crossed)),
      crossed_(coverage.point("a launch with bounds that cross each other", never_crossed)),
      reset_d_(coverage.point("reset while d is not zero", only_a_bench_resets())),
      reset_count_(coverage.point("reset while a window has counted", only_a_bench_resets())) {}

void SimilarityControllerCoverage::reset() {
  if (!in_reset_) {
    reset_d_ += d_ != 0;
    reset_count_ += count_ != 0;
  }
  in_reset_ = true;
  launched_ = was_launch_ = ended_ = false;
  launch_ = {};
  edge_ = count_ = counted_ = d_ = 0;
}

void SimilarityControllerCoverage::see_launch(const SimilarityLaunch& launch, unsigned found) {
  mid_window_ += edge_ != 0 && edge_ != config_.window - 1;
  at_last_ += edge_ == config_.window - 1;
  twice_ += was_launch_;
  found_at_launch_ += found != 0;
  disabled_ += !launch.enabled;
  const bool crossed = launch.least.value > launch.most.value;
  crossed_ += crossed;
  below_ += !crossed && launch.initial.value < launch.least.value;
  above_ += !crossed && launch.initial.value > launch.most.value;
  launch_ = launch;
  launched_ = was_launch_ = true;
  ended_ = false;
  edge_ = count_ = counted_ = 0;
}

void SimilarityControllerCoverage::see_found(NewSimilar similar) {
  for (unsigned i = 0; i < compared_results; ++i) *result_[i] += similar.found.value >> i & 1;
  const auto found = static_cast<unsigned>(std::popcount(similar.found.value));
  ++*at_once_[found];
  count_ += found;
  ended_ = edge_ == config_.window - 1;
  edge_ = ended_ ? 0 : edge_ + 1;
  if (ended_) see_end(found);
}

/// A window has ended, with `last` found at its last edge.
void SimilarityControllerCoverage::see_end(unsigned last) {
  const unsigned target = launch_.target, h = config_.hysteresis;
  const auto side = [&](unsigned count) { return int{count > target + h} - int{count + h < target}; };
  counted_ = count_;
  count_ = 0;
  behind_reset_ += !launched_;
  nothing_ += counted_ == 0;
  everything_ += counted_ == compared_results * config_.window;
  if (!launch_.enabled) {
    stays_free_ += launched_ && side(counted_) != 0;
    return;
  }
  just_low_ += counted_ + h == target;
  too_low_ += counted_ + h + 1 == target;
  exact_ += counted_ == target;
  just_high_ += counted_ == target + h;
  too_high_ += counted_ == target + h + 1;
  last_decides_ += side(counted_) != side(counted_ - last);
}

/// What d has become at the edge before.
void SimilarityControllerCoverage::see_d(unsigned d) {
  ++*at_[d];
  if (ended_ && launch_.enabled && launch_.least.value <= launch_.most.value) {
    grows_ += d > d_;
    shrinks_ += d < d_;
    part_up_ += d > d_ && d - d_ < config_.step;
    part_down_ += d < d_ && d_ - d < config_.step;
    stays_most_ += counted_ + config_.hysteresis < launch_.target && d == d_;
    stays_least_ += counted_ > launch_.target + config_.hysteresis && d == d_;
  }
  d_ = d;
}

void SimilarityControllerCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) {
    reset();
    return;
  }
  in_reset_ = false;
  const auto& launch = *reinterpret_cast<const Beat<SimilarityLaunch>*>(in[0]);
  const NewSimilar& similar = reinterpret_cast<const Level<NewSimilar>*>(in[1])->payload;
  see_d(reinterpret_cast<const Level<SimilarityState>*>(out[0])->payload.d.value);
  if (launch.valid) {
    see_launch(launch.payload, static_cast<unsigned>(std::popcount(similar.found.value)));
  } else {
    was_launch_ = false;
    see_found(similar);
  }
}

}  // namespace heddle
