// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warp_approximation/lane_power_gate/lane_power_gate_coverage.hpp"
#include "tb/warp_approximation/lane_power_gate/sp_unit.hpp"

namespace heddle {
namespace {

/// An SP unit that keeps to the rules; between its instructions lanes that are wanted and busy each for
/// itself, for about as long as the lane's times are; or anything on all pins.
class LanePowerGateBench final : public TypedBench<Level<LaneDemand>, Level<LanePower>> {
 public:
  using Block = LanePowerGate;
  LanePowerGateBench(const LanePowerGateConfig& config, std::uint64_t seed)
      : config_(config), random_(seed), unit_(config, seed + 1) {}

 private:
  enum class Mood { unit, lanes, lawless, idle, count };

  bool next(Level<LaneDemand>& in, const Level<LanePower>& out) override;
  void turn();
  unsigned draw_duration();
  LaneDemand lane_by_lane();

  /// What a lane is asked for, and for how many cycles more.
  struct Lane {
    bool wanted = false, busy = false;
    unsigned left = 0;
  };

  LanePowerGateConfig config_;
  Random random_;
  SpUnit unit_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::array<Lane, warp_size> lanes_{};
};

void LanePowerGateBench::turn() {
  mood_ =
      random_.one_in(2) ? Mood::lanes : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::lawless ? 1 + random_.below(20)
          : mood_ == Mood::idle  ? random_.below(2 * config_.idle_detect)
                                 : 20 + random_.below(4 * (config_.idle_detect + config_.wake_up));
  unit_.begin();
}

/// A few cycles, or about one of the lane's times: one less, as many, or one or two more.
unsigned LanePowerGateBench::draw_duration() {
  if (random_.one_in(2)) return 1 + random_.below(4);
  const unsigned time = random_.one_in(2) ? config_.idle_detect : config_.wake_up;
  return std::max(2u, time + random_.below(4)) - 1;
}

LaneDemand LanePowerGateBench::lane_by_lane() {
  LaneDemand demand{};
  for (unsigned i = 0; i < warp_size; ++i) {
    Lane& lane = lanes_[i];
    if (lane.left == 0) {
      const unsigned kind = random_.below(5);
      lane = {.wanted = kind == 2 || kind == 3, .busy = kind >= 3, .left = draw_duration()};
    }
    --lane.left;
    demand.wanted |= LaneMask{lane.wanted} << i;
    demand.busy |= LaneMask{lane.busy} << i;
  }
  return demand;
}

bool LanePowerGateBench::next(Level<LaneDemand>& in, const Level<LanePower>& out) {
  while (left_ == 0) turn();
  --left_;
  const std::uint64_t r = random_();
  switch (mood_) {
    case Mood::unit:
      in.payload = unit_.next(out.payload);
      break;
    case Mood::lanes:
      in.payload = lane_by_lane();
      break;
    case Mood::lawless:
      in.payload = {.wanted = static_cast<LaneMask>(r & r >> 8), .busy = static_cast<LaneMask>(r >> 32)};
      break;
    default:
      in.payload = {};
  }
  return (in.payload.wanted | in.payload.busy) != 0;
}

const Registration<CosimEntry> registration{cosim_entry<LanePowerGateBench, LanePowerGateCoverage>()};

}  // namespace
}  // namespace heddle
