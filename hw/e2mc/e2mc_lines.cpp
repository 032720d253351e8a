// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>

#include "hw/e2mc/e2mc_units.hpp"
#include "hw/e2mc/value_sampler.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "hw/memory/line/edge_storage.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/e2mc/code_number.hpp"
#include "models/e2mc/e2mc_costs.hpp"

namespace heddle {

void E2mcConfig::validate() const {
  const auto refuse = [](const char* key, const char* what, unsigned value, std::string legal) {
    throw Error({.what = what, .value = std::to_string(value), .legal = std::move(legal), .key = key});
  };
  if (!e2mc::is_symbol_length(symbol_bits))
    refuse("symbol_bits", "a symbol cannot have so many bits", symbol_bits, "4, 8, 16, 32");
  if (!std::has_single_bit(entries) || entries < 2 * e2mc::lookup_ways)
    refuse("entries", "a table cannot have so many entries", entries, "a power of two, 16 to 4096");
  if (!std::has_single_bit(ways))
    refuse("ways", "a line cannot be decoded in so many ways", ways, "1, 2, 4, 8");
  if (decoders % ways != 0)
    refuse("decoders", "each line takes as many decoders as it has ways", decoders,
           fmt::format("a multiple of {}", ways));
  if (line_decoders() > e2mc::most_pool_units)
    refuse("decoders", "too many lines would be decoded at a time", decoders,
           fmt::format("at most {}, for {} lines in {} ways", e2mc::most_pool_units * ways,
                       e2mc::most_pool_units, ways));
  if (codes != CodesFor::run) {
    if (code == CodeSource::online && sampling == Sampling::tables)
      throw Error({.what = "several codes cannot be made online of what tables have sampled, since a table "
                           "counts the values of one",
                   .value = std::string(name_of(codes)),
                   .legal = "with code: offline, or with sampling: software; or codes: run",
                   .key = "codes"});
    const unsigned room = 1u << e2mc::code_number_bits(line_bytes, ways);
    if (most_codes > room)
      refuse("codes", "a compressed line has no room for the number of one of so many codes", most_codes,
             fmt::format("most_codes: at most {} in {} way{}; 2 in 2 ways, 8 in 4 or 8 ways", room, ways,
                         ways == 1 ? "" : "s"));
  }
  require_own_codes(*this);
  if (gives_codes()) given_codes(*this);
}

namespace {

constexpr const char* e2mc_costs_section = "e2mc_costs";
constexpr std::uint64_t whole_run = ~std::uint64_t{0} >> 1;

/// What a controller does with the lines that it sees uncompressed.
struct SeenLines {
  RunCode& code;
  std::function<std::uint64_t()> instructions;
  std::shared_ptr<ValueSampler> sampler;  ///< null: software counts their values
  Counter &sampled, &missed, &sampling, &uncompressed;

  SeenLines(const E2mcConfig& config, RunCode& run_code, const EdgeParts& parts)
      : code(run_code),
        instructions(parts.instructions),
        sampled(parts.stats.group("code").counter("sampled_lines", "lines",
                                                  "read and written in the sampling phase, and counted")),
        missed(parts.stats.group("code").counter("missed_lines", "lines",
                                                 "of that phase that found the table's queue full")),
        sampling(parts.stats.group("code").counter(
            "sampled_instructions", "thread instructions",
            "of the sampling phase, at the controller whose line was its last")),
        uncompressed(parts.stats.group("code").counter(
            "uncompressed_lines", "lines",
            "read or to be written without being compressed, behind that phase")) {
    if (config.code == CodeSource::online && config.sampling == Sampling::tables && parts.rst_n != nullptr)
      sampler =
          std::make_shared<ValueSampler>(sc_core::sc_gen_unique_name("value_sampler"), config, code, parts);
  }

  void operator()(const SeenLine& line) const {
    if (code.ended()) {
      ++uncompressed;
      return;
    }
    const std::uint64_t now = instructions ? instructions() : 0;
    ++(sampler != nullptr && !sampler->take(line.bytes) ? missed : sampled);
    if (sampler != nullptr ? code.reached(now) : code.saw(line.bytes, now, code.owners().stored_by(line)))
      sampling += now;
  }
};

std::vector<Technique::ReportLine> report(const E2mcConfig& config, const Technique::Statistic& of) {
  if (config.code == CodeSource::offline)
    return {{"code", config.codes == CodesFor::run
                         ? "of all values of a run ahead, or given"
                         : fmt::format("of the values of a run ahead, or given: up to {} of {}s, and one for "
                                       "all other lines (code.yaml)",
                                       config.most_codes - 1, name_of(config.codes))}};
  const double sampled = of("dram_total.edge.code.sampled_lines"),
               instructions = of("dram_total.edge.code.sampled_instructions"),
               all = of("sm_total.thread_instructions");
  if (instructions == 0)
    return {{"code", fmt::format("none: all of the run was sampled, {:.0f} lines", sampled)}};
  return {
      {"code", fmt::format("of {:.0f} lines in the first {:.0f} thread instructions ({:.1f} % of the run); "
                           "{:.0f} lines more found the queue of a table full",
                           sampled, instructions, all == 0 ? 0 : 100 * instructions / all,
                           of("dram_total.edge.code.missed_lines"))}};
}

/// Of a table in a unit, as of any static memory of its size.
double table_write_pj(const ConfigTree& tree, unsigned rows, unsigned row_bits) {
  return resolve<GpuCosts>(tree, "gpu_costs").sram.pj(rows * row_bits / 8.0, row_bits / 8.0);
}

/// A codeword with its length and, where not all values have one, the value.
unsigned compressor_row_bits(const E2mcConfig& config) {
  constexpr unsigned length_bits = 5;
  const unsigned value_bits = e2mc::holds_all_values(config.symbol_bits) ? 0 : config.symbol_bits;
  return value_bits + config.shape().most_code_bits + length_bits;
}

/// A decoder for each way of a line, and what hands them their ways. A decoder takes a cycle for a symbol.
std::vector<ModelledBlock> decompressors(const E2mcConfig& config, const E2mcCosts& costs) {
  return {{.name = "huffman_decoder",
           .block = "huffman_decoder",
           .count = config.ways,
           .pj = costs.decoder_pj(config.symbol_bits) *
                 static_cast<double>(e2mc::symbols_of(config.symbol_bits, line_bytes))},
          {.name = "block_unpacker", .block = "block_unpacker"}};
}

/// What tells an edge which code a line has (LineOwners), and the queue of a controller's sampling.
std::vector<Storage> storage(const E2mcConfig& config, EdgePlace place, bool encodes) {
  std::vector<Storage> all;
  if (encodes && config.codes != CodesFor::run) {
    const bool ranges = config.codes == CodesFor::allocation;
    const std::string edge = edge_statistics(place);
    all.push_back({.name = "code_owners",
                   .in = edge,
                   .description = ranges ? "first and last lines of allocations with a code of their own"
                                         : "the number of the code of the kernel that runs",
                   .kind = ranges ? StorageKind::cam : StorageKind::flip_flops,
                   .entries = ranges ? config.codes_at_most() - 1 : 1,
                   .bits = ranges ? 2 * line_address_bits : 3,
                   .accesses = {edge + ".encoded_lines", edge + ".unencoded_lines"},
                   .counts = false});
  }
  if (place == EdgePlace::controller && config.code == CodeSource::online &&
      config.sampling == Sampling::tables)
    all.push_back(ValueSampler::storage(config));
  return all;
}

LineCompressor make(const ConfigTree& tree) {
  const auto config = resolve<E2mcConfig>(tree, "line_compression.e2mc");
  const auto code = std::make_shared<RunCode>(config);
  LineCompressor compressor;
  compressor.codec = code->codec();
  compressor.blocks = [config, code](LineWork work, unsigned granularity, const EdgeParts& parts) {
    return std::make_unique<E2mcUnits>(sc_core::sc_gen_unique_name("e2mc_units"), config, *code, work,
                                       granularity, parts);
  };
  compressor.observe = [config, code](const EdgeParts& parts) {
    code->owners().ask(parts.use);
    return [code, seen = SeenLines(config, *code, parts)](const SeenLine& line) { seen(line); };
  };
  compressor.size = [code](const SeenLine& seen) { return code->stored_bytes(seen); };
  const auto costs = resolve<E2mcCosts>(tree, e2mc_costs_section);
  compressor.energy = {{"compressors",
                        "cycles of compressors that work on a line",
                        costs.compressor_pj(config.symbol_bits),
                        {"units.compressor_cycles"}},
                       {"decoders",
                        "cycles of decoders that work on a line or a way of it",
                        costs.decoder_pj(config.symbol_bits),
                        {"units.decoder_cycles"}},
                       {"compressor_table_writes",
                        "writes of the codes to the compressors' tables",
                        table_write_pj(tree, config.table_entries(), compressor_row_bits(config)),
                        {"units.compressor_table_writes"}},
                       {"decoder_table_writes",
                        "writes of the codes to the decoders' tables",
                        table_write_pj(tree, config.table_entries(), config.symbol_bits),
                        {"units.decoder_table_writes"}}};
  compressor.decompressors = decompressors(config, costs);
  compressor.storage = [config](EdgePlace place, bool encodes) { return storage(config, place, encodes); };
  compressor.learned = [config](std::span<const LineCompressor::Line> lines) {
    e2mc::ValueCounts counts(config.symbol_bits);
    for (const LineCompressor::Line& line : lines) counts.add(line);
    const auto codec = std::make_shared<E2mcLineCodec>(e2mc::LineCodeConfig{.ways = config.ways});
    codec->add({counts, config.shape()});
    return codec;
  };
  compressor.files["code.yaml"] = [code] { return code->layer(); };
  if (config.code == CodeSource::offline && config.tables.empty())
    compressor.first_pass = {"line_compression.e2mc.code=online", "line_compression.e2mc.sampling=software",
                             fmt::format("line_compression.e2mc.sampled_instructions={}", whole_run)};
  compressor.report = [config](const Technique::Statistic& of, const Technique::Statistic&) {
    return report(config, of);
  };
  return compressor;
}

const Registration<ConfigSection> e2mc_section{config_section<E2mcConfig>("line_compression.e2mc")};
const Registration<ConfigSection> e2mc_costs_registration{config_section<E2mcCosts>(e2mc_costs_section)};
const Registration<LineCompressorEntry> e2mc_registration{
    LineCompressorEntry{"e2mc", "Huffman codes of the most frequent values (Lal2017)", make,
                        [](const ConfigTree& tree) { resolve<E2mcCosts>(tree, e2mc_costs_section); }}};

}  // namespace
}  // namespace heddle
