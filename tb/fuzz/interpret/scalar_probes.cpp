// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/interpret/scalar_probes.hpp"

namespace heddle::fuzz {

ScalarProbes::ScalarProbes(const std::vector<Probe>& probes, const std::vector<ScalarStep>& code)
    : probes_(probes) {
  for (std::size_t n = 0; n < probes.size(); ++n) {
    const auto first_of = [&](std::uint32_t id) {
      std::size_t k = 0;
      while (k < code.size() && (code[k].statement == nullptr || code[k].statement->id != id)) ++k;
      if (k == code.size()) invalid("a subroutine's statement is not there", std::to_string(id));
      return k;
    };
    const std::size_t target = probes[n].does == Probe::Does::jump ? first_of(probes[n].target) : 0;
    at_.emplace(code[first_of(probes[n].statement)].statement, At{n, target});
  }
}

std::size_t ScalarProbes::next(const Statement& s, Registers& r, std::vector<std::uint64_t>& observed,
                               std::size_t next) const {
  if (at_.empty()) return next;
  const auto [begin, end] = at_.equal_range(&s);
  for (auto at = begin; at != end; ++at) {
    const Probe& probe = probes_[at->second.number];
    std::vector<std::uint64_t> bits;
    for (const Reg in : probe.in) bits.push_back(r.get(in));
    if (probe.does == Probe::Does::observe) observed[at->second.number] += share_of(hash_of(probe, bits));
    for (std::size_t k = 0; k < probe.out.size(); ++k) r.set(probe.out[k], value_written(probe, k, bits));
    if (probe.does == Probe::Does::jump) next = at->second.target;
  }
  return next;
}

}  // namespace heddle::fuzz
