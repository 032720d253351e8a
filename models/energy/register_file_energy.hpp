#pragma once

#include <array>
#include <cstdint>

#include "models/base/aggregate.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// What events and time cost in a register file; the files of configs/technologies set it. A bank is 128 bit
/// wide.
struct RegisterFileCosts {
  double bank_access_pj = 7;
  double wire_capacitance_ff_per_mm = 300;
  double wire_mm = 1;
  double wire_activity = 0.5;
  double voltage = 1;
  double bank_leakage_mw = 5.8;
  double compressor_pj = 23;
  double compressor_leakage_mw = 0.12;
  double decompressor_pj = 21;
  double decompressor_leakage_mw = 0.08;
  double flip_flop_um2 = 9.26;
  double renaming_access_pj = 1.14;
  double renaming_bank_leakage_mw = 0.27;
  double flag_fetch_pj = 6.2;
  double flag_decode_pj = 48;
  double flag_cache_access_pj = 0.94;
  double flag_entry_leakage_mw = 0.0096;

  static constexpr auto parameters() {
    using C = RegisterFileCosts;
    constexpr auto table = "Lee2015 Table 3";
    constexpr auto text = "Lee2015 section 6.1";
    constexpr auto renaming = "Jeon2015 Table 2";
    constexpr auto flags = "gpu_costs: control_pj and sram";
    return std::tuple{
        parameter(&C::bank_access_pj, "bank_access_pj", "pJ", 0.0, 1e6, table,
                  "a bank is read or written once"),
        parameter(&C::wire_capacitance_ff_per_mm, "wire_capacitance_ff_per_mm", "fF/mm", 0.0, 1e6, table,
                  "of one wire"),
        parameter(&C::wire_mm, "wire_mm", "mm", 0.0, 1e3, text, "way of the data of a bank access"),
        parameter(&C::wire_activity, "wire_activity", "", 0.0, 1.0, text,
                  "share of the wires that change state"),
        parameter(&C::voltage, "voltage", "V", 0.0, 10.0, table,
                  "supply; the costs other than wires hold at it"),
        parameter(&C::bank_leakage_mw, "bank_leakage_mw", "mW", 0.0, 1e6, table, "a powered bank"),
        parameter(&C::compressor_pj, "compressor_pj", "pJ", 0.0, 1e6, table,
                  "a register enters a compressor"),
        parameter(&C::compressor_leakage_mw, "compressor_leakage_mw", "mW", 0.0, 1e6, table, "a compressor"),
        parameter(&C::decompressor_pj, "decompressor_pj", "pJ", 0.0, 1e6, table,
                  "an encoded register enters a decompressor; plain ones pass beside the adders"),
        parameter(&C::decompressor_leakage_mw, "decompressor_leakage_mw", "mW", 0.0, 1e6, table,
                  "a decompressor"),
        parameter(&C::flip_flop_um2, "flip_flop_um2", "um2", 0.0, 1e6, "heddle estimate bdi_decompressor",
                  "area of a bit in a buffer that is made of flip-flops"),
        parameter(&C::renaming_access_pj, "renaming_access_pj", "pJ", 0.0, 1e6, renaming,
                  "a name is looked up, given a register, or loses it"),
        parameter(&C::renaming_bank_leakage_mw, "renaming_bank_leakage_mw", "mW", 0.0, 1e6, renaming,
                  "a bank of 256 bytes of the renaming table"),
        parameter(&C::flag_fetch_pj, "flag_fetch_pj", "pJ", 0.0, 1e6, flags, "a pir or pbr is fetched"),
        parameter(&C::flag_decode_pj, "flag_decode_pj", "pJ", 0.0, 1e6, flags, "a pir or pbr is decoded"),
        parameter(&C::flag_cache_access_pj, "flag_cache_access_pj", "pJ", 0.0, 1e6, flags,
                  "the release flag cache is read or filled"),
        parameter(&C::flag_entry_leakage_mw, "flag_entry_leakage_mw", "mW", 0.0, 1e6, flags,
                  "an entry of the release flag cache: 54 bits")};
  }

  /// pJ that the wires of one bank access take: 128 wires, C V^2 / 2 each, times length and activity.
  /// Lee2015's 9.6 pJ/mm is this at 1 V and half of the wires.
  double wire_pj() const { return 128 * wire_activity * toggle_pj(); }
  /// pJ of one wire that changes state.
  double toggle_pj() const { return wire_capacitance_ff_per_mm * 1e-3 * voltage * voltage / 2 * wire_mm; }
};

/// What the register files of a GPU did in a run.
struct RegisterFileEvents {
  std::uint64_t bank_accesses = 0;  ///< reads and writes
  std::uint64_t bank_cycles = 0;    ///< banks of 256 entries that were powered, summed over the cycles
  std::uint64_t compressions = 0, compressor_cycles = 0;
  std::uint64_t decompressions = 0, decompressor_cycles = 0;
  std::uint64_t renaming_accesses = 0, renaming_bank_cycles = 0;
  std::uint64_t flag_instructions = 0, flag_cache_accesses = 0, flag_entry_cycles = 0;
};

/// An event by the name of its statistic.
struct RegisterFileEvent {
  const char *name, *unit, *description;
  std::uint64_t RegisterFileEvents::*member;
  bool of_virtualization = false;  ///< only files with renamed registers have it
};
inline constexpr std::array register_file_events{
    RegisterFileEvent{"bank_accesses", "banks", "reads and writes", &RegisterFileEvents::bank_accesses},
    RegisterFileEvent{"bank_cycles", "bank cycles", "banks that were powered, summed over the cycles",
                      &RegisterFileEvents::bank_cycles},
    RegisterFileEvent{"compressions", "warp registers", "entered a compressor",
                      &RegisterFileEvents::compressions},
    RegisterFileEvent{"compressor_cycles", "cycles", "of all compressors",
                      &RegisterFileEvents::compressor_cycles},
    RegisterFileEvent{"decompressions", "warp registers", "entered a decompressor encoded",
                      &RegisterFileEvents::decompressions},
    RegisterFileEvent{"decompressor_cycles", "cycles", "of all decompressors",
                      &RegisterFileEvents::decompressor_cycles},
    RegisterFileEvent{"renaming_accesses", "names", "looked up, mapped or released in the renaming table",
                      &RegisterFileEvents::renaming_accesses, true},
    RegisterFileEvent{"renaming_bank_cycles", "bank cycles",
                      "of all banks of renaming tables, 256 bytes each",
                      &RegisterFileEvents::renaming_bank_cycles, true},
    RegisterFileEvent{"flag_instructions", "instructions", "pir and pbr that were fetched and decoded",
                      &RegisterFileEvents::flag_instructions, true},
    RegisterFileEvent{"flag_cache_accesses", "entries",
                      "of the release flag caches, read for a pir or filled",
                      &RegisterFileEvents::flag_cache_accesses, true},
    RegisterFileEvent{"flag_entry_cycles", "entry cycles", "of all entries of release flag caches",
                      &RegisterFileEvents::flag_entry_cycles, true}};
static_assert(register_file_events.size() == member_count<RegisterFileEvents>);

/// pJ, in the categories of Lee2015 figure 9 and Jeon2015 figure 12. What a unit, table or cache leaks is
/// part of its category. The paper's flag instructions are fetched, too; that is apart, since whoever counts
/// the instruction caches counts it there.
struct RegisterFileEnergy {
  double dynamic = 0, leakage = 0, compression = 0, decompression = 0, renaming_table = 0, flag_fetch = 0,
         flag_instructions = 0;
  double total() const {
    return dynamic + leakage + compression + decompression + renaming_table + flag_fetch + flag_instructions;
  }
};

/// A category by the name of its statistic.
struct RegisterFileEnergyPart {
  const char *name, *description;
  double RegisterFileEnergy::*member;
  bool of_virtualization = false;  ///< only files with renamed registers have it
};
inline constexpr std::array register_file_energy_parts{
    RegisterFileEnergyPart{"dynamic", "bank accesses and their wires", &RegisterFileEnergy::dynamic},
    RegisterFileEnergyPart{"leakage", "of the banks over the cycles in which they were powered",
                           &RegisterFileEnergy::leakage},
    RegisterFileEnergyPart{"compression", "activations and leakage of the compressors",
                           &RegisterFileEnergy::compression},
    RegisterFileEnergyPart{"decompression", "activations and leakage of the decompressors",
                           &RegisterFileEnergy::decompression},
    RegisterFileEnergyPart{"renaming_table", "accesses and leakage of the renaming tables",
                           &RegisterFileEnergy::renaming_table, true},
    RegisterFileEnergyPart{"flag_fetch", "pir and pbr that were fetched", &RegisterFileEnergy::flag_fetch,
                           true},
    RegisterFileEnergyPart{"flag_instructions",
                           "pir and pbr that were decoded, accesses and leakage of the release flag caches",
                           &RegisterFileEnergy::flag_instructions, true}};
static_assert(register_file_energy_parts.size() == member_count<RegisterFileEnergy>);

/// `period_fs` is the length of a cycle.
RegisterFileEnergy register_file_energy(const RegisterFileCosts& costs, const RegisterFileEvents& events,
                                        std::uint64_t period_fs);

}  // namespace heddle
