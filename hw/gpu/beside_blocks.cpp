// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/beside_blocks.hpp"

#include "hw/sm/hooks/technique.hpp"

namespace heddle {
namespace {

/// The tags of a cache beyond those of its lines. An access reads all of a set.
Storage more_tags(const CacheConfig& cache, unsigned tags, const std::string& statistics) {
  return {.name = "more_tags",
          .in = statistics,
          .description = "tags beyond one for each line's bytes",
          .entries = cache.bytes / cache.line_bytes / cache.ways,
          .bits = static_cast<unsigned>(cache.ways * (tags - 1) * 8 * SramCosts::tag_bytes),
          .accesses = {statistics + ".accesses"},
          .counts = false};
}

}  // namespace

EnergyMachine energy_machine(const GpuConfig& gpu) {
  const auto cache = [](const CacheConfig& c) {
    return EnergyCache{static_cast<double>(c.bytes), static_cast<double>(c.line_bytes),
                       static_cast<double>(c.ways)};
  };
  const LoadStoreConfig& unit = gpu.sm.load_store;
  return {.sms = gpu.sms,
          .channels = gpu.dram.address.channels(),
          .l2_slices = gpu.dram.address.channels(),
          .sp_lanes = gpu.sm.sp_units * warp_size,
          .scalar_lanes = gpu.sm.scalar_units,
          .l1i = cache(gpu.sm.l1i),
          .l1d = cache(unit.l1d),
          .l1c = cache(unit.l1c),
          .l1t = cache(unit.l1t),
          .prefetches_instructions = gpu.sm.l1i_prefetch != InstructionPrefetch::none,
          .shared = static_cast<double>(unit.shared_bytes),
          .l2 = static_cast<double>(gpu.l2.cache.bytes),
          .shared_banks = unit.shared_banks,
          .l2_port = gpu.l2.port_bytes,
          .core_ns = static_cast<double>(gpu.core_period_fs()) * 1e-6,
          .bit_ns = static_cast<double>(gpu.dram.gddr5.period_fs()) * 1e-6 / 4};
}

BesideBlocks beside_blocks_of(const CostedGpu& machine) {
  const EnergyMachine parameters = energy_machine(machine.gpu);
  const SmConfig sm = adapted(machine.gpu.sm, machine.techniques);
  BesideBlocks all;
  for (const auto& t : machine.techniques) all.add(t->beside(parameters, sm));
  if (machine.gpu.l2.tags > 1)
    all.storage.push_back(more_tags(machine.gpu.l2.cache, machine.gpu.l2.tags, "l2_total"));
  if (sm.load_store.l1d_tags > 1 && sm.load_store.l1d.bytes != 0)
    all.storage.push_back(more_tags(sm.load_store.l1d, sm.load_store.l1d_tags, "sm_total.l1d"));
  return all;
}

}  // namespace heddle
