// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "models/register_virtualization/register_availability.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// In steady state half of the file is held; the model is stepped along to know which registers were granted.
PinSequence allocate(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto registers = static_cast<unsigned>(std::stoul(parameters.at("Registers")));
  const auto rows = static_cast<unsigned>(std::stoul(parameters.at("RowsPerSubarray")));
  constexpr unsigned ports = clusters, requests = 2 * clusters;
  PinSequence sequence({{"request_valid_i", requests},
                        {"freed_valid_i", ports},
                        {"freed_registers_i", 16 * ports},
                        {"power_powered_i", 16 * clusters},
                        {"fixed_count_i", 16},
                        {"fixed_valid_i", 1}});
  RegisterAvailability available(registers, rows);
  std::vector<RegisterId> held;
  std::array<std::uint32_t, ports> freed{};
  const std::array<std::uint32_t, clusters> powered{0xf, 0xf, 0xf, 0xf};
  for (unsigned n = 0; n < operations; ++n) {
    const unsigned request = 1u << random.below(requests) | random.below(2) << random.below(requests);
    unsigned valid = 0;
    for (unsigned p = 0; p < ports && held.size() > registers / 2; ++p) {
      const std::size_t at = random.below(static_cast<unsigned>(held.size()));
      freed[p] = held[at];
      valid |= 1u << p;
      held[at] = held.back();
      held.pop_back();
    }
    for (unsigned rest = request; rest != 0; rest &= rest - 1) {
      const auto cluster = static_cast<unsigned>(std::countr_zero(rest)) / 2;
      const int r = available.find(cluster, powered[cluster]);
      if (r == RegisterAvailability::none) continue;
      available.take(static_cast<RegisterId>(r));
      held.push_back(static_cast<RegisterId>(r));
    }
    for (unsigned p = 0; p < ports; ++p)
      if (valid >> p & 1) available.release(static_cast<RegisterId>(freed[p]));
    sequence.append(0, request);
    sequence.append(1, valid);
    sequence.append(2, packed<16>(freed));
    sequence.append(3, packed<16>(powered));
    sequence.append(4, 0);
    sequence.append(5, 0);
  }
  return sequence;
}

const Registration<Stimulus> register_allocator_stimulus{
    {.name = "register_allocator",
     .random_description =
         "a register given away in every cycle and two in half of them, as many given back once half of the "
         "file is in use; all subarrays powered",
     .random = allocate}};

}  // namespace
}  // namespace heddle::estimate
