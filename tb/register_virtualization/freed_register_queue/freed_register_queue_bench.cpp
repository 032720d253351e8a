// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/freed_register_queue/freed_register_queue_coverage.hpp"

namespace heddle {
namespace {

/// Registers that come in bursts and one by one, and leave at rates that fill the queue and empty it, or keep
/// it at either end; and sometimes anything on all pins, so that registers find no place.
class FreedRegisterQueueBench final : public BlockBench {
 public:
  using Block = FreedRegisterQueue;
  FreedRegisterQueueBench(const FreedRegisterQueueConfig&, std::uint64_t seed) : random_(seed) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,
    bursts,   // four at once, at some edges in turn, then none
    single,   // one at a time
    filling,  // hardly any leaves
    full,     // as many arrive as there is room for, or one less
    drained,  // none arrives
    empty,    // all leave that can
    lawless,
    idle,
    count
  };
  void draw_mood();
  unsigned draw_taken(unsigned waiting);
  unsigned draw_lanes(unsigned room);
  RegisterId draw_register();

  Random random_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, burst_left_ = 0;
  bool gap_ = false;  ///< between two bursts
  RegisterId last_ = 0;
};

/// How many wait behind an edge with the inputs `unmapped` and `taken`.
unsigned waiting_behind(const WaitingRegisters& waiting, const UnmappedRegisters& unmapped,
                        const TakenRegisters& taken) {
  const unsigned before = waiting.count.value;
  const unsigned left = before - std::min({before, unsigned{taken.count.value}, most_taken});
  return std::min(left + static_cast<unsigned>(std::popcount(unmapped.valid.value)),
                  FreedRegisterFifo::capacity);
}

void FreedRegisterQueueBench::draw_mood() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  // Some holds are longer than a counter of eight bits.
  left_ = mood_ == Mood::idle      ? 1 + random_.below(random_.one_in(16) ? 300 : 12)
          : mood_ == Mood::lawless ? 1 + random_.below(30)
          : mood_ == Mood::drained ? 1 + random_.below(10)
                                   : 4 + random_.below(random_.one_in(8) ? 300 : 40);
}

unsigned FreedRegisterQueueBench::draw_taken(unsigned waiting) {
  const unsigned most = std::min(waiting, most_taken);
  switch (mood_) {
    case Mood::idle:
      return 0;
    case Mood::lawless:
      return random_.below(8);
    case Mood::filling:
      return random_.one_in(16) ? random_.below(most + 1) : 0;
    case Mood::full:
      return random_.one_in(2) ? 0 : random_.below(most + 1);
    case Mood::drained:
    case Mood::empty:
      return random_.one_in(4) ? random_.below(most + 1) : most;
    default:
      return random_.below(most + 1);
  }
}

/// Lanes on which registers arrive, of which there is room for `room`.
unsigned FreedRegisterQueueBench::draw_lanes(unsigned room) {
  unsigned lanes = random_.below(1u << table_banks);
  switch (mood_) {
    case Mood::idle:
    case Mood::drained:
      return 0;
    case Mood::lawless:
      return lanes;
    case Mood::bursts:
      if (burst_left_ == 0) {
        gap_ = !gap_;
        burst_left_ = 1 + random_.below(random_.one_in(4) ? 16 : 5);
      }
      --burst_left_;
      lanes = gap_ ? 0 : 0xf;
      break;
    case Mood::single:
      lanes = random_.one_in(2) ? 1u << random_.below(table_banks) : 0;
      break;
    case Mood::filling:
    case Mood::full:
      if (random_.one_in(2)) lanes = 0xf;
      if (mood_ == Mood::full && room > 0 && random_.one_in(3)) --room;
      break;
    default:
      break;
  }
  while (static_cast<unsigned>(std::popcount(lanes)) > room) lanes &= ~(1u << random_.below(table_banks));
  return lanes;
}

RegisterId FreedRegisterQueueBench::draw_register() {
  const auto drawn = static_cast<unsigned>(random_());
  unsigned r = drawn & table_register_mask;
  switch (random_.below(12)) {
    case 0:
      r = 0;
      break;
    case 1:
      r = table_register_mask;
      break;
    case 2:
      r = 1u << drawn % 10;
      break;
    case 3:
      r = last_;
      break;
    default:
      break;
  }
  // The upper bits do not matter.
  if (mood_ == Mood::lawless) r |= drawn & 0xfc00;
  return last_ = static_cast<RegisterId>(r);
}

bool FreedRegisterQueueBench::stimulate(DrivenPins in, PinValues out) {
  auto& unmapped = reinterpret_cast<Level<UnmappedRegisters>*>(in[0])->payload;
  auto& taken = reinterpret_cast<Level<TakenRegisters>*>(in[1])->payload;
  const auto& shown = reinterpret_cast<const Level<WaitingRegisters>*>(out[0])->payload;
  if (left_ == 0) draw_mood();
  --left_;
  const unsigned waiting = waiting_behind(shown, unmapped, taken);
  const unsigned count = draw_taken(waiting);
  const unsigned room = FreedRegisterFifo::capacity - (waiting - std::min(waiting, count));
  taken.count.value = static_cast<std::uint8_t>(count);
  unmapped.valid.value = static_cast<std::uint8_t>(draw_lanes(room));
  // What stands on a lane without an arrival does not matter.
  for (RegisterId& r : unmapped.registers) r = draw_register();
  return unmapped.valid.value != 0 || count != 0;
}

const Registration<CosimEntry> registration{
    cosim_entry<FreedRegisterQueueBench, FreedRegisterQueueCoverage>()};

}  // namespace
}  // namespace heddle
