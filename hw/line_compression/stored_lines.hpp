// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "hw/line_compression/metadata_directory.hpp"
#include "hw/memory/line/edge_storage.hpp"
#include "models/base/error.hpp"
#include "models/energy/gpu_energy.hpp"

namespace heddle {

/// How memory controllers know in how many bursts a line is stored.
enum class LineMetadata : std::uint8_t { cache, ideal };
constexpr auto names_of(LineMetadata) {
  return std::array{Named{LineMetadata::cache, "cache"}, Named{LineMetadata::ideal, "ideal"}};
}

/// What a directory is made by: `granularity`, `metadata_miss`, `metadata_cache` and `queues` of a
/// technique's configuration.
template <class Config>
MetadataDirectoryConfig directory_of(const Config& config, EdgePlace encoder) {
  return {encoder, config.granularity, config.metadata_miss, config.metadata_cache, config.queues};
}

/// The directory of a controller below an edge at `encoder`.
template <class Config>
std::unique_ptr<LineDirectory> line_directory(const Config& config, EdgePlace encoder,
                                              const EdgeParts& parts) {
  if (config.metadata == LineMetadata::ideal) return std::make_unique<IdealDirectory>();
  return std::make_unique<MetadataDirectory>(sc_core::sc_gen_unique_name("metadata_directory"),
                                             directory_of(config, encoder), parts);
}

/// Component of the GPU's energy: what compresses memory lines, and the caches of their metadata.
inline constexpr const char* line_codecs = "line_codecs";

/// What the metadata caches take, by `metadata` and `metadata_cache` of a technique's configuration.
template <class Config>
std::vector<EnergyTerm> metadata_energy(const Config& config, const GpuCosts& gpu,
                                        const EnergyMachine& machine) {
  if (config.metadata == LineMetadata::ideal) return {};
  const double bytes = config.metadata_cache.bytes;
  const double mw = machine.channels * bytes / 1024 * gpu.sram.leakage_mw_per_kib;
  return {
      {line_codecs,
       "metadata_caches",
       "look-ups of lines' metadata",
       gpu.sram.pj(bytes, 8),
       {"dram_total.edge.metadata.hits", "dram_total.edge.metadata.misses"}},
      {line_codecs, "metadata_leakage", "of the caches of metadata", mw * machine.core_ns, {"cycles"}, true}};
}

/// A sentence for what is not charged (BesideBlocks::outside).
inline constexpr const char* host_copies_are_outside =
    "Copies of the host program take no simulated time and no energy, and the model of the codec encodes and "
    "decodes them. A GPU's copy engine would pass them through the edges that encode lines.";

/// What such a directory has beside its cache.
template <class Config>
BesideBlocks directory_storage(const Config& config, EdgePlace encoder) {
  if (config.metadata == LineMetadata::ideal) return {};
  const auto all = MetadataDirectory::storage(directory_of(config, encoder));
  return {.storage = {all.begin(), all.end()}};
}

/// Throws Error unless lines can be stored in bursts of so many bytes.
inline void require_granularity(unsigned bytes) {
  if (bytes != 32 && bytes != 64)
    throw Error({.what = "granularity: no number of bytes in which lines are stored",
                 .value = std::to_string(bytes),
                 .legal = "32 or 64",
                 .key = "granularity"});
}

}  // namespace heddle
