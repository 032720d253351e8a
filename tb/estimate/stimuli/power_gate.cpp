// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "models/register_file/power_gating.hpp"
#include "models/warped_compression/bdi.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

PinSequence write(const RtlParameters& parameters, unsigned operations, Random& random) {
  constexpr unsigned warp_registers = 32;
  const auto rows = static_cast<unsigned>(std::stoul(parameters.at("RowsPerDomain")));
  PinSequence sequence({{"need_domains_i", 32 * most_domains_per_bank},
                        {"write_valid_i", write_requesters},
                        {"write_partial_i", write_requesters},
                        {"write_registers_i", 16 * write_requesters},
                        {"write_banks_i", 8 * write_requesters},
                        {"clear_first_i", 16},
                        {"clear_count_i", 16},
                        {"clear_valid_i", 1}});
  std::array<std::uint32_t, write_requesters> registers{}, written{};
  for (unsigned n = 0; n < operations; ++n) {
    // Requesters take turns, as the entries of the write-back queue do.
    const unsigned port = n % write_requesters;
    const auto r = static_cast<RegisterId>(random.below(bank_registers));
    registers[port] = r;
    written[port] = first_banks(banks(static_cast<BdiEncoding>(random.below(4))));
    DomainSet need{};
    need[r / clusters / rows] = bank_mask(r, static_cast<BankSet>(written[port]));
    sequence.append(0, need);
    sequence.append(1, 1u << port);
    sequence.append(2, 0);
    sequence.append(3, packed<16>(registers));
    sequence.append(4, packed<8>(written));
    sequence.append(5, random.below(bank_registers / warp_registers) * warp_registers);
    sequence.append(6, warp_registers);
    sequence.append(7, random.one_in(512));
  }
  return sequence;
}

const Registration<Stimulus> power_gate_stimulus{
    {.name = "power_gate",
     .random_description =
         "a register written in every cycle, in 1, 3, 5 or 8 banks; in one of 512 cycles the "
         "32 registers of a warp cleared",
     .random = write}};

}  // namespace
}  // namespace heddle::estimate
