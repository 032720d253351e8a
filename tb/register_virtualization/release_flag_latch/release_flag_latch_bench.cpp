// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/release_flag_latch/release_flag_latch_coverage.hpp"

namespace heddle {
namespace {

/// Steps and reads of all warps, of few that run their flags out, of the first and the last there are, or of
/// numbers that obey no rule. Most reads are of warps whose step came last, in the same cycle or before.
class ReleaseFlagLatchBench final : public BlockBench {
 public:
  using Block = ReleaseFlagLatch;
  ReleaseFlagLatchBench(const ReleaseFlagLatchConfig& config, std::uint64_t seed)
      : random_(seed), warps_(config.warps) {}

  bool stimulate(DrivenPins in, PinValues) override;

 private:
  enum class Mood { spread, few, ends, lawless, idle, count };
  void draw_mood();
  std::uint8_t draw_warp();
  std::uint64_t draw_flags();

  Random random_;
  unsigned warps_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned first_of_few_ = 0, reads_in_4_ = 0, steps_in_4_ = 0, one_load_in_ = 1;
  std::array<std::uint8_t, 8> stepped_{};  ///< warps whose steps came last
  unsigned next_stepped_ = 0;
};

void ReleaseFlagLatchBench::draw_mood() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  // Now and then longer than a counter of eight bits.
  left_ = mood_ == Mood::idle ? 1 + random_.below(random_.one_in(16) ? 300 : 10)
                              : 20 + random_.below(random_.one_in(8) ? 800 : 100);
  first_of_few_ = random_.below(warps_);
  const std::array<unsigned, 4> loads{1, 4, 12, 40};
  one_load_in_ = loads[random_.below(loads.size())];
  // From none to one at every edge.
  reads_in_4_ = mood_ == Mood::idle ? 0 : random_.below(5);
  steps_in_4_ = mood_ == Mood::idle ? 0 : random_.below(5);
}

std::uint8_t ReleaseFlagLatchBench::draw_warp() {
  const auto drawn = [this]() -> std::uint64_t {
    switch (mood_) {
      case Mood::few:
        return (first_of_few_ + random_.below(2)) % warps_;
      case Mood::ends:
        return random_.one_in(2) ? random_.below(2) : warps_ - 1 + random_.below(2);
      case Mood::lawless:
        // A warp that there is with one bit too many, or anything.
        return random_.one_in(3) ? random_() : random_.below(warps_) | 1u << random_.below(8);
      default:
        return random_.below(warps_);
    }
  };
  return static_cast<std::uint8_t>(drawn());
}

std::uint64_t ReleaseFlagLatchBench::draw_flags() {
  constexpr std::uint64_t all_flags = (std::uint64_t{1} << flag_bits_of_pir) - 1;
  const std::uint64_t one_flag = std::uint64_t{1} << random_.below(flag_bits_of_pir);
  const std::array<std::uint64_t, 8> corners{0, all_flags, one_flag, all_flags ^ one_flag};
  const unsigned corner = random_.below(corners.size());
  return corner < 4 ? corners[corner] : random_() & all_flags;
}

bool ReleaseFlagLatchBench::stimulate(DrivenPins in, PinValues) {
  auto& step = *reinterpret_cast<Beat<FlagStep>*>(in[0]);
  auto& read = *reinterpret_cast<Beat<LatchRead>*>(in[1]);
  if (left_ == 0) draw_mood();
  --left_;
  // What stands on the pins without a valid means nothing.
  step.payload = {.warp = draw_warp(),
                  .loads = random_.one_in(one_load_in_),
                  .flags = {draw_flags()},
                  .taken = {static_cast<std::uint8_t>(random_.below(4))}};
  step.valid = random_.below(4) < steps_in_4_;
  if (step.valid) stepped_[next_stepped_++ % stepped_.size()] = step.payload.warp;
  read.payload.warp = random_.one_in(4) ? draw_warp() : stepped_[random_.below(stepped_.size())];
  if (random_.one_in(4)) read.payload.warp = step.payload.warp;
  read.valid = random_.below(4) < reads_in_4_;
  return read.valid || step.valid;
}

const Registration<CosimEntry> registration{cosim_entry<ReleaseFlagLatchBench, ReleaseFlagLatchCoverage>()};

}  // namespace
}  // namespace heddle
