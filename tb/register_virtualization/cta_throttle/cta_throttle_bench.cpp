// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/cta_throttle/close_calls.hpp"
#include "tb/register_virtualization/cta_throttle/cta_throttle_coverage.hpp"
#include "tb/register_virtualization/cta_throttle/throttled_sm.hpp"

namespace heddle {
namespace {

/// Launches of an SM that keeps to the rules; between them balances that are close to what is free, or
/// anything on all pins.
class CtaThrottleBench final : public BlockBench {
 public:
  using Block = CtaThrottle;
  CtaThrottleBench(const CtaThrottleConfig&, std::uint64_t seed)
      : random_(seed), sm_(seed + 1), close_(seed + 2) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { sm, close, lawless, idle, count };
  void turn();
  BalanceLaunch draw_launch();
  void draw_changes(BalanceChanges& change);
  ThrottleInputs break_every_rule();

  Random random_;
  ThrottledSm sm_;
  CloseCalls close_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, quiet_ = 0;
};

void CtaThrottleBench::turn() {
  mood_ =
      random_.one_in(3) ? Mood::close : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle ? 1 + random_.below(8)
          : mood_ == Mood::sm ? 40 + random_.below(200)
                              : 20 + random_.below(60);
  quiet_ = 4;  // an SM comes with its own launch, behind decisions for none
  sm_.begin(sm_.draw());
}

BalanceLaunch CtaThrottleBench::draw_launch() {
  const unsigned bits = random_.one_in(4) ? 16 : CtaBalance::balance_bits;
  const auto some = [&] { return static_cast<std::uint16_t>(random_() & ((1u << bits) - 1)); };
  BalanceLaunch launch{some(), some(), {some(), some(), some(), some()}};
  // All may issue for a while.
  if (random_.one_in(2)) launch.most &= 0xff, launch.margin &= 0xff;
  return launch;
}

void CtaThrottleBench::draw_changes(BalanceChanges& change) {
  const std::uint64_t r = random_();
  const bool many = random_.one_in(3);
  change.claimed.value = static_cast<std::uint8_t>(many ? r : r & r >> 8 & r >> 16);
  change.released.value = static_cast<std::uint8_t>((many ? r >> 24 : r >> 24 & r >> 32) & 0xf);
  const auto fill = [&](auto& all) {
    // All of one, or of any; upper bits do not matter.
    const auto one = static_cast<std::uint8_t>(random_());
    const bool same = random_.one_in(4);
    for (std::uint8_t& n : all) n = same ? one : static_cast<std::uint8_t>(random_());
  };
  fill(change.claim_ctas);
  fill(change.claim_clusters);
  fill(change.release_ctas);
  fill(change.release_clusters);
}

ThrottleInputs CtaThrottleBench::break_every_rule() {
  ThrottleInputs inputs;
  if (random_.one_in(24)) inputs.launch = {draw_launch(), true};
  const auto r = static_cast<unsigned>(random_());
  if (random_.one_in(4)) inputs.cta.started = static_cast<CtaSet>(random_.one_in(8) ? 0xff : r);
  if (random_.one_in(6))
    inputs.cta.ended = static_cast<CtaSet>(random_.one_in(4) ? r >> 8 : 1u << (r >> 16 & 7));
  if (!random_.one_in(4)) draw_changes(inputs.change);
  return inputs;
}

bool CtaThrottleBench::stimulate(DrivenPins in, PinValues out) {
  // A block that was reset lets an SM wait for good.
  if (left_ == 0 || sm_.waiting() > 20) turn();
  --left_;
  ThrottleInputs inputs;
  if (mood_ == Mood::sm) {
    if (quiet_ != 0)
      --quiet_;
    else
      inputs = sm_.tick(reinterpret_cast<const Level<AllowedCtas>*>(out[0])->payload);
    if (left_ < 20 && random_.one_in(2)) sm_.drain();
  } else if (mood_ == Mood::close) {
    inputs = close_.next();
  } else if (mood_ == Mood::lawless) {
    inputs = break_every_rule();
  }
  *reinterpret_cast<Beat<BalanceLaunch>*>(in[0]) = inputs.launch;
  reinterpret_cast<Level<CtaChanges>*>(in[1])->payload = inputs.cta;
  reinterpret_cast<Level<BalanceChanges>*>(in[2])->payload = inputs.change;
  return inputs.launch.valid || inputs.cta != CtaChanges{} || inputs.change.claimed.value != 0 ||
         inputs.change.released.value != 0;
}

const Registration<CosimEntry> registration{cosim_entry<CtaThrottleBench, CtaThrottleCoverage>()};

}  // namespace
}  // namespace heddle
