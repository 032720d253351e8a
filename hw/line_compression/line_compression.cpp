// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/line_compression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "hw/line_compression/watched_executor.hpp"
#include "hw/memory/l2/l2_storage.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/line/line_recording.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
namespace {

class LineCompression final : public Technique {
 public:
  /// `compressor` makes the way to compress anew for each machine.
  LineCompression(const LineCompressionConfig& config, std::function<LineCompressor()> compressor)
      : config_(config),
        compressor_(std::move(compressor)),
        places_(Registry<LinePlacementEntry>::instance().find(config.where, "where").places) {}

  std::vector<Hook> hooks() const override {
    std::vector<Hook> held;
    for (const EdgePlace place : places_) held.push_back(edge_hook(place));
    if (stands_in()) held.push_back(Hook::controller_edge);
    return held;
  }

  void put_edges(LineEdges& edges) const override {
    const LineCompressor compressor = compressor_();
    const auto codec = std::make_shared<BurstCodec>(compressor.codec, config_.granularity);
    edges.files.insert(compressor.files.begin(), compressor.files.end());
    const auto recording = config_.record_lines ? std::make_shared<LineRecording>() : nullptr;
    if (recording) edges.files["lines.bin"] = [recording] { return recording->content(); };
    for (const EdgePlace place : places_)
      edges.put(place, codec, [config = config_, compressor, recording](const EdgeParts& parts) {
        EdgeUnits units;
        units.executor = executor(config, compressor, LineWork::both, parts);
        size_queues(units, config, parts.place);
        if (parts.place != EdgePlace::controller) return units;
        units.directory = line_directory(config, parts.place, parts);
        units.observe = observer(config, compressor, recording, parts);
        return units;
      });
    if (stands_in())
      edges.put(EdgePlace::controller, nullptr,
                [config = config_, compressor, recording, encoder = places_[0]](const EdgeParts& parts) {
                  EdgeUnits units;
                  units.directory = line_directory(config, encoder, parts);
                  units.observe = observer(config, compressor, recording, parts);
                  size_queues(units, config, parts.place);
                  if (!config.encode_merged) return units;
                  units.encodes_for = encoder;
                  units.executor = executor(config, compressor, LineWork::encoding, parts);
                  return units;
                });
  }

  bool shares_among_sms() const override {
    return std::find(places_.begin(), places_.end(), EdgePlace::sm) != places_.end();
  }

  std::vector<EnergyTerm> energy_terms(const GpuCosts& gpu, const EnergyMachine& machine) const override {
    std::vector<EnergyTerm> terms;
    if (config_.executor == LineUnits::blocks)
      for (const UnitEnergy& unit : compressor_().energy) terms.push_back(of_edges(unit));
    for (EnergyTerm& term : metadata_energy(config_, gpu, machine)) terms.push_back(std::move(term));
    return terms;
  }

  BesideBlocks beside(const EnergyMachine& machine, const SmConfig&) const override {
    BesideBlocks all = directory_storage(config_, places_[0]);
    const auto edge = [&](EdgePlace place) {
      if (is_ideal(config_, place)) return;
      for (const Storage& s : edge_storage(place, config_.queues.edge)) all.storage.push_back(s);
    };
    for (const EdgePlace place : places_) edge(place);
    const LineCompressor compressor = compressor_();
    if (stands_in()) {
      edge(EdgePlace::controller);
      all.storage.push_back(l2_formats(static_cast<std::uint64_t>(machine.l2) / line_bytes));
      if (config_.executor == LineUnits::blocks)
        for (ModelledBlock block : compressor.decompressors) {
          block.in = "l2_total";
          block.description = "accesses of parts of encoded lines, which the L2 decodes";
          block.operations = {"l2_total.decoded_lines"};
          all.blocks.push_back(std::move(block));
        }
    }
    if (compressor.storage) {
      const auto own = [&](EdgePlace place, bool encodes) {
        for (Storage& s : compressor.storage(place, encodes)) all.storage.push_back(std::move(s));
      };
      const bool blocks = config_.executor == LineUnits::blocks;
      for (const EdgePlace place : places_) own(place, blocks);
      if (stands_in()) own(EdgePlace::controller, blocks && config_.encode_merged);
    }
    all.outside = {host_copies_are_outside};
    return all;
  }

  std::vector<std::string> first_pass() const override {
    std::vector<std::string> settings = compressor_().first_pass;
    if (!settings.empty() && config_.record_lines)
      settings.emplace_back("line_compression.record_lines=false");  // nobody would read them
    return settings;
  }

  std::vector<ReportLine> report(const Statistic& of) const override {
    const auto own = [&](const std::string& counter) {
      double sum = 0;
      for (const EdgePlace place : places_) sum += of(fmt::format("{}.{}", edge_statistics(place), counter));
      return sum;
    };
    const double encoded = own("encoded_lines"), all = encoded + own("unencoded_lines");
    const double bytes = own("encoded_bytes") + (all - encoded) * line_bytes;
    std::vector<ReportLine> lines{
        {"compressed lines",
         fmt::format("{:.0f} of {:.0f} written lines, ratio {} in bursts of {} bytes; {:.0f} read lines were "
                     "decompressed",
                     encoded, all, all == 0 ? "-" : fmt::format("{:.2f}", all * line_bytes / bytes),
                     config_.granularity, own("decoded_lines"))}};
    if (stands_in() && config_.encode_merged) {
      const auto at_controllers = [&](const char* counter) {
        return of(fmt::format("{}.{}", edge_statistics(EdgePlace::controller), counter));
      };
      const double merged = at_controllers("encoded_lines");
      lines.emplace_back("merged lines",
                         fmt::format("{:.0f} of {:.0f} lines that came to the controllers uncompressed were "
                                     "compressed there",
                                     merged, merged + at_controllers("unencoded_lines")));
    }
    if (config_.metadata == LineMetadata::cache) {
      const auto metadata = [&](const char* counter) {
        return of(fmt::format("dram_total.edge.metadata.{}", counter));
      };
      const double hits = metadata("hits"), accesses = hits + metadata("misses");
      lines.emplace_back("metadata cache",
                         fmt::format("{} of {:.0f} accesses hit; {:.0f} blocks fetched, {:.0f} written back",
                                     accesses == 0 ? "-" : fmt::format("{:.1f} %", 100 * hits / accesses),
                                     accesses, metadata("fetches"), metadata("write_backs")));
    }
    const auto encoders = [&](const std::string& counter) {
      const bool controllers_too = stands_in() && config_.encode_merged;
      return own(counter) + (controllers_too
                                 ? of(fmt::format("{}.{}", edge_statistics(EdgePlace::controller), counter))
                                 : 0);
    };
    if (const LineCompressor compressor = compressor_(); compressor.report)
      for (ReportLine& line : compressor.report(of, encoders)) lines.push_back(std::move(line));
    return lines;
  }

 private:
  /// At all edges that have the unit.
  EnergyTerm of_edges(const UnitEnergy& unit) const {
    EnergyTerm term{line_codecs, unit.name, unit.description, unit.pj};
    const auto add = [&](EdgePlace place) {
      for (const std::string& counter : unit.counters)
        term.paths.push_back(fmt::format("{}.{}", edge_statistics(place), counter));
    };
    for (const EdgePlace place : places_) add(place);
    if (stands_in() && config_.encode_merged) add(EdgePlace::controller);
    return term;
  }
  /// Does nothing wait in an edge?
  static bool is_ideal(const LineCompressionConfig& config, EdgePlace place) {
    return config.executor == LineUnits::ideal &&
           (place != EdgePlace::controller || config.metadata == LineMetadata::ideal);
  }
  static void size_queues(EdgeUnits& units, const LineCompressionConfig& config, EdgePlace place) {
    units.buffer = config.queues.edge;
    units.ideal = is_ideal(config, place);
  }
  /// Do controllers only keep the metadata of edges above, and compress for them?
  bool stands_in() const {
    return std::find(places_.begin(), places_.end(), EdgePlace::controller) == places_.end();
  }
  static std::unique_ptr<LineExecutor> executor(const LineCompressionConfig& config,
                                                const LineCompressor& compressor, LineWork work,
                                                const EdgeParts& parts) {
    auto works = config.executor == LineUnits::ideal
                     ? Registry<LineExecutorEntry>::instance().find("ideal").make({}, parts)
                     : compressor.blocks(work, config.granularity, parts);
    if (!compressor.observe_stored) return works;
    return std::make_unique<WatchedExecutor>(std::move(works), compressor.observe_stored(parts));
  }
  /// What sees the lines that a controller reads and writes; null: nothing. `recording` may be null.
  using Observer = LineCompressor::Observer;
  static Observer observer(const LineCompressionConfig& config, const LineCompressor& compressor,
                           const std::shared_ptr<LineRecording>& recording, const EdgeParts& parts) {
    const auto own = compressor.observe ? compressor.observe(parts) : nullptr;
    std::vector<Observer> all;
    if (config.count_sizes) all.push_back(size_counter(compressor, parts.stats.group("sizes")));
    if (recording)
      all.emplace_back([recording, channel = parts.index, use_of = parts.use](const SeenLine& seen) {
        const LineUse use = use_of ? use_of(seen.address) : LineUse{};
        RecordedLine line{.address = seen.address,
                          .channel = static_cast<std::uint16_t>(channel),
                          .to_dram = seen.to_dram,
                          .ever_written = seen.ever_written,
                          .buffer = use.buffer,
                          .launch = use.launch};
        std::copy(seen.bytes.begin(), seen.bytes.end(), line.bytes.begin());
        recording->add(line);
      });
    if (own) all.push_back(own);
    if (all.empty()) return nullptr;
    return [all](const SeenLine& seen) {
      for (const Observer& see : all) see(seen);
    };
  }
  static Observer size_counter(const LineCompressor& compressor, StatGroup& group) {
    auto size = compressor.size;
    if (!size)
      size = [codec = compressor.codec](const SeenLine& seen) -> unsigned {
        return codec->encode_at(seen.address, seen.bytes).length;
      };
    return [size = std::move(size),
            &lines = group.counter("lines", "lines", "read and written ones that were seen uncompressed"),
            &bytes = group.counter("bytes", "B", "of these, compressed and not rounded up to bursts"),
            &written_lines = group.counter("written_lines", "lines",
                                           "of these, those in which the host or a kernel had written"),
            &written_bytes = group.counter("written_bytes", "B", "of those, compressed as `bytes`")](
               const SeenLine& seen) {
      const unsigned length = size(seen);
      ++lines;
      bytes += length;
      if (!seen.ever_written) return;
      ++written_lines;
      written_bytes += length;
    };
  }

  const LineCompressionConfig config_;
  const std::function<LineCompressor()> compressor_;
  const std::vector<EdgePlace> places_;
};

/// All ways to compress are configured, so that a mistake in the section of another one is found, too.
void require_legal(const ConfigTree& tree) {
  const auto& ways = Registry<LineCompressorEntry>::instance();
  for (const std::string& name : ways.names()) static_cast<void>(ways.find(name).make(tree));
}

void read_costs(const ConfigTree& tree) {
  resolve<LineCodecCosts>(tree, line_codec_costs);
  const auto& ways = Registry<LineCompressorEntry>::instance();
  for (const std::string& name : ways.names()) ways.find(name).read_costs(tree);
}

const Registration<ConfigSection> line_codec_costs_section{config_section<LineCodecCosts>(line_codec_costs)};
const Registration<TechniqueEntry> line_compression_registration{
    TechniqueEntry{.name = "line_compression",
                   .description = "Memory lines that are compressed by hardware (Vijaykumar2015, Lal2017)",
                   .parameters = describe<LineCompressionConfig>("line_compression"),
                   .make = [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
                     const auto config = resolve<LineCompressionConfig>(tree, "line_compression");
                     require_legal(tree);
                     return std::make_shared<LineCompression>(config, [tree, what = config.what] {
                       return Registry<LineCompressorEntry>::instance().find(what).make(tree);
                     });
                   },
                   .read_costs = read_costs}};

}  // namespace

void LineCompressionConfig::validate() const {
  Registry<LinePlacementEntry>::instance().find(where, "where");
  Registry<LineCompressorEntry>::instance().find(what, "what");
  require_granularity(granularity);
}

}  // namespace heddle
