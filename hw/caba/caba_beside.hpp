// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/caba/caba.hpp"
#include "hw/caba/lines/direct_loads.hpp"
#include "hw/caba/lines/pending_stores.hpp"
#include "hw/caba/lines/refused_parts.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "hw/memory/l2/l2_storage.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/caba/event_record.hpp"

// What assist warps have in a machine beside their blocks.

namespace heddle {

inline PendingStoresConfig pending_stores_of(const CabaConfig& config,
                                             LineSubroutines::EventOfStore event_of_store) {
  return {.buffer = {config.pending_stores},
          .patience = config.patience,
          .granularity = config.granularity,
          .stores_of_line = config.stores_of_line,
          .writes_under_way = config.writes_under_way,
          .low_assist_warps = std::max(1u, config.controller.entries / 2),
          .event_of_store = std::move(event_of_store)};
}

/// Events that wait for an assist warp: the number of the event, its parent, and whose it is. Those of lines
/// have their places (AssistWarps), of each priority as many; those of users are their records.
inline Storage event_storage(const CabaConfig& config, bool compresses) {
  const unsigned events =
      (config.subroutines.empty() ? 0 : config.records) + (compresses ? 2 * config.events : 0);
  constexpr unsigned whose_bits = 10;
  return {.name = "assist_events",
          .in = "sm_total",
          .description = "events that wait for an assist warp",
          .kind = StorageKind::flip_flops,
          .entries = events,
          .bits = assist_event_bits + parent_bits + whose_bits,
          .accesses = {"sm_total.caba.high.begun", "sm_total.caba.low.begun", "sm_total.caba.high.refused",
                       "sm_total.caba.low.refused"},
          .counts = false};
}

inline Storage record_storage(const CabaConfig& config) {
  std::vector<std::string> begun;
  for (const UserSubroutineConfig& user : config.subroutines)
    begun.push_back(fmt::format("sm_total.caba.{}.begun", user.name));
  return {.name = "event_records",
          .in = "sm_total",
          .description = "what user subroutines find of their events",
          .entries = config.records,
          .bits = 8 * EventRecord::size,
          .accesses = std::move(begun),
          .counts = false};
}

/// `hardware`: what compresses at the controllers. `loads`: hardware of the same code, where loads take their
/// bytes out of compressed lines. `sm` is adapted.
inline BesideBlocks caba_beside(const CabaConfig& config, const PendingStoresConfig& stores, bool compresses,
                                const std::optional<LineCompressor>& hardware,
                                const std::optional<LineCompressor>& loads, const EnergyMachine& machine,
                                const SmConfig& sm) {
  BesideBlocks all;
  const auto add = [&](const auto& storage) {
    for (const Storage& s : storage) all.storage.push_back(s);
  };
  add(std::array{event_storage(config, compresses)});
  if (!config.subroutines.empty()) add(std::array{record_storage(config)});
  if (!compresses) return all;
  all.add(directory_storage(config, EdgePlace::sm));
  add(edge_storage(EdgePlace::sm, config.queues.edge));
  if (hardware || config.metadata != LineMetadata::ideal)
    add(edge_storage(EdgePlace::controller, config.queues.edge));
  add(PendingStores::storage(stores));
  add(RefusedParts::storage(config.part_copies, config.gives_back()));
  const auto lines = static_cast<std::uint64_t>(machine.l2) / line_bytes;
  add(std::array{l2_formats(lines), l2_versions(lines), l2_refused_versions()});
  if (loads) {
    add(std::array{DirectLoads::storage(sm.load_store.loads)});
    // What picks bases and deltas is taken for the block that does so for all values of a line.
    ModelledBlock extraction = loads->decompressors.at(0);
    extraction.name = "piece_extraction";
    extraction.in = "sm_total";
    extraction.description = "compressed lines in which the coalescer finds bases and deltas";
    extraction.operations = {"sm_total.caba.direct.lines"};
    all.blocks.push_back(std::move(extraction));
  }
  if (hardware && hardware->storage) add(hardware->storage(EdgePlace::controller, true));
  all.outside = {host_copies_are_outside};
  return all;
}

/// Of tables of subroutines, which lie in shared memory.
inline std::vector<EnergyTerm> table_energy(const GpuCosts& gpu, const EnergyMachine& machine) {
  const double word_pj = gpu.sram.pj(machine.shared / machine.shared_banks, 4);
  return {{line_codecs,
           "table_passes",
           "passes over the banks of shared memory, for the tables of subroutines",
           machine.shared_banks * word_pj,
           {"sm_total.line.table_passes"}},
          {line_codecs,
           "table_writes",
           "words of the tables of subroutines, written to shared memory",
           word_pj,
           {"sm_total.caba.table_words"}}};
}

}  // namespace heddle
