// SPDX-License-Identifier: Apache-2.0
#include "models/energy/storage.hpp"

#include <fmt/format.h>

#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"

namespace heddle {
namespace {

MachinePart part_of(const std::string& statistics, const std::string& name) {
  const std::string whole = statistics.substr(0, statistics.find('.'));
  if (whole == "sm_total") return MachinePart::sm;
  if (whole == "l2_total") return MachinePart::l2_slice;
  if (whole == "dram_total") return MachinePart::channel;
  throw Error({.place = name,
               .what = "no part of a machine has these statistics",
               .value = statistics,
               .legal = "sm_total, l2_total, dram_total, or a group below one of them"});
}

template <class Thing>
std::string named_by_part(const Thing& thing) {
  return fmt::format("{}_{}", name_of(thing.part()), thing.name);
}

}  // namespace

unsigned count_of(MachinePart part, const EnergyMachine& machine) {
  switch (part) {
    case MachinePart::sm:
      return machine.sms;
    case MachinePart::l2_slice:
      return machine.l2_slices;
    default:
      return machine.channels;
  }
}

MachinePart Storage::part() const { return part_of(in, name); }
std::string Storage::full_name() const { return named_by_part(*this); }
MachinePart ModelledBlock::part() const { return part_of(in, name); }
std::string ModelledBlock::full_name() const { return named_by_part(*this); }

void BesideBlocks::add(const BesideBlocks& other) {
  storage.insert(storage.end(), other.storage.begin(), other.storage.end());
  blocks.insert(blocks.end(), other.blocks.begin(), other.blocks.end());
  outside.insert(outside.end(), other.outside.begin(), other.outside.end());
}

double leakage_mw(const Storage& storage, const GpuCosts& costs, const EnergyMachine& machine) {
  return storage.bytes() / 1024 * costs.sram.leakage_mw_per_kib * count_of(storage.part(), machine);
}

std::vector<EnergyTerm> energy_terms(const BesideBlocks& beside, const GpuCosts& costs,
                                     const EnergyMachine& machine) {
  std::vector<EnergyTerm> terms;
  double mw = 0;
  for (const Storage& s : beside.storage) {
    const double width = s.kind == StorageKind::cam ? s.bytes() : s.bits / 8.0;
    std::vector<std::string> paths = s.accesses;
    if (s.counts) paths.push_back(s.path() + ".accesses");
    terms.push_back(
        {beside_blocks, s.full_name(), s.description, costs.sram.pj(s.bytes(), width), std::move(paths)});
    mw += leakage_mw(s, costs, machine);
  }
  for (const ModelledBlock& b : beside.blocks)
    terms.push_back({beside_blocks, b.full_name(), b.description, b.pj, b.operations});
  if (mw != 0)
    terms.push_back(
        {beside_blocks, "leakage", "of all this storage", mw * machine.core_ns, {"cycles"}, true});
  return terms;
}

static const Registration<ConfigSection> storage_costs_registration{
    config_section<StorageCosts>("storage_costs")};

}  // namespace heddle
