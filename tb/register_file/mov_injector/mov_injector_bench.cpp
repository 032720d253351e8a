#include "tb/register_file/mov_injector/mov_injector_bench.hpp"

#include "tb/cosim/cosim_entry.hpp"

namespace heddle {

MovInjectorBench::MovInjectorBench(const MovInjectorConfig&, std::uint64_t seed)
    : random_(seed), move_(coverage.point("a MOV issued")) {}

bool MovInjectorBench::stimulate(DrivenPins in, PinValues) {
  auto& check = *reinterpret_cast<Level<EnteredInstructions>*>(in[0]);
  check.payload.valid.value = random_.one_in(3) ? static_cast<std::uint8_t>(random_.below(4)) : 0;
  check.payload.partial.value = static_cast<std::uint8_t>(random_.below(4));
  for (unsigned s = 0; s < issue_slots; ++s) {
    check.payload.unit[s] = static_cast<std::uint8_t>(random_.below(20));
    check.payload.compressed[s] = static_cast<std::uint8_t>(random_());
  }
  reinterpret_cast<Level<WrittenMoves>*>(in[1])->payload.moves.value = random_() & random_() & random_();
  reinterpret_cast<Level<CollectorRoom>*>(in[2])->payload.free = !random_.one_in(3);
  return true;
}

void MovInjectorBench::observe(PinValues, PinValues out, bool) {
  move_ += reinterpret_cast<const Beat<InjectedMove>*>(out[0])->valid;
}

static const Registration<CosimEntry> registration{cosim_entry<MovInjectorBench>()};

}  // namespace heddle
