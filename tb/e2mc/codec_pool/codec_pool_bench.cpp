// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/e2mc/codec_pool/codec_pool_coverage.hpp"

namespace heddle {
namespace {

/// Units that work on lines for some cycles each, and an owner that takes what is offered more or less often.
/// The bit of a unit that is taken falls in the next cycle, or in the one behind. Sometimes bits and owner
/// obey no rule at all.
class CodecPoolBench final : public BlockBench {
 public:
  using Block = CodecPool;
  CodecPoolBench(const CodecPoolConfig& config, std::uint64_t seed)
      : random_(seed), units_(config.units), all_(~std::uint64_t{0} >> (64 - config.units)) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,   // about half of the units work
    flood,    // everything is taken, and there are hardly any free units
    endless,  // everything is taken, and units are free again at once
    slow,     // hardly anything is taken
    lone,     // one unit is free, from time to time another one
    lawless,
    idle,
    count
  };
  void turn();
  void work(const OfferedUnit& offer, bool taken);
  std::uint64_t free_now();
  bool takes();

  Random random_;
  const unsigned units_;
  const std::uint64_t all_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::array<unsigned, e2mc::most_pool_units> busy_{};  // cycles until the unit is free again
  unsigned late_ = e2mc::most_pool_units;               // the unit whose bit falls a cycle later
  std::uint64_t kept_ = 0;                              // the bits of moods without rules
};

void CodecPoolBench::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle ? 1 + random_.below(20) : 20 + random_.below(4 * units_ + 40);
  kept_ = std::uint64_t{1} << random_.below(units_);
}

/// The cycle in which this offer stands ends.
void CodecPoolBench::work(const OfferedUnit& offer, bool taken) {
  for (unsigned& cycles : busy_)
    if (cycles != 0) --cycles;
  late_ = e2mc::most_pool_units;
  if (!taken || !offer.valid || offer.unit >= units_) return;
  const unsigned most = mood_ == Mood::endless ? 3 : mood_ == Mood::flood ? 8 * units_ + 8 : 2 * units_ + 2;
  busy_[offer.unit] = 2 + random_.below(most);
  if (random_.one_in(2)) late_ = offer.unit;
}

std::uint64_t CodecPoolBench::free_now() {
  if (mood_ == Mood::lone) {
    if (random_.one_in(4)) kept_ = std::uint64_t{1} << random_.below(units_);
    return kept_;
  }
  if (mood_ == Mood::lawless) {
    const unsigned density = random_.below(5);
    kept_ = random_();
    if (density == 1) kept_ &= random_();
    if (density == 2) kept_ |= random_();
    if (density == 3) kept_ = ~(std::uint64_t{1} << random_.below(units_));
    if (density == 4) kept_ = 0;
    return kept_ & all_;
  }
  std::uint64_t free = 0;
  for (unsigned u = 0; u < units_; ++u)
    if (busy_[u] == 0 || u == late_) free |= std::uint64_t{1} << u;
  return free;
}

bool CodecPoolBench::takes() {
  switch (mood_) {
    case Mood::flood:
    case Mood::endless:
      return !random_.one_in(16);
    case Mood::slow:
      return random_.one_in(16);
    case Mood::idle:
      return false;
    default:
      return random_.one_in(2);
  }
}

bool CodecPoolBench::stimulate(DrivenPins in, PinValues out) {
  auto& free = reinterpret_cast<Level<FreeUnits>*>(in[0])->payload;
  auto& taken = reinterpret_cast<Level<TakenOffer>*>(in[1])->payload;
  if (left_ == 0) turn();
  --left_;
  work(reinterpret_cast<const Level<OfferedUnit>*>(out[0])->payload, taken.offer);
  const std::uint64_t before = free.units.value;
  free.units.value = free_now() | ((random_.one_in(2) ? before : random_()) & ~all_);
  taken.offer = takes();
  return taken.offer || free.units.value != before;
}

const Registration<CosimEntry> registration{cosim_entry<CodecPoolBench, CodecPoolCoverage>()};

}  // namespace
}  // namespace heddle
