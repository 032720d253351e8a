// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/report_tables.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tb/estimate/wrapped_text.hpp"

namespace heddle::estimate {

std::optional<WithSram> with_sram(const Estimate& e) {
  if (e.tables.empty() || !e.scaling || e.scaling->node_nm != e.sram.node_nm) return std::nullopt;
  const double scale = e.scaling->area;
  WithSram with{e.area_um2 / scale, e.leakage_mw};
  for (const TableAsSram& t : e.tables) {
    if (!t.worthwhile) continue;
    with.area_um2 += t.instances.count * (t.macro.area_um2 - t.flip_flop_area_um2 / scale);
    with.leakage_mw += t.instances.count * (t.macro.leakage_mw - t.flip_flop_leakage_mw);
  }
  return with;
}

std::string tables_text(const Estimate& e) {
  if (e.tables.empty()) return "";
  const std::optional<WithSram> with = with_sram(e);
  if (!with)
    return fmt::format(
        "\n  Tables as memories: the model is of {:g} nm, and this library is not scaled to it.\n",
        e.sram.node_nm);
  std::string text =
      fmt::format("\n  With tables as memories of {:g} nm ({})\n", e.sram.node_nm, e.sram.name);
  const double area = e.scaling->area, energy = e.scaling->energy;
  for (const TableAsSram& t : e.tables) {
    text += fmt::format("    {} x {}: {} rows of {} bits\n", t.instances.count, t.instances.module,
                        t.instances.rows, t.instances.width);
    text += fmt::format("      one as flip-flops: {:.0f} um2, {:.3g} pJ a cycle on clock pins\n",
                        t.flip_flop_area_um2 / area, t.flip_flop_clock_pj / energy);
    text +=
        t.worthwhile
            ? fmt::format(
                  "      one as a memory:   {:.0f} um2, {:.3g} pJ a read, {:.3g} pJ a write, {:.3g} mW of "
                  "leakage, {:.2f} ns\n",
                  t.macro.area_um2, t.macro.read_pj, t.macro.write_pj, t.macro.leakage_mw, t.macro.access_ns)
            : fmt::format("      smaller than any macro ({:g} bits): it stays flip-flops\n",
                          e.sram.smallest_bits);
  }
  return text +
         fmt::format(
             "    the block: {:.0f} um2 instead of {:.0f}; leakage {:.3g} mW, of which the memories "
             "are at {:g} nm and the rest is not scaled\n",
             with->area_um2, e.area_um2 / area, with->leakage_mw, e.sram.node_nm) +
         wrapped("    source: ", e.sram.source) + wrapped("    error: ", e.sram.band);
}

std::string readers_text(const Estimate& e) {
  if (e.readers.empty()) return "";
  const double area = e.scaling ? e.scaling->area : 1, delay = e.scaling ? e.scaling->delay : 1;
  double all = e.area_um2 / area;
  std::string text = e.scaling ? fmt::format("\n  Beside the block, at {:g} nm\n", e.scaling->node_nm)
                               : "\n  Beside the block\n";
  for (const ReaderCost& r : e.readers) {
    all += r.reader.count * r.area_um2 / area;
    text += fmt::format("    {} x {}: {:.0f} um2 each, {:.2f} ns\n", r.reader.count, r.reader.module,
                        r.area_um2 / area, r.critical_path_ns / delay) +
            wrapped("      ", r.reader.what);
  }
  return text + fmt::format("    the block with them: {:.0f} um2\n", all);
}

nlohmann::json readers_json(const Estimate& e) {
  nlohmann::json all = nlohmann::json::array();
  for (const ReaderCost& r : e.readers)
    all.push_back({{"module", r.reader.module},
                   {"count", r.reader.count},
                   {"area_um2", r.area_um2},
                   {"leakage_mw", r.leakage_mw},
                   {"clock_pj", r.clock_pj},
                   {"critical_path_ns", r.critical_path_ns}});
  return all;
}

nlohmann::json tables_json(const Estimate& e) {
  nlohmann::json all = nlohmann::json::array();
  for (const TableAsSram& t : e.tables)
    all.push_back({{"module", t.instances.module},
                   {"count", t.instances.count},
                   {"rows", t.instances.rows},
                   {"width_bits", t.instances.width},
                   {"flip_flop_area_um2", t.flip_flop_area_um2},
                   {"flip_flop_clock_pj", t.flip_flop_clock_pj},
                   {"memory_node_nm", e.sram.node_nm},
                   {"memory_worthwhile", t.worthwhile},
                   {"memory_area_um2", t.macro.area_um2},
                   {"memory_read_pj", t.macro.read_pj},
                   {"memory_write_pj", t.macro.write_pj},
                   {"memory_leakage_mw", t.macro.leakage_mw}});
  return all;
}

}  // namespace heddle::estimate
