#include "hw/line_compression/line_compression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"
#include "hw/line_compression/line_blocks.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle {
namespace {

void require_choice(const char* key, const std::string& value, std::initializer_list<const char*> legal) {
  if (std::find(legal.begin(), legal.end(), value) != legal.end()) return;
  throw Error({.what = fmt::format("{}: unknown choice", key),
               .value = value,
               .legal = fmt::format("{}", fmt::join(legal, " or ")),
               .key = key});
}

constexpr std::array hook_of{Hook::sm_edge, Hook::l2_edge, Hook::controller_edge};

class LineCompression final : public Technique {
 public:
  explicit LineCompression(const LineCompressionConfig& config)
      : config_(config), places_(Registry<LinePlacementEntry>::instance().find(config.where).places) {}

  std::vector<Hook> hooks() const override {
    std::vector<Hook> held;
    for (const EdgePlace place : places_) held.push_back(hook_of[static_cast<unsigned>(place)]);
    return held;
  }

  void put_edges(LineEdges& edges) const override {
    const auto codec = std::make_shared<BurstCodec>(
        std::make_shared<BdiLineCodec>(BdiLineCodecConfig{config_.bdi.base}), config_.granularity);
    for (const EdgePlace place : places_)
      edges.put(place, codec, [config = config_](const EdgeParts& parts) {
        EdgeUnits units;
        units.executor = executor(config, parts);
        return units;
      });
  }

  std::vector<ReportLine> report(const Statistic& of) const override {
    const char* where = places_.front() == EdgePlace::sm ? "sm_total.memory.edge" : "dram_total.edge";
    const auto own = [&](const char* counter) { return of(fmt::format("{}.{}", where, counter)); };
    const double encoded = own("encoded_lines"), all = encoded + own("unencoded_lines");
    const double bytes = own("encoded_bytes") + (all - encoded) * line_bytes;
    return {
        {"compressed lines",
         fmt::format("{:.0f} of {:.0f} written lines, ratio {} in bursts of {} bytes; {:.0f} read lines were "
                     "decompressed",
                     encoded, all, all == 0 ? "-" : fmt::format("{:.2f}", all * line_bytes / bytes),
                     config_.granularity, own("decoded_lines"))}};
  }

 private:
  static std::unique_ptr<LineExecutor> executor(const LineCompressionConfig& config, const EdgeParts& parts) {
    if (config.executor != "blocks")
      return Registry<LineExecutorEntry>::instance().find(config.executor).make({}, parts);
    return std::make_unique<LineBlocks<BdiLineCompressor, BdiLineDecompressor>>(
        sc_core::sc_gen_unique_name("line_blocks"),
        BdiLineCompressorConfig{.latency = config.bdi.compression_latency, .base = config.bdi.base},
        BdiLineDecompressorConfig{.latency = config.bdi.decompression_latency, .base = config.bdi.base},
        config.granularity, parts);
  }

  const LineCompressionConfig config_;
  const std::vector<EdgePlace> places_;
};

const Registration<TechniqueEntry> line_compression_registration{TechniqueEntry{
    "line_compression", "Memory lines that are compressed by hardware (Vijaykumar2015, Lal2017)",
    describe<LineCompressionConfig>("line_compression"),
    [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<LineCompression>(resolve<LineCompressionConfig>(tree, "line_compression"));
    }}};

}  // namespace

void LineCompressionConfig::validate() const {
  require_choice("where", where, {"controller", "sm"});
  require_choice("codec", codec, {"bdi"});
  require_choice("executor", executor, {"blocks", "ideal"});
  if (granularity != 32 && granularity != 64)
    throw Error({.what = "granularity: cannot be",
                 .value = std::to_string(granularity),
                 .legal = "32 or 64",
                 .key = "granularity"});
}

}  // namespace heddle
