// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/base/parameter.hpp"
#include "models/register_file/power_gating.hpp"
#include "models/register_virtualization/cta_balance.hpp"
#include "models/register_virtualization/release_flags.hpp"
#include "models/register_virtualization/rename_queue.hpp"
#include "models/register_virtualization/renaming_budget.hpp"
#include "models/register_virtualization/renaming_map.hpp"

namespace heddle {

/// The section `register_virtualization`.
struct RegisterVirtualizationConfig {
  unsigned registers = 1024;
  unsigned reserved = 0;
  unsigned table_bytes = 1024;
  unsigned table_ports = 4;
  unsigned flag_entries = 10;
  unsigned guaranteed_ctas = throttled_ctas;
  std::string release = "compiler";
  std::string flags = "beside";

  static constexpr auto parameters() {
    using C = RegisterVirtualizationConfig;
    return std::tuple{
        parameter(
            &C::registers, "registers", "warp registers", 64u, bank_registers,
            "Jeon2015 section 7.1: 128 KB; section 8.1 has half of it, and 40 % and 30 % less",
            "physical registers of an SM, a multiple of 4; sm.registers says how many the code may use"),
        parameter(&C::reserved, "reserved", "warp registers", 0u, bank_registers, "modelling choice",
                  "registers of the SM's file behind these, for techniques that want some of the SM as a "
                  "whole; a multiple of 4"),
        parameter(&C::table_bytes, "table_bytes", "bytes", 64u, most_table_entries * 10 / 8,
                  "Jeon2015 section 7.1", "renaming table of an SM, ten bits an entry"),
        parameter(&C::table_ports, "table_ports", "ports", 1u, RenameQueue::most_ports, "modelling choice",
                  "read ports of each of the four banks of the renaming table: 1, as in the paper, 2 or 4"),
        parameter(&C::flag_entries, "flag_entries", "entries", 0u, most_flag_entries,
                  "Jeon2015 section 7.2 and Fig. 13", "entries of the release flag cache"),
        parameter(&C::guaranteed_ctas, "guaranteed_ctas", "CTAs", 1u, throttled_ctas,
                  "Jeon2015 section 8.1 keeps registers for one",
                  "CTAs for which cta_throttle reserves all registers that they can still claim, as far as "
                  "they fit"),
        parameter(&C::release, "release", "Jeon2015 section 9.5",
                  "when registers are released: compiler (by release flags), or end (at the warp's end only, "
                  "as in renaming by hardware alone)"),
        parameter(
            &C::flags, "flags", "modelling choice",
            "where a fetched pbr, or a pir that the release flag cache does not hold, is decoded: beside "
            "(the two instructions of its fetch), or slot (in the place of one of them, as in Jeon2015 "
            "section 7.2)")};
  }
  /// Throws Error for an unknown value of `release` or `flags`, and for registers that the clusters cannot
  /// share.
  void validate() const;

  bool by_compiler() const { return release == "compiler"; }
  bool flags_beside() const { return flags == "beside"; }
  /// Entries of ten bits, the same number in each of the four banks.
  unsigned table_entries() const {
    const unsigned entries = RenamingBudget{.bytes = table_bytes}.entries();
    return (entries + table_banks - 1) / table_banks * table_banks;
  }
};

}  // namespace heddle
