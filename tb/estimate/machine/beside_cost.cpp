// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/machine/beside_cost.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace heddle::estimate {
namespace {

bool is_memory(const Storage& s, const SramModel& sram) {
  return s.kind == StorageKind::sram && 8 * s.bytes() >= sram.smallest_bits;
}

/// The sum of some statistics of a run; 0 for those that its machine does not have.
std::uint64_t sum_of(const nlohmann::ordered_json& stats, const std::vector<std::string>& paths) {
  std::uint64_t sum = 0;
  for (std::string path : paths) {
    std::replace(path.begin(), path.end(), '.', '/');
    const nlohmann::ordered_json::json_pointer at("/" + path);
    if (stats.contains(at) && stats.at(at).is_number()) sum += stats.at(at).get<std::uint64_t>();
  }
  return sum;
}

template <class Things, class Value>
double sum_over(const Things& things, Value&& value) {
  return std::accumulate(things.begin(), things.end(), 0.0,
                         [&](double sum, const auto& thing) { return sum + value(thing); });
}

}  // namespace

double area_um2(const Storage& s, const StorageCosts& costs, const SramModel& sram) {
  const double bits = 8 * s.bytes();
  if (is_memory(s, sram)) {
    double width = 0;
    for (const SramMacro& m : sram.macros) width = std::max(width, m.width);
    width = std::min<double>(s.bits, width);
    return s.ports *
           sram.macro(static_cast<unsigned>(std::ceil(bits / width)), static_cast<unsigned>(width)).area_um2;
  }
  const double table = bits * (costs.table_bit_um2 + (s.ports - 1) * costs.read_port_um2);
  return s.kind == StorageKind::cam ? table + bits * costs.compare_bit_um2 : table;
}

double BesideCost::area_mm2() const {
  const auto area = [](const auto& c) { return c.area_mm2; };
  return sum_over(storage, area) + sum_over(blocks, area);
}

double BesideCost::leakage_mw() const {
  const auto mw = [](const auto& c) { return c.leakage_mw; };
  return sum_over(storage, mw) + sum_over(blocks, mw);
}

double BesideCost::uj() const {
  const auto uj_of = [](const auto& c) { return c.uj(); };
  return sum_over(storage, uj_of) + sum_over(blocks, uj_of);
}

BesideCost beside_cost(const BesideBlocks& beside, const BesideModel& model,
                       const nlohmann::ordered_json& stats) {
  BesideCost cost{.outside = beside.outside};
  const auto terms = energy_terms(beside, model.gpu, model.machine);
  for (std::size_t k = 0; k < beside.storage.size(); ++k) {
    const Storage& s = beside.storage[k];
    if (s.entries == 0) continue;
    const unsigned parts = count_of(s.part(), model.machine);
    cost.storage.push_back({.storage = s,
                            .parts = parts,
                            .is_memory = is_memory(s, model.sram),
                            .area_mm2 = area_um2(s, model.storage, model.sram) * parts * 1e-6,
                            .leakage_mw = leakage_mw(s, model.gpu, model.machine),
                            .accesses = sum_of(stats, terms[k].paths),
                            .access_pj = terms[k].pj,
                            .peak = sum_of(stats, {s.path() + ".peak"})});
  }
  for (const ModelledBlock& b : beside.blocks) {
    const unsigned instances = b.count * count_of(b.part(), model.machine);
    const auto [mm2, mw] = model.block(b.block);
    cost.blocks.push_back({.block = b,
                           .instances = instances,
                           .area_mm2 = mm2 * instances,
                           .leakage_mw = mw * instances,
                           .operations = sum_of(stats, b.operations)});
  }
  return cost;
}

}  // namespace heddle::estimate
