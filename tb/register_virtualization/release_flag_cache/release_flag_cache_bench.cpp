// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/release_flag_cache/release_flag_cache_coverage.hpp"

namespace heddle {
namespace {

/// Fetches of a loop that fits, of code that meets in few entries, of addresses that differ in one bit, of
/// the first and the last there are, or of any; fills follow the probes, or nothing.
class ReleaseFlagCacheBench final : public BlockBench {
 public:
  using Block = ReleaseFlagCache;
  ReleaseFlagCacheBench(const ReleaseFlagCacheConfig& config, std::uint64_t seed)
      : random_(seed), entries_(config.entries == 0 ? 1 : config.entries) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { loop, meet, near, ends, lawless, idle, count };
  std::uint16_t draw_address();

  Random random_;
  unsigned entries_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::uint16_t base_ = 0;
  std::array<std::uint16_t, 8> recent_{};  // addresses that were filled
};

std::uint16_t ReleaseFlagCacheBench::draw_address() {
  const std::uint16_t recent = recent_[random_.below(recent_.size())];
  switch (mood_) {
    case Mood::loop:
      return static_cast<std::uint16_t>(base_ + random_.below(entries_ + 2));
    case Mood::meet:
      return static_cast<std::uint16_t>(base_ + random_.below(2) + entries_ * random_.below(4));
    case Mood::near:  // what is there, or one bit away from it
      return static_cast<std::uint16_t>(random_.one_in(2) ? recent : recent ^ 1u << random_.below(16));
    case Mood::ends: {
      const std::array<unsigned, 8> ends{0,      1,      entries_ - 1,       entries_,
                                         0xffff, 0xfffe, 0x10000 - entries_, 0x8000};
      return static_cast<std::uint16_t>(ends[random_.below(ends.size())]);
    }
    default:
      return random_.one_in(2) ? recent : static_cast<std::uint16_t>(random_());
  }
}

bool ReleaseFlagCacheBench::stimulate(DrivenPins in, PinValues) {
  FlagProbes& probe = reinterpret_cast<Level<FlagProbes>*>(in[0])->payload;
  auto& fill = *reinterpret_cast<Beat<FlagFill>*>(in[1]);
  FlagReset& drop = reinterpret_cast<Level<FlagReset>*>(in[2])->payload;
  if (left_ == 0) {
    mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle ? 1 + random_.below(10) : 20 + random_.below(100);
    base_ = static_cast<std::uint16_t>(random_());
  }
  --left_;
  const bool idle = mood_ == Mood::idle;
  // Addresses and flags on the pins that are not valid mean nothing.
  probe.valid.value = static_cast<std::uint8_t>(idle ? 0 : random_.below(1u << probed_words));
  for (std::uint16_t& address : probe.addresses) address = draw_address();
  if (random_.one_in(8)) probe.addresses[1] = probe.addresses[0];
  fill.valid = !idle && random_.one_in(3);
  fill.payload.address = random_.one_in(4) ? probe.addresses[0] : draw_address();
  constexpr std::uint64_t all_flags = (std::uint64_t{1} << flag_bits_of_pir) - 1;
  const std::uint64_t one_flag = std::uint64_t{1} << random_.below(flag_bits_of_pir);
  const std::array<std::uint64_t, 8> corners{0, all_flags, one_flag, all_flags ^ one_flag};
  const unsigned corner = random_.below(corners.size());
  fill.payload.flags.value = corner < 4 ? corners[corner] : random_() & all_flags;
  // Rarely, so that entries come to hold something.
  drop.all = !idle && random_.one_in(64);
  if (fill.valid) recent_[random_.below(recent_.size())] = fill.payload.address;
  return probe.valid.value != 0 || fill.valid || drop.all;
}

const Registration<CosimEntry> registration{cosim_entry<ReleaseFlagCacheBench, ReleaseFlagCacheCoverage>()};

}  // namespace
}  // namespace heddle
