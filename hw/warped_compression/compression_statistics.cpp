// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/compression_statistics.hpp"

#include "models/register_file/register_banks.hpp"

namespace heddle {
namespace {

const std::string own = "warped_compression.";

}  // namespace

double CompressionStatistics::Written::ratio() const { return cluster_banks * registers / banks; }

CompressionStatistics::Written CompressionStatistics::by_form(const RegisterFileCounts& c,
                                                              const std::string& prefix) const {
  Written w;
  for (const Form& form : forms_) {
    if (!c.has(own + prefix + form.word)) continue;
    const double n = c.file(own + prefix + form.word);
    w = w + Written{n, n * form.banks};
  }
  return w;
}

CompressionStatistics::Written CompressionStatistics::divergent(const RegisterFileCounts& c) const {
  if (const Written held = by_form(c, "held_"); c.has(own + "held_" + forms_.front().word)) return held;
  // Those that were not merged stayed uncompressed: the register takes all its banks.
  const double partial = c.file("partial_writes");
  return merged(c) + Written{partial, cluster_banks * partial};
}

RegisterFileEnergy CompressionStatistics::energy(const CompressionCosts& costs) const {
  const auto sum = [forms = forms_](const RegisterFileCounts& c, const char* prefix, bool all) {
    double n = 0;
    for (const Form& form : forms)  // uncompressed registers pass beside the adders of a decompressor
      if (all || form.banks != cluster_banks) n += c.file(own + prefix + form.word);
    return n;
  };
  return {
      .events = {{"compressions", "warp registers", "entered a compressor",
                  [sum](const RegisterFileCounts& c) { return sum(c, "compressor_", true); }},
                 {"compressor_cycles", "cycles", "of all compressors",
                  [](const RegisterFileCounts& c) { return c.cycles() * c.file(own + "compressors"); }},
                 {"decompressions", "warp registers", "entered a decompressor encoded",
                  [sum](const RegisterFileCounts& c) { return sum(c, "decompressor_", false); }},
                 {"decompressor_cycles", "cycles", "of all decompressors",
                  [](const RegisterFileCounts& c) { return c.cycles() * c.file(own + "decompressors"); }}},
      .parts = {{"compression",
                 "activations and leakage of the compressors",
                 {{.event = "compressions", .pj = costs.compressor_pj},
                  {.event = "compressor_cycles", .mw = costs.compressor_leakage_mw}}},
                {"decompression",
                 "activations and leakage of the decompressors",
                 {{.event = "decompressions", .pj = costs.decompressor_pj},
                  {.event = "decompressor_cycles", .mw = costs.decompressor_leakage_mw}}}}};
}

void CompressionStatistics::summarise(StatGroup& group,
                                      const std::shared_ptr<const RegisterFileCounts>& counts,
                                      double merge_buffer_um2) const {
  const CompressionStatistics& s = *this;
  group.formula("compression_ratio", "",
                "banks of uncompressed registers over banks used, all register writes but those of MOVs",
                [s, counts] { return (s.whole(*counts) + s.divergent(*counts)).ratio(); });
  group.formula("compression_ratio_non_divergent", "",
                "banks of uncompressed registers over banks used, whole-register writes",
                [s, counts] { return s.whole(*counts).ratio(); });
  group.formula("compression_ratio_divergent", "",
                "banks of uncompressed registers over banks used, divergent writes",
                [s, counts] { return s.divergent(*counts).ratio(); });
  if (counts->has(own + "merged_" + forms_.front().word))
    group.formula("merge_buffer_area", "mm2",
                  "area of the flip-flops for the data of an SM's merge buffers, without control",
                  [merge_buffer_um2] { return 1e-6 * merge_buffer_um2; });
}

}  // namespace heddle
