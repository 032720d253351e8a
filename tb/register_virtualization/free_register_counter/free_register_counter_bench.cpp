// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/free_register_counter/free_register_counter_coverage.hpp"

namespace heddle {
namespace {

/// Launches whose registers are claimed and come back in turn, to the last one and back to the first, in all
/// clusters or in one; and now and then anything on all pins, so that counts wrap.
class FreeRegisterCounterBench final : public BlockBench {
 public:
  using Block = FreeRegisterCounter;
  FreeRegisterCounterBench(const FreeRegisterCounterConfig&, std::uint64_t seed) : random_(seed) {}

  bool stimulate(DrivenPins in, PinValues) override;

 private:
  enum class Mood { steady, drain, refill, lawless, idle, count };
  void draw_mood();
  Beat<FreeAtLaunch> draw_launch();
  ClaimedRegisters draw_claims();
  FreedRegisters draw_freed();
  unsigned draw_cluster() { return one_cluster_ ? cluster_ : random_.below(clusters); }

  Random random_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned cluster_ = 0;
  bool one_cluster_ = false, launches_ = false;
  unsigned one_claim_in_ = 1, one_freed_in_ = 1;
  std::array<unsigned, clusters> free_{}, given_{};  ///< while the rules are kept
};

void FreeRegisterCounterBench::draw_mood() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  // Now and then longer than a counter of eight bits.
  left_ = mood_ == Mood::idle ? 1 + random_.below(random_.one_in(16) ? 300 : 10)
                              : 10 + random_.below(random_.one_in(8) ? 400 : 80);
  cluster_ = random_.below(clusters);
  one_cluster_ = random_.one_in(3);
  launches_ = random_.one_in(3);
  one_claim_in_ = mood_ == Mood::refill ? 8 : 1 + random_.below(4);
  one_freed_in_ = mood_ == Mood::drain ? 8 : 1 + random_.below(4);
}

Beat<FreeAtLaunch> FreeRegisterCounterBench::draw_launch() {
  Beat<FreeAtLaunch> launch;
  launch.valid = launches_;
  launches_ = mood_ == Mood::lawless && random_.one_in(40);
  const unsigned kind = random_.below(4);
  for (unsigned c = 0; c < clusters; ++c) {
    // A whole cluster, few, or any number.
    unsigned n = kind == 0 ? 256 : kind == 1 ? random_.below(9) : random_.below(257);
    if (launch.valid) given_[c] = free_[c] = n;
    // The upper bits do not matter.
    if (kind == 3 || !launch.valid) n |= random_.below(128) << FreeRegisters::bits;
    launch.payload.counts[c] = static_cast<std::uint16_t>(n);
  }
  return launch;
}

ClaimedRegisters FreeRegisterCounterBench::draw_claims() {
  ClaimedRegisters claims;
  for (unsigned k = 0; k < counted_claims; ++k) {
    const unsigned c = draw_cluster();
    claims.clusters.value = static_cast<std::uint16_t>(claims.clusters.value | c << 2 * k);
    if (!random_.one_in(one_claim_in_) || (free_[c] == 0 && mood_ != Mood::lawless)) continue;
    claims.valid.value = static_cast<std::uint8_t>(claims.valid.value | 1u << k);
    if (free_[c] != 0) --free_[c];
  }
  return claims;
}

FreedRegisters FreeRegisterCounterBench::draw_freed() {
  FreedRegisters freed;
  for (unsigned k = 0; k < clusters; ++k) {
    const unsigned c = draw_cluster();
    // Registers of a file, or what is none.
    const unsigned upper = static_cast<unsigned>(random_() & (mood_ == Mood::lawless ? 0xfffcu : 0x3fcu));
    freed.registers[k] = static_cast<RegisterId>(upper | c);
    if (!random_.one_in(one_freed_in_) || (free_[c] >= given_[c] && mood_ != Mood::lawless)) continue;
    freed.valid.value = static_cast<std::uint8_t>(freed.valid.value | 1u << k);
    ++free_[c];
  }
  return freed;
}

bool FreeRegisterCounterBench::stimulate(DrivenPins in, PinValues) {
  auto& launch = *reinterpret_cast<Beat<FreeAtLaunch>*>(in[0]);
  auto& claim = reinterpret_cast<Level<ClaimedRegisters>*>(in[1])->payload;
  auto& freed = reinterpret_cast<Level<FreedRegisters>*>(in[2])->payload;
  if (left_ == 0) draw_mood();
  --left_;
  launch = draw_launch();
  claim = draw_claims();
  freed = draw_freed();
  if (mood_ == Mood::idle) claim.valid.value = freed.valid.value = 0;
  return launch.valid || claim.valid.value != 0 || freed.valid.value != 0;
}

const Registration<CosimEntry> registration{
    cosim_entry<FreeRegisterCounterBench, FreeRegisterCounterCoverage>()};

}  // namespace
}  // namespace heddle
