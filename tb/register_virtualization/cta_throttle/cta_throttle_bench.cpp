#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "tb/cosim/cosim_entry.hpp"
#include "tb/register_virtualization/cta_throttle/cta_throttle_coverage.hpp"
#include "tb/register_virtualization/cta_throttle/throttled_sm.hpp"

namespace heddle {
namespace {

/// Launches of an SM that keeps to the rules; and between them balances that are close to each other and to
/// what is free, that wrap, or anything on all pins.
class CtaThrottleBench final : public BlockBench {
 public:
  using Block = CtaThrottle;
  CtaThrottleBench(const CtaThrottleConfig&, std::uint64_t seed) : random_(seed), sm_(seed + 1) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    sm,
    close,  // several CTAs, whose balances and the free registers differ by little
    lawless,
    idle,
    count
  };
  void turn();
  BalanceLaunch draw_launch();
  void draw_changes(BalanceChanges& change, bool lawless);
  ThrottleInputs draw();

  Random random_;
  ThrottledSm sm_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, quiet_ = 0;
  BalanceLaunch launch_{};
};

void CtaThrottleBench::turn() {
  mood_ = random_.one_in(2) ? Mood::sm : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle ? 1 + random_.below(8)
          : mood_ == Mood::sm ? 40 + random_.below(200)
                              : 20 + random_.below(60);
  quiet_ = 4;  // an SM comes with its own launch, behind decisions for none
  sm_.begin(sm_.draw());
  launch_ = draw_launch();
}

BalanceLaunch CtaThrottleBench::draw_launch() {
  const auto some = [this](unsigned bits) {
    return static_cast<std::uint16_t>(random_() & ((1u << bits) - 1));
  };
  BalanceLaunch launch{};
  const unsigned most = random_.one_in(2) ? some(11) : (1u << random_.below(11)) + random_.below(8) - 4;
  const unsigned margin = random_.one_in(3) ? some(11) : random_.below(12);
  launch.most = static_cast<std::uint16_t>(most);
  launch.margin = static_cast<std::uint16_t>(margin);
  for (std::uint16_t& capacity : launch.capacity)
    capacity = static_cast<std::uint16_t>(most + (random_.one_in(3) ? 0 : margin) + random_.below(8) - 2);
  if (random_.one_in(16)) launch = {some(16), some(16), {some(16), some(16), some(16), some(16)}};
  return launch;
}

void CtaThrottleBench::draw_changes(BalanceChanges& change, bool lawless) {
  const std::uint64_t r = random_();
  const bool many = random_.one_in(3);
  change.claimed.value = static_cast<std::uint8_t>(many ? r : r & r >> 8 & r >> 16);
  change.released.value = static_cast<std::uint8_t>((many ? r >> 24 : r >> 24 & r >> 32) & 0xf);
  const auto fill = [&](auto& numbers, unsigned bound) {
    // All of one, or of any; upper bits do not matter.
    const unsigned one = random_.below(bound);
    const bool same = random_.one_in(4);
    for (std::uint8_t& n : numbers)
      n = static_cast<std::uint8_t>((same ? one : random_.below(bound)) +
                                    (lawless ? bound * random_.below(256 / bound) : 0));
  };
  fill(change.claim_ctas, throttled_ctas);
  fill(change.claim_clusters, clusters);
  fill(change.release_ctas, throttled_ctas);
  fill(change.release_clusters, clusters);
}

ThrottleInputs CtaThrottleBench::draw() {
  ThrottleInputs inputs;
  const bool lawless = mood_ == Mood::lawless;
  if (lawless ? random_.one_in(24) : left_ % 16 == 0) {
    if (!lawless) launch_ = draw_launch();
    inputs.launch = {lawless ? draw_launch() : launch_, true};
  }
  const auto r = static_cast<unsigned>(random_());
  const unsigned one_of = r >> 8 & 7;
  if (random_.one_in(4)) inputs.cta.started = static_cast<CtaSet>(random_.one_in(2) ? r : 1u << one_of);
  if (random_.one_in(6))
    inputs.cta.ended = static_cast<CtaSet>(random_.one_in(4) ? r >> 16 : 1u << (r >> 16 & 7));
  if (!random_.one_in(4)) draw_changes(inputs.change, lawless);
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
  } else if (mood_ != Mood::idle) {
    inputs = draw();
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
