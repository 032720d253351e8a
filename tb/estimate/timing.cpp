// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "models/base/error.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate {

/// The power of a cell is linear in the global activity of OpenSTA: with an activity of zero the report shows
/// the cost of the clock, with one transition a cycle it shows the rest. (This version ignores activities of
/// inner pins.) The clock has no driving cell, which would give it a slow edge and the registers too much
/// energy.
const std::string_view analysis_script = R"(
read_liberty "{liberty}"
read_verilog "{verilog}"
link_design {top}
set_cmd_units -time ns -capacitance pF -power W
create_clock -name clock -period {period} [get_ports clk_i]
set inputs [list]
foreach p [all_inputs] {{
  set name [get_property $p full_name]
  if {{$name eq "rst_ni"}} {{ set_false_path -from $p }}
  if {{$name ne "clk_i" && $name ne "rst_ni"}} {{ lappend inputs $p }}
}}
set_input_delay 0 -clock clock $inputs
set_output_delay 0 -clock clock [all_outputs]
set_driving_cell -lib_cell {driver} $inputs
set_load {load} [all_outputs]
foreach edge {{rise fall}} {{
  set takes($edge) [all_registers -${{edge}}_clock [get_clocks clock] -data_pins]
  set drives($edge) [all_registers -${{edge}}_clock [get_clocks clock] -clock_pins]
}}
proc paths {{name from to}} {{
  puts "heddle paths $name"
  if {{[llength $from] && [llength $to]}} {{ report_checks -path_delay max -digits 6 -from $from -to $to }}
}}
paths "inputs" $inputs $takes(rise)
paths "between" $drives(rise) $takes(rise)
paths "between" $drives(fall) $takes(fall)
paths "outputs" $drives(rise) [all_outputs]
paths "half inputs" $inputs $takes(fall)
paths "half between" $drives(rise) $takes(fall)
paths "half between" $drives(fall) $takes(rise)
paths "half outputs" $drives(fall) [all_outputs]
foreach activity {{0 1}} {{
  set_power_activity -global -activity $activity -duty 0.5
  puts "heddle power $activity"
  report_power -instances [get_cells *] -digits 9
}}
puts "heddle end"
exit
)";

namespace {

constexpr double period_ns = 1000;  // no path is late, and power x period is the energy of a cycle

/// For each transition of a pin this version of OpenSTA adds the internal energies of a rise and of a fall,
/// though only one of them takes place; later versions take the mean. (tests/estimate/independent reads the
/// tables itself.)
constexpr double internal_share = 0.5;

[[noreturn]] void fail(std::string what, std::string value = "") {
  throw Error({.place = "timing analysis", .what = std::move(what), .value = std::move(value)});
}

/// Reads the number with which a line of a path report begins, if the line ends in `label`.
bool labelled(const std::string& line, std::string_view label, double& value) {
  if (line.size() < label.size() || line.compare(line.size() - label.size(), label.size(), label) != 0)
    return false;
  std::istringstream words(line);
  return static_cast<bool>(words >> value);
}

class Reader {
 public:
  void line(const std::string& text) {
    // OpenSTA only warns and ignores the table, and would then report no energy.
    if (text.starts_with("Warning: ") && text.find("table template") != std::string::npos)
      fail("the liberty has a table without a template of its kind", text.substr(9));
    if (text.starts_with("heddle ")) {
      part_ = text.substr(7);
      parts_.push_back(part_);
      fresh_ = true;
      launched_.reset();
    } else if (part_.starts_with("paths")) {
      path(text);
    } else if (part_.starts_with("power")) {
      power(text);
    }
  }

  TimingAndEnergy result() {
    const std::vector<std::string> all{"paths inputs",
                                       "paths between",
                                       "paths between",
                                       "paths outputs",
                                       "paths half inputs",
                                       "paths half between",
                                       "paths half between",
                                       "paths half outputs",
                                       "power 0",
                                       "power 1",
                                       "end"};
    if (parts_ != all)
      fail("OpenSTA's report is not complete", fmt::format("{} of {} parts", parts_.size(), all.size()));
    if (result_.energies.empty()) fail("OpenSTA reports no power");
    if (!switching_)
      throw Error({.place = "timing analysis",
                   .what = "OpenSTA reports no switching power",
                   .legal = "a liberty with default_operating_conditions, which name the voltage"});
    for (auto& [name, energy] : result_.energies) energy.transition_pj -= energy.cycle_pj;
    return std::move(result_);
  }

 private:
  void path(const std::string& text) {
    double value = 0, time = 0;
    Timing& t = result_.timing;
    // Each report has one path, which begins with its clock edge: "delay time clock clock (fall edge)". It
    // prints the arrival time twice, the second time negated.
    if (std::istringstream words(text); !launched_ && text.ends_with("edge)") && words >> value >> time)
      launched_ = time;
    if (fresh_ && labelled(text, "data arrival time", value)) {
      double& longest = part_ == "paths inputs"         ? t.logic_from_inputs
                        : part_ == "paths between"      ? t.logic_between
                        : part_ == "paths outputs"      ? t.clock_to_output
                        : part_ == "paths half inputs"  ? t.half_from_inputs
                        : part_ == "paths half between" ? t.half_between
                                                        : t.half_to_output;
      longest = std::max(longest, value - launched_.value_or(0));
      fresh_ = false;
    }
    if (labelled(text, "library setup time", value)) t.setup = std::max(t.setup, -value);
  }

  /// Reads "internal switching leakage total instance", in W.
  void power(const std::string& text) {
    std::istringstream words(text);
    double internal = 0, switching = 0, leakage = 0, total = 0;
    std::string instance, more;
    if (!(words >> internal >> switching >> leakage >> total >> instance) || words >> more) return;
    CellEnergy& energy = result_.energies[instance];
    constexpr double pj_per_cycle = 1e12 * period_ns * 1e-9;
    (part_ == "power 0" ? energy.cycle_pj : energy.transition_pj) =
        (internal * internal_share + switching) * pj_per_cycle;
    energy.leakage_mw = leakage * 1e3;
    switching_ = switching_ || switching > 0;
  }

  std::string part_;
  std::vector<std::string> parts_;
  bool fresh_ = false, switching_ = false;
  std::optional<double> launched_;  ///< ns: the edge at which the path begins
  TimingAndEnergy result_;
};

/// With the register outside that drives the input.
double from_register(double logic, const Timing& t) {
  return logic > 0 ? std::max(t.clock_to_output, t.half_to_output) + logic : 0;
}
}  // namespace

double Timing::half_cycle() const {
  const double longest = std::max({from_register(half_from_inputs, *this), half_between, half_to_output});
  return longest > 0 ? longest + setup : 0;
}

double Timing::critical_path() const {
  return std::max({from_register(logic_from_inputs, *this) + setup, logic_between + setup,
                   clock_to_output + setup, 2 * half_cycle()});
}

TimingAndEnergy parse_analysis(std::string_view text) {
  Reader reader;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) reader.line(line);
  return reader.result();
}

std::string analysis_text(const std::filesystem::path& verilog, std::string_view top, const Liberty& liberty,
                          double load_ff, const std::filesystem::path& folder) {
  const std::string place = std::filesystem::absolute(liberty.text).string();
  if (place.find_first_of("\"\\$[]{}\n") != std::string::npos)
    throw Error(
        {.place = place, .what = "OpenSTA takes no path with quotes, backslashes, dollars or brackets"});
  write_file(
      folder / "analysis.tcl",
      fmt::format(fmt::runtime(analysis_script), fmt::arg("liberty", place),
                  fmt::arg("verilog", verilog.string()), fmt::arg("top", top), fmt::arg("period", period_ns),
                  fmt::arg("driver", liberty.buffer().name), fmt::arg("load", load_ff * 1e-3)));
  return run_tool(open_sta, {"-exit", "analysis.tcl"}, folder, fmt::format("timing analysis of {}", top));
}

TimingAndEnergy analyze(const std::filesystem::path& verilog, std::string_view top, const Liberty& liberty,
                        double load_ff, const std::filesystem::path& folder) {
  return parse_analysis(analysis_text(verilog, top, liberty, load_ff, folder));
}

}  // namespace heddle::estimate
