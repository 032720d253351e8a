// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/draw_case.hpp"

#include <algorithm>

#include "tb/fuzz/compiled/cpp_forms.hpp"
#include "tb/fuzz/draw/draw_probes.hpp"

namespace heddle::fuzz {
namespace {

/// ptxas 13.0 ignores the guard of testp, and converts the old value that a guarded set should keep.
bool compiled_wrongly(const Form& f) { return f.text.starts_with("testp.") || f.text.starts_with("set."); }

void add_probes(Random& random, Case& c, Machine& m) {
  DrawnProbes drawn = draw_probes(random, c.kernel, m);
  c.refused_probes += drawn.refused;
  if (drawn.probes.empty()) return;
  m.probes = std::move(drawn.probes);
  make_room_for_probes(random, m);
}

}  // namespace

Case draw_case(std::uint64_t seed, std::uint64_t number, const MachineChoice& choice,
               const GeneratorLimits& limits) {
  Case c{.kernel = generate(seed, number, limits)};
  Random random(seed * 0xff51afd7ed558ccdu + number * 0xc4ceb9fe1a85ec53u + 1);
  const std::size_t machines = choice.pinned || !random.one_in(4) ? 1 : 3;
  while (c.machines.size() < machines) c.machines.push_back(draw_machine(random, choice));
  // A kernel that polls an mbarrier may do so for ever where what its guards depend on is approximated.
  if (c.kernel.mbarrier && !choice.pinned)
    for (Machine& m : c.machines) std::erase(m.assignments, "warp_approximation.exclude=addresses");
  for (Machine& m : c.machines)
    if (std::ranges::find(m.techniques, "caba") != m.techniques.end() && !random.one_in(8))
      add_probes(random, c, m);
  return c;
}

Case draw_compiled_case(std::uint64_t seed, std::uint64_t number, const MachineChoice& choice) {
  GeneratorLimits limits;
  limits.collectives = limits.copies = false;  // they have no C++ form
  limits.draws = [](const Form& f) { return cpp_expressions(f) != nullptr; };
  Case c = draw_case(seed, number, choice, limits);
  c.kernel.wide_addresses = true;                  // clang compiles the kernel for 64-bit addresses
  for (Machine& m : c.machines) m.probes.clear();  // their statements have no lines
  c.compiled = number % 3 == 0 ? 0 : 3;
  return c;
}

Case draw_portable_case(std::uint64_t seed, std::uint64_t number) {
  GeneratorLimits limits;
  limits.draws = [](const Form& f) { return !f.shared_definition && on_sm_90(f) && !compiled_wrongly(f); };
  Case c = draw_case(seed, number, {}, limits);
  c.kernel.wide_addresses = true;
  return c;
}

}  // namespace heddle::fuzz
