// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/report.hpp"
#include "tb/estimate/report_tables.hpp"
#include "tb/estimate/wrapped_text.hpp"

#include <fmt/format.h>

#include <charconv>

namespace heddle::estimate {
namespace {

/// A table with the columns figure, at the library's node, scaled, published.
class Table {
 public:
  explicit Table(const Estimate& e) : e_(e), scaled_(e.scaling.has_value()) {
    const std::string node =
        e.technology.node_nm > 0 ? fmt::format("{:g} nm", e.technology.node_nm) : "library";
    row("", node, scaled_ ? fmt::format("{:g} nm", e.scaling->node_nm) : "", "published");
  }

  /// Adds a figure; `divide` is its scaling factor, 0 when the figure does not scale.
  void figure(std::string_view what, double value, double divide, const std::string& published = "",
              int digits = 4) {
    const std::string scaled = !scaled_ || divide == 0 ? "" : fmt::format("{:.{}g}", value / divide, digits);
    row(what, fmt::format("{:.{}g}", value, digits), scaled, published);
  }
  void row(std::string_view what, std::string_view library, std::string_view scaled,
           std::string_view published) {
    std::string line = fmt::format("  {:<34}{:>12}", what, library);
    if (scaled_) line += fmt::format("{:>12}", scaled);
    line += fmt::format("   {}", published);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }

  double area() const { return scaled_ ? e_.scaling->area : 1; }
  double delay() const { return scaled_ ? e_.scaling->delay : 1; }
  double energy() const { return scaled_ ? e_.scaling->energy : 1; }

  std::string text;

 private:
  const Estimate& e_;
  bool scaled_;
};

std::string published(const Estimate& e, std::string_view quantity) {
  std::string text;
  for (const PublishedFigure& f : e.card.published) {
    if (f.quantity != quantity) continue;
    text += fmt::format("{}{:g} {}", text.empty() ? "" : "; ", f.value, f.unit);
    if (!f.units.empty()) text += fmt::format(" for {}", fmt::join(f.units, " + "));
    text += fmt::format(" ({})", f.source);
  }
  return text;
}

std::string parameters_text(const RtlParameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

/// Formats how far the orders of synthesis deviate from the median: "-0.8 .. +1.1 %".
std::string off(const Spread& s, double median) {
  return fmt::format("{:+.1f} .. {:+.1f} %", 100 * (s.least / median - 1), 100 * (s.most / median - 1));
}

std::string band(const std::vector<double>& percent) {
  return percent.empty() ? "unknown" : fmt::format("{:+g} .. {:+g} %", percent.front(), percent.back());
}

void energies(Table& table, const Estimate& e) {
  for (const OperationEnergy& v : e.energies) {
    table.text += fmt::format("\n  Energy of one operation, one a cycle; {} operations\n", v.operations) +
                  wrapped("    vectors: ", v.vectors);
    table.figure("without glitches, pJ", v.without_glitches_pj(), table.energy(), published(e, "energy"));
    table.figure("  clock pins of registers", v.clock_pj, table.energy());
    table.figure("  registers", v.registers_pj, table.energy());
    table.figure("  logic", v.logic_pj, table.energy());
    table.figure("with all glitches, pJ", v.with_glitches_pj(), table.energy());
  }
}

std::string stages_text(const Estimate& e) {
  if (!e.stages) return "";
  const StagesForClock& s = *e.stages;
  std::string text = fmt::format("\n  Clock of {:g} MHz: a period is {:.3g} ns of the library's",
                                 s.clock_hz / 1e6, s.period_ns);
  text += fmt::format("; the logic of {} takes {:.3g}, a stage's register {:.3g}\n",
                      s.fixed ? "the slowest stage" : "an operation", s.logic_ns, s.overhead_ns);
  if (s.fixed)
    return text +
           fmt::format(
               "  The RTL does not declare Latency: as it is, with a latency of {}, it {} that clock.\n",
               e.latency_cycles, s.needed == 1 ? "reaches" : "does not reach");
  if (s.needed == 0) return text + "  No number of stages reaches it: the registers alone are too slow.\n";
  text += fmt::format("  Stages needed: {}", s.needed);
  if (e.scaling) {
    const double room = s.period_ns - s.overhead_ns;
    const auto with_error = [&](double percent) {
      return static_cast<unsigned>(s.logic_ns * (1 + percent / 100) / room) + 1;
    };
    const unsigned low = with_error(e.scaling->delay_band.front()),
                   high = with_error(e.scaling->delay_band.back());
    if (low != high) text += fmt::format(" ({} to {} within the band of delays)", low, high);
  }
  text += fmt::format("; this set has {}\n", e.latency_cycles);
  if (!s.splittable && s.needed > 1)
    text +=
        "  The path closes over the block's own state: stages would change its rule and not only its "
        "latency.\n";
  return text;
}

std::string notes_text(const Estimate& e) {
  std::string text;
  for (const PublishedFigure& f : e.card.published)
    if (!f.note.empty()) text += "\n" + wrapped(fmt::format("  Published {}: ", f.quantity), f.note);
  return text;
}

constexpr const char* block_conventions =
    "\n  Conventions: typical corner, no wires, no clock tree; registers load in every cycle (no enables, no "
    "clock\n"
    "  gating); inputs come from registers like the block's own and their switching is not counted here; "
    "outputs drive\n"
    "  four NAND inputs. Glitches: none, or all that arise when every gate takes the same time; the truth is "
    "between.\n";

}  // namespace

std::string report_text(const Estimate& e) {
  Table table(e);
  const double kilo_nand2 = e.nand2_um2 * 1000;
  const double logic = e.area_um2 - e.flip_flop_area_um2;
  table.figure("area, um2", e.area_um2, table.area(), published(e, "area"), 6);
  table.figure("  without flip-flops", logic, table.area(), "", 6);
  table.figure(fmt::format("area, 1000 {}", e.nand2_cell), e.area_um2 / kilo_nand2, 0);
  table.figure("  without flip-flops", logic / kilo_nand2, 0);
  table.row("gates and flip-flops", fmt::format("{} + {}", e.gates, e.flip_flops), "", "");
  table.figure("critical path, ns", e.timing.critical_path(), table.delay());
  if (e.timing.half_cycle() > 0)
    table.figure("  longest half cycle, ns", e.timing.half_cycle(), table.delay());
  table.figure("highest clock, MHz", 1000 / e.timing.critical_path(), 1 / table.delay());
  table.row("pipeline, cycles (counted)", fmt::format("{}", e.latency_cycles), "", published(e, "latency"));
  table.figure(e.scaling ? "leakage, mW (does not scale)" : "leakage, mW", e.leakage_mw, 0,
               published(e, "leakage"));
  energies(table, e);

  std::string text = fmt::format("{}, set {}{}{}\n", e.card.name, e.set, e.parameters.empty() ? "" : ": ",
                                 parameters_text(e.parameters));
  text += wrapped("  cells: ", fmt::format("{} ({})", e.technology.liberty, e.technology.source));
  if (e.scaling)
    text +=
        fmt::format("  scaled to {:g} nm: area / {:g} (error {}), delay / {:g} ({}), energy / {:g} ({})\n",
                    e.scaling->node_nm, e.scaling->area, band(e.scaling->area_band), e.scaling->delay,
                    band(e.scaling->delay_band), e.scaling->energy, band(e.scaling->energy_band)) +
        wrapped("    factors: ", e.scaling->source) + wrapped("    bands: ", e.scaling->evidence);
  text +=
      wrapped("  medians: ",
              fmt::format("over {} orders of the gates in synthesis, which differ by {} in area, {} in "
                          "critical path, {} in energy",
                          e.orders, off(e.area_spread, e.area_um2),
                          off(e.critical_path_spread, e.timing.critical_path()),
                          off(e.energies[0].without_glitches_spread, e.energies[0].without_glitches_pj())));
  return text + "\n" + table.text + tables_text(e) + readers_text(e) + stages_text(e) + notes_text(e) +
         block_conventions;
}

std::string report_groups(std::span<const Estimate> estimates) {
  std::string text;
  for (const Estimate& owner : estimates)
    for (const PublishedFigure& f : owner.card.published) {
      if (f.quantity != "area" || f.units.empty() || !f.units.front().ends_with(" " + owner.card.name))
        continue;
      double all = 0, logic = 0;
      bool complete = true;
      for (const std::string& unit : f.units) {
        unsigned count = 0;
        const auto [end, code] = std::from_chars(unit.data(), unit.data() + unit.size(), count);
        const std::string_view name = code == std::errc{} && *end == ' ' ? end + 1 : "";
        const Estimate* found = nullptr;
        for (const Estimate& e : estimates)
          if (e.card.name == name) found = &e;
        complete = complete && found;
        if (!found) continue;
        const double scale = (found->scaling ? found->scaling->area : 1) * 1e6;
        all += count * found->area_um2 / scale;
        logic += count * (found->area_um2 - found->flip_flop_area_um2) / scale;
      }
      if (complete)
        text += fmt::format("{}: {:.3f} mm2, {:.3f} without flip-flops; published {:g} mm2 ({})\n",
                            fmt::join(f.units, " + "), all, logic, f.value, f.source);
    }
  return text;
}

}  // namespace heddle::estimate
