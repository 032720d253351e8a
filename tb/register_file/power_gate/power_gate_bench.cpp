#include "tb/register_file/power_gate/power_gate_bench.hpp"

#include "tb/cosim/cosim_entry.hpp"

namespace heddle {

PowerGateBench::PowerGateBench(const PowerGateConfig&, std::uint64_t seed)
    : random_(seed), awake_(coverage.point("a domain awake")), gated_(coverage.point("a domain gated")) {}

bool PowerGateBench::stimulate(DrivenPins in, PinValues) {
  auto& need = *reinterpret_cast<Level<DomainNeeds>*>(in[0]);
  auto& write = *reinterpret_cast<Level<EntryWrites>*>(in[1]);
  auto& clear = *reinterpret_cast<Beat<ClearedRegisters>*>(in[2]);
  if (random_.one_in(8))
    for (auto& n : need.payload.domains) n = static_cast<std::uint32_t>(random_() & random_() >> 7);
  write.payload.valid.value = random_.one_in(3) ? static_cast<std::uint8_t>(random_()) : 0;
  write.payload.partial.value = static_cast<std::uint8_t>(random_());
  for (unsigned i = 0; i < write_requesters; ++i) {
    write.payload.registers[i] = static_cast<RegisterId>(random_.below(1100));
    write.payload.banks[i] = static_cast<BankSet>(random_());
  }
  clear.valid = random_.one_in(4);
  clear.payload.first = static_cast<std::uint16_t>(random_.below(1100));
  clear.payload.count = static_cast<std::uint16_t>(random_.below(1100));
  return true;
}

void PowerGateBench::observe(PinValues, PinValues out, bool) {
  const auto& power = *reinterpret_cast<const Level<DomainPower>*>(out[0]);
  awake_ += power.payload.awake[0] != 0;
  gated_ += power.payload.gated[0] != 0;
}

static const Registration<CosimEntry> registration{cosim_entry<PowerGateBench>()};

}  // namespace heddle
