#include "tb/fuzz/draw_case.hpp"

namespace heddle::fuzz {

Case draw_case(std::uint64_t seed, std::uint64_t number, const MachineChoice& choice,
               const GeneratorLimits& limits) {
  Case c{generate(seed, number, limits), {}};
  Random random(seed * 0xff51afd7ed558ccdu + number * 0xc4ceb9fe1a85ec53u + 1);
  const std::size_t machines = choice.pinned || !random.one_in(4) ? 1 : 3;
  while (c.machines.size() < machines) c.machines.push_back(draw_machine(random, choice));
  return c;
}

}  // namespace heddle::fuzz
