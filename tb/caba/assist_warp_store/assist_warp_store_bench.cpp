// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/caba/assist_warp_store/assist_warp_store.hpp"
#include "models/base/random.hpp"
#include "tb/caba/assist_warp_store/assist_warp_store_coverage.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {
namespace {

/// Loads the store word by word and then has assist warps fetch from it in turn, as in an SM; or loads,
/// beginnings and fetches of the same few words at once, at the ends of the store, or of anything. A fetch
/// aims at an address by the beginning of its subroutine, as far as it is known.
class AssistWarpStoreBench final : public BlockBench {
 public:
  using Block = AssistWarpStore;
  AssistWarpStoreBench(const AssistWarpStoreConfig& config, std::uint64_t seed)
      : random_(seed), words_(config.words) {}

  bool stimulate(DrivenPins in, PinValues) override;

 private:
  enum class Mood {
    preload,  // all words in turn, and beginnings
    run,      // assist warps fetch instruction by instruction; nothing is loaded
    reload,   // the same, and now and then something else is loaded
    few,      // loads and fetches of a few words, often the same at once
    ends,     // the first and the last words, and what lies behind them
    lawless,
    idle,
    count
  };
  static constexpr std::uint32_t addresses = 1u << assist_address_bits;

  void turn();
  unsigned draw_address();
  std::uint64_t draw_word();
  void drive_load(Beat<StoreWord>& load);
  void drive_begin(Beat<StoreSubroutine>& begin, const AssistFetch& fetch);
  void drive_fetch(Beat<AssistFetch>& fetch);
  void aim(AssistFetch& fetch, unsigned address);
  unsigned recent() { return recent_[random_.below(recent_.size())]; }

  struct AssistWarp {
    unsigned subroutine = 0, instruction = 0;
  };

  Random random_;
  const unsigned words_;
  Mood mood_ = Mood::preload;
  unsigned left_ = 0, next_ = 0, window_ = 0;
  unsigned loads_in_8_ = 0, begins_in_8_ = 0, fetches_in_8_ = 0;
  std::array<unsigned, 8> recent_{};  // addresses that were loaded, or aimed at, not long ago
  unsigned next_recent_ = 0;
  std::array<unsigned, most_subroutines> first_{};  // as if there had been no reset
  std::array<AssistWarp, most_assist_warps> warps_{};
};

void AssistWarpStoreBench::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  // Now and then longer than a counter of eight bits.
  left_ = 20 + random_.below(random_.one_in(8) ? 600 : 80);
  if (mood_ == Mood::preload) left_ = random_.one_in(4) ? words_ + 4 : 10 + random_.below(60);
  if (mood_ == Mood::idle) left_ = 1 + random_.below(random_.one_in(16) ? 300 : 10);
  next_ = left_ > words_ ? 0 : random_.below(words_);
  window_ = random_.below(words_);
  loads_in_8_ = begins_in_8_ = fetches_in_8_ = 0;
  switch (mood_) {
    case Mood::idle:
      return;
    case Mood::preload:
      loads_in_8_ = 8;
      begins_in_8_ = 4;
      return;
    case Mood::run:
    case Mood::reload:
      fetches_in_8_ = 4 + random_.below(5);
      loads_in_8_ = begins_in_8_ = mood_ == Mood::reload ? 1 : 0;
      return;
    default:  // from none to one at every edge
      loads_in_8_ = random_.below(9);
      begins_in_8_ = random_.below(9);
      fetches_in_8_ = random_.one_in(2) ? 8 : random_.below(9);
  }
}

unsigned AssistWarpStoreBench::draw_address() {
  switch (mood_) {
    case Mood::few:
      return (window_ + random_.below(3)) % words_;
    case Mood::ends:
      return random_.one_in(3) ? random_.below(3) : words_ - (words_ > 1 ? 2 : 1) + random_.below(5);
    case Mood::lawless:
      // Anything, or what the store has but for one bit.
      return random_.one_in(3) ? random_.below(2 * addresses)
                               : random_.below(words_) ^ 1u << random_.below(assist_address_bits + 1);
    default:
      return random_.below(words_);
  }
}

std::uint64_t AssistWarpStoreBench::draw_word() {
  switch (random_.below(8)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return std::uint64_t{1} << random_.below(64);
    case 3:
      return ~(std::uint64_t{1} << random_.below(64));
    default:
      return random_();
  }
}

void AssistWarpStoreBench::drive_load(Beat<StoreWord>& load) {
  const unsigned address = mood_ == Mood::preload ? next_++ % words_
                           : random_.one_in(4)    ? recent()
                                                  : draw_address();
  // What stands on the pins without a valid means nothing.
  load.payload.address.value = static_cast<std::uint16_t>(address % addresses);
  if (!random_.one_in(16)) load.payload.word = draw_word();
  load.valid = random_.below(8) < loads_in_8_;
  if (load.valid) recent_[next_recent_++ % recent_.size()] = load.payload.address.value;
}

void AssistWarpStoreBench::drive_begin(Beat<StoreSubroutine>& begin, const AssistFetch& fetch) {
  auto& [subroutine, first] = begin.payload;
  subroutine.value = static_cast<std::uint8_t>(random_.below(most_subroutines));
  // Now and then the subroutine that is fetched from at the same edge.
  if (random_.one_in(8)) subroutine = fetch.subroutine;
  const unsigned address = random_.one_in(4) ? recent() : draw_address();
  // Often a few words before the one that is meant, now and then with one bit too many.
  const unsigned before = address - (random_.one_in(2) ? random_.below(8) : 0);
  first.value =
      static_cast<std::uint16_t>((before ^ (random_.one_in(8) ? 1u << random_.below(10) : 0)) % addresses);
  begin.valid = random_.below(8) < begins_in_8_;
  if (begin.valid) first_[subroutine.value] = first.value;
}

/// Sets subroutine and instruction so that they make this address, if it can be.
void AssistWarpStoreBench::aim(AssistFetch& fetch, unsigned address) {
  for (unsigned tries = 0; tries < 8; ++tries) {
    const unsigned s = random_.below(most_subroutines);
    fetch.subroutine.value = static_cast<std::uint8_t>(s);
    fetch.instruction.value = static_cast<std::uint16_t>((address - first_[s]) % addresses);
    if (address - first_[s] < addresses) return;
  }
}

void AssistWarpStoreBench::drive_fetch(Beat<AssistFetch>& fetch) {
  AssistFetch& f = fetch.payload;
  const AssistFetch before = f;
  const unsigned entry = random_.below(most_assist_warps);
  f.entry.value = static_cast<std::uint8_t>(entry);
  f.low = random_.one_in(2);
  fetch.valid = random_.below(8) < fetches_in_8_;
  AssistWarp& warp = warps_[entry];
  if (mood_ == Mood::run || mood_ == Mood::reload) {
    // The next instruction; a subroutine ends by chance, and is often begun anew.
    if (random_.one_in(8)) warp = {random_.below(most_subroutines), 0};
    f.subroutine.value = static_cast<std::uint8_t>(warp.subroutine);
    f.instruction.value = static_cast<std::uint16_t>(warp.instruction);
    if (fetch.valid) warp.instruction = (warp.instruction + 1) % addresses;
  } else if (random_.one_in(8)) {
    f = before;
  } else if (mood_ == Mood::lawless && random_.one_in(8)) {
    f.subroutine.value = static_cast<std::uint8_t>(random_.below(most_subroutines));
    f.instruction.value = static_cast<std::uint16_t>(random_.below(addresses));
  } else {
    aim(f, random_.one_in(4) ? draw_address() : recent());
  }
}

bool AssistWarpStoreBench::stimulate(DrivenPins in, PinValues) {
  auto& load = *reinterpret_cast<Beat<StoreWord>*>(in[0]);
  auto& begin = *reinterpret_cast<Beat<StoreSubroutine>*>(in[1]);
  auto& fetch = *reinterpret_cast<Beat<AssistFetch>*>(in[2]);
  // Now and then all pins stay as they are.
  if (random_.one_in(24)) return load.valid || begin.valid || fetch.valid;
  if (left_ == 0) turn();
  --left_;
  // A fetch knows of what was told before this edge, and often of what is loaded at it.
  drive_load(load);
  drive_fetch(fetch);
  drive_begin(begin, fetch.payload);
  return load.valid || begin.valid || fetch.valid;
}

const Registration<CosimEntry> registration{cosim_entry<AssistWarpStoreBench, AssistWarpStoreCoverage>()};

}  // namespace
}  // namespace heddle
