// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/renaming_energy.hpp"

namespace heddle {
namespace {

constexpr double table_bank_bytes = 256;

double own(const RegisterFileCounts& c, const char* counter) {
  return c.file(std::string("virtualization.") + counter);
}

}  // namespace

RegisterFileEnergy renaming_energy(const RenamingCosts& costs) {
  using C = RegisterFileCounts;
  return {
      .events = {{"renaming_accesses", "registers", "looked up, mapped or released in the renaming table",
                  [](const C& c) { return own(c, "lookups") + own(c, "allocations") + own(c, "releases"); }},
                 {"renaming_bank_cycles", "bank cycles", "of all banks of renaming tables, 256 bytes each",
                  [](const C& c) { return c.cycles() * own(c, "table_bytes") / table_bank_bytes; }},
                 {"flag_instructions", "instructions", "pir and pbr that were fetched and decoded",
                  [](const C& c) { return own(c, "pir_decoded") + own(c, "pbr_decoded"); }},
                 {"flag_cache_accesses", "entries", "of the release flag caches, read for a pir or filled",
                  [](const C& c) {
                    return own(c, "flag_entries") != 0 ? own(c, "pir_hits") + 2 * own(c, "pir_decoded") : 0;
                  }},
                 {"flag_entry_cycles", "entry cycles", "of all entries of release flag caches",
                  [](const C& c) { return c.cycles() * own(c, "flag_entries"); }}},
      .parts = {{"renaming_table",
                 "accesses and leakage of the renaming tables",
                 {{.event = "renaming_accesses", .pj = costs.renaming_access_pj},
                  {.event = "renaming_bank_cycles", .mw = costs.renaming_bank_leakage_mw}}},
                {"flag_fetch",
                 "pir and pbr that were fetched",
                 {{.event = "flag_instructions", .pj = costs.flag_fetch_pj}},
                 true},
                {"flag_instructions",
                 "pir and pbr that were decoded, accesses and leakage of the release flag caches",
                 {{.event = "flag_instructions", .pj = costs.flag_decode_pj},
                  {.event = "flag_cache_accesses", .pj = costs.flag_cache_access_pj},
                  {.event = "flag_entry_cycles", .mw = costs.flag_entry_leakage_mw}}}}};
}

}  // namespace heddle
