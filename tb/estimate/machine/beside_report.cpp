// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tb/estimate/machine/beside_cost.hpp"
#include "tb/estimate/wrapped_text.hpp"

namespace heddle::estimate {
namespace {

constexpr auto storage_row = "  {:<34}{:>11}{:>9}{:>9}{:>8}{:>10}{:>10}{:>11}{:>8}{:>12}{:>12}{:>14}{:>11}\n";
constexpr auto block_row = "  {:<34}{:>28}{:>9}{:>10}{:>10}{:>11}{:>13}{:>12}{:>11}\n";

std::string share(double part, double of) { return of == 0 ? "" : fmt::format("{:.1f} %", 100 * part / of); }

std::string made_of(const StorageCost& c) {
  return c.storage.kind == StorageKind::cam ? "CAM" : c.is_memory ? "memory" : "flip-flops";
}

std::string of_an_sm(const StorageCost& c, double sm_mm2) {
  return c.storage.part() == MachinePart::sm && c.parts != 0 ? share(c.area_mm2 / c.parts, sm_mm2) : "";
}

std::string storage_text(const BesideCost& cost, double sm_mm2) {
  std::string text =
      fmt::format(storage_row, "storage beside the blocks", "of", "entries", "bits", "in all", "KiB", "mm2",
                  "of an SM", "share", "most taken", "accesses", "pJ for each", "all, uJ");
  double kib = 0;
  for (const StorageCost& c : cost.storage) {
    const Storage& s = c.storage;
    kib += c.kib();
    text += fmt::format(storage_row, s.full_name(), made_of(c), s.entries, s.bits, c.parts,
                        fmt::format("{:.2f}", c.kib()), fmt::format("{:.4f}", c.area_mm2),
                        of_an_sm(c, sm_mm2), share(c.area_mm2, cost.area_mm2()),
                        s.counts && s.accesses.empty()
                            ? share(static_cast<double>(c.peak), static_cast<double>(s.entries) * c.parts)
                            : "",
                        c.accesses, fmt::format("{:.3g}", c.access_pj), fmt::format("{:.3g}", c.uj()));
  }
  return text + fmt::format(storage_row, "all", "", "", "", "", fmt::format("{:.2f}", kib),
                            fmt::format("{:.4f}", cost.area_mm2()), "", "", "", "", "",
                            fmt::format("{:.3g}", cost.uj()));
}

std::string blocks_text(const BesideCost& cost) {
  if (cost.blocks.empty()) return "";
  std::string text = "\n" + fmt::format(block_row, "work done by a block's model", "charged as", "in all",
                                        "mm2", "share", "", "operations", "pJ for each", "all, uJ");
  for (const ModelledCost& c : cost.blocks)
    text += fmt::format(block_row, c.block.full_name(), c.block.block, c.instances,
                        fmt::format("{:.4f}", c.area_mm2), share(c.area_mm2, cost.area_mm2()), "",
                        c.operations, fmt::format("{:.3g}", c.block.pj), fmt::format("{:.3g}", c.uj()));
  return text;
}

}  // namespace

std::string beside_text(const BesideCost& cost, const BesideModel& model, double sm_mm2) {
  std::string text;
  if (cost.any()) {
    text = "\n" + storage_text(cost, sm_mm2) + blocks_text(cost) +
           wrapped("  Area: ",
                   fmt::format("of memories by {}, one for each port, with words of up to 128 bits; of "
                               "flip-flops {:g} um2 a bit and {:g} for each further read port, of a CAM {:g} "
                               "more (storage_costs); blocks as above, or with their default parameters. In "
                               "'all' are storage and blocks",
                               model.sram.name, model.storage.table_bit_um2, model.storage.read_port_um2,
                               model.storage.compare_bit_um2)) +
           wrapped("  Energy: ",
                   "of an access that of a static memory of that size and width (gpu_costs.sram), of a CAM "
                   "with all its entries as width; it is in energy.beside_blocks of the run's statistics, "
                   "where leakage is, too");
  }
  for (const std::string& sentence : cost.outside) text += wrapped("  Not charged: ", sentence);
  return text;
}

nlohmann::json beside_json(const BesideCost& cost) {
  nlohmann::json storage = nlohmann::json::array(), blocks = nlohmann::json::array();
  for (const StorageCost& c : cost.storage)
    storage.push_back({{"name", c.storage.full_name()},
                       {"description", c.storage.description},
                       {"made_of", made_of(c)},
                       {"entries", c.storage.entries},
                       {"bits", c.storage.bits},
                       {"ports", c.storage.ports},
                       {"instances", c.parts},
                       {"kib", c.kib()},
                       {"area_mm2", c.area_mm2},
                       {"leakage_mw", c.leakage_mw},
                       {"peak_entries", c.peak},
                       {"accesses", c.accesses},
                       {"access_pj", c.access_pj},
                       {"uj", c.uj()}});
  for (const ModelledCost& c : cost.blocks)
    blocks.push_back({{"name", c.block.full_name()},
                      {"description", c.block.description},
                      {"block", c.block.block},
                      {"instances", c.instances},
                      {"area_mm2", c.area_mm2},
                      {"leakage_mw", c.leakage_mw},
                      {"operations", c.operations},
                      {"operation_pj", c.block.pj},
                      {"uj", c.uj()}});
  return {{"storage", std::move(storage)},
          {"modelled_blocks", std::move(blocks)},
          {"area_mm2", cost.area_mm2()},
          {"leakage_mw", cost.leakage_mw()},
          {"uj", cost.uj()},
          {"outside", cost.outside}};
}

}  // namespace heddle::estimate
