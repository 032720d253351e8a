// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/e2mc/code_layer.hpp"
#include "models/base/parameter.hpp"
#include "models/e2mc/code_table.hpp"
#include "models/e2mc/codec_pool.hpp"
#include "models/e2mc/frequency_table.hpp"

namespace heddle {

/// Where the code of a run comes from (Lal2017, section III-B2).
enum class CodeSource : std::uint8_t { online, offline };
constexpr auto names_of(CodeSource) {
  return std::array{Named{CodeSource::online, "online"}, Named{CodeSource::offline, "offline"}};
}

/// What counts the values of the sampling phase of an online code.
enum class Sampling : std::uint8_t {
  tables,   ///< a value_frequency_table at each controller
  software  ///< forgets no value, and takes no time
};
constexpr auto names_of(Sampling) {
  return std::array{Named{Sampling::tables, "tables"}, Named{Sampling::software, "software"}};
}

/// E2MC on the lines of memory: the code, and the units of an edge. The counts of units are those of Table IV
/// for one of twelve channels.
struct E2mcConfig {
  unsigned symbol_bits = 16;
  unsigned entries = 1024;
  unsigned ways = 4;
  CodeSource code = CodeSource::online;
  CodesFor codes = CodesFor::run;
  unsigned most_codes = 4;
  std::uint64_t sampled_instructions = 2'000'000;
  Sampling sampling = Sampling::tables;
  unsigned sampler_lines = 8;
  e2mc::FrequencyPolicy replacement = e2mc::FrequencyPolicy::least_count;
  unsigned compressors = 12, decoders = 20;
  e2mc::PoolPolicy unit_policy = e2mc::PoolPolicy::lowest_free;
  std::uint64_t compressor_mhz = 1430, decoder_mhz = 800;
  std::vector<CodeTreeConfig> tables{};
  std::vector<OwnCodeConfig> own_codes{};

  static constexpr auto parameters() {
    using C = E2mcConfig;
    return std::tuple{
        parameter(&C::symbol_bits, "symbol_bits", "bits", 4u, 32u, "Lal2017 section III-B1",
                  "length of a symbol: 4, 8, 16 or 32"),
        parameter(&C::entries, "entries", "values", 8u, 4096u, "Lal2017 section III-B2b",
                  "most frequent values in the code of symbols of 16 and 32 bits, a power of two"),
        parameter(&C::ways, "ways", "", 1u, 8u, "Lal2017 section III-F1",
                  "decoders that work on a line at a time: 1, 2, 4 or 8"),
        parameter(
            &C::code, "code", "Lal2017 section III-B2",
            "where the code comes from: the first part of the run itself (online), or all of a run ahead "
            "or `tables` (offline)"),
        parameter(&C::codes, "codes", "Lal2017 leaves several codes in one application to future work",
                  "what there are codes for: one for the run, or one for each of the kernels or of the "
                  "allocations of the host program with most bytes in DRAM, and one for all others"),
        parameter(&C::most_codes, "most_codes", "", 2u, 8u, "modelling choice",
                  "where there are several, with the one for all others; each has units of its own"),
        parameter(&C::sampled_instructions, "sampled_instructions", "thread instructions", std::uint64_t{0},
                  ~std::uint64_t{0} >> 1,
                  "ours; the paper has 20 M, and runs that are at least a hundred times as long",
                  "length of the sampling phase of an online code"),
        parameter(
            &C::sampling, "sampling", "Lal2017 section III-B2",
            "what counts the values of that phase: tables at the controllers, or software, which forgets "
            "no value and takes no time"),
        parameter(&C::sampler_lines, "sampler_lines", "lines", 1u, 1024u, "modelling choice",
                  "of a controller that wait for its table, which takes a symbol a cycle; others are not "
                  "sampled"),
        parameter(
            &C::replacement, "replacement", "modelling choice",
            "what a new value does to the least counted one of a full set of a table: takes its place at "
            "once, or counts it down to zero before"),
        parameter(&C::compressors, "compressors", "", 1u, e2mc::most_pool_units,
                  "Lal2017 Table IV: 136 for twelve channels",
                  "compressors of an edge for each code, each for a line at a time"),
        parameter(&C::decoders, "decoders", "", 1u, 8 * e2mc::most_pool_units,
                  "Lal2017 Table IV: 240 for twelve channels",
                  "decoders of an edge for each code, a multiple of `ways`, for at most 64 lines at a time"),
        parameter(
            &C::unit_policy, "unit_policy", "modelling choice",
            "which of the free compressors, and of the free decoders of a line, takes the next line: the "
            "lowest one, or the next one behind the unit that was taken last"),
        parameter(&C::compressor_mhz, "compressor_mhz", "MHz", 700u, 10'000u, "Lal2017 Table III",
                  "clock of the compressors"),
        parameter(&C::decoder_mhz, "decoder_mhz", "MHz", 700u, 10'000u, "Lal2017 Table III",
                  "clock of the decoders"),
        section(&C::tables, "tables", "an offline code, one table for each tree; empty: of a run ahead"),
        section(&C::own_codes, "own_codes",
                "offline codes for kernels or allocations; that in `tables` is for all others")};
  }
  e2mc::TableShape shape() const { return e2mc::table_shape(symbol_bits, entries); }
  /// Symbols of the tables of all trees together.
  unsigned table_entries() const {
    return e2mc::holds_all_values(symbol_bits) ? e2mc::trees_of(symbol_bits) << symbol_bits : entries;
  }
  /// Decoders of a line's ways together: lines that are decoded at a time.
  unsigned line_decoders() const { return decoders / ways; }
  /// Are the codes in `tables` and `own_codes`?
  bool gives_codes() const { return code == CodeSource::offline && !tables.empty(); }
  /// Codes for which an edge has units.
  unsigned codes_at_most() const {
    if (gives_codes()) return 1 + static_cast<unsigned>(own_codes.size());
    return codes == CodesFor::run ? 1 : most_codes;
  }
  /// Throws Error for a length of symbols, entries, ways, decoders or codes that cannot be.
  void validate() const;
};

}  // namespace heddle
