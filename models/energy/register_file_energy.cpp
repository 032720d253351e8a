#include "models/energy/register_file_energy.hpp"

#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

RegisterFileEnergy register_file_energy(const RegisterFileCosts& costs, const RegisterFileEvents& events,
                                        std::uint64_t period_fs) {
  // mW x fs = 1e-18 J = 1e-6 pJ
  const auto leaked = [&](double milliwatts, std::uint64_t cycles) {
    return milliwatts * static_cast<double>(cycles) * static_cast<double>(period_fs) * 1e-6;
  };
  const auto spent = [](double pj, std::uint64_t count) { return pj * static_cast<double>(count); };
  return {.dynamic = spent(costs.bank_access_pj + costs.wire_pj(), events.bank_accesses),
          .leakage = leaked(costs.bank_leakage_mw, events.bank_cycles),
          .compression = spent(costs.compressor_pj, events.compressions) +
                         leaked(costs.compressor_leakage_mw, events.compressor_cycles),
          .decompression = spent(costs.decompressor_pj, events.decompressions) +
                           leaked(costs.decompressor_leakage_mw, events.decompressor_cycles),
          .renaming_table = spent(costs.renaming_access_pj, events.renaming_accesses) +
                            leaked(costs.renaming_bank_leakage_mw, events.renaming_bank_cycles),
          .flag_fetch = spent(costs.flag_fetch_pj, events.flag_instructions),
          .flag_instructions = spent(costs.flag_decode_pj, events.flag_instructions) +
                               spent(costs.flag_cache_access_pj, events.flag_cache_accesses) +
                               leaked(costs.flag_entry_leakage_mw, events.flag_entry_cycles)};
}

static const Registration<ConfigSection> registered{config_section<RegisterFileCosts>("register_file_costs")};

}  // namespace heddle
