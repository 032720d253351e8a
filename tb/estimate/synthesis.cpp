// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/synthesis.hpp"

#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <string_view>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/estimate/flip_flop_map.hpp"
#include "tb/estimate/gate_order.hpp"
#include "tb/estimate/timing.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

namespace {

/// The script of abc: it shares logic, collects alternatives by SAT sweeping, maps for delay, buffers
/// fan-outs above 16 and sizes the gates.
constexpr std::string_view share = "ifraig;dc2;strash;dch,-f;", share_without_sweeping = "dc2;strash;";
constexpr std::string_view map =
    "map,-B,0.9,{D};topo;buffer,-c,-N,16;topo;upsize,-c,{D};dnsize,-c,{D};stime,-p";
/// In larger designs sweeping takes minutes, most of them in wide decoders, whose signals look equal in
/// nearly all simulated patterns. Without sweeping, bdi_compressor is as fast and 0.6 % smaller, bank_arbiter
/// 9 % slower and 0.7 % smaller.
constexpr std::size_t most_gates_to_sweep = 50'000;
constexpr int fastest_ps = 1;
constexpr const char* flip_flop_file = "flip_flops.lib";

/// An output that is constant or equal to another output gets a buffer of its own: for several such outputs
/// yosys would write an assignment to a concatenation, which OpenSTA cannot read.
std::string insert_buffers(const LibertyCell& buffer) {
  const bool output_first = buffer.pins[0].output;
  return fmt::format("insbuf -buf {} {} {}\n", buffer.name, buffer.pins[output_first ? 1 : 0].name,
                     buffer.pins[output_first ? 0 : 1].name);
}

/// Synthesizes to generic gates, which are not mapped yet, and counts them.
/// `flip_flops`: the library as dfflibmap reads it. The design of simple gates and flip-flops, to which the
/// netlist of cells is compared, goes into a file of its own, and last: numbers that yosys gives out for it
/// change the order of what it does next, and with it the cells.
std::string generic_script(const RtlSource& source, const std::string& liberty, const std::string& read,
                           const std::string& flip_flops) {
  return fmt::format(
      "read_liberty -lib -ignore_miss_func {1}\n"
      "{2}"
      "hierarchy -check -top {0}\n"
      "synth -flatten -top {0}\n"
      "design -save design\n"
      "dfflibmap -liberty {3}\n"
      "opt -purge\n"
      "write_rtlil generic.il\n"
      "tee -q -o gates.txt select -count t:$_*\n"
      "design -load design\n"
      "dfflegalize -cell $_DFF_?_ 01 -cell $_DFF_???_ 01 -cell $_DFFSR_???_ 01\n"
      "splitnets\n"
      "write_json {4}\n",
      source.block, liberty, read, flip_flops, unmapped_file);
}

std::string mapping_script(const Liberty& liberty, const std::string& file, bool sweep) {
  return fmt::format(
      "read_rtlil generic.il\n"
      "abc -liberty {0} -constr constraints -D {1} -script \"+strash;{2}{3}\"\n"
      "setundef -zero\n"
      "splitnets\n"
      "opt_clean -purge\n"
      "{4}"
      "write_json named.json\n"
      "rename -enumerate -pattern n_%\n"
      "check -assert\n"
      "write_json netlist.json\n"
      "write_verilog -noattr -noexpr -nohex netlist.v\n",
      file, fastest_ps, sweep ? share : share_without_sweeping, map, insert_buffers(liberty.buffer()));
}

/// Reads the number that `select -count` has written: "41361 objects."
std::size_t read_count(const fs::path& file) {
  std::size_t count = 0;
  if (!(std::ifstream(file) >> count))
    throw Error({.place = file.string(), .what = "yosys does not tell the number of gates"});
  return count;
}

}  // namespace

double output_load_ff(const Liberty& liberty) {
  double capacitance = 0;
  for (const LibertyPin& pin : liberty.nand2().pins) capacitance = std::max(capacitance, pin.capacitance_ff);
  return 4 * capacitance;
}

namespace {

std::string constraints(const Liberty& liberty, double load_ff) {
  return fmt::format("set_driving_cell {}\nset_load {} [all_outputs]\n", liberty.buffer().name, load_ff);
}

void run_yosys(const RtlSource& source, const Liberty& liberty, const fs::path& folder, const char* file,
               const std::string& script) {
  write_file(folder / file, script);
  try {
    run_tool(yosys, {"-q", "-s", file}, folder, fmt::format("synthesis of {}", source.block));
  } catch (const Error& error) {  // what it says of a library does not name that
    Problem problem = error.problem();
    const auto says = [&](const char* word) { return problem.value.find(word) != std::string::npos; };
    static const std::regex crash("ABC: execution.*return code 1[2-5][0-9]");  // 128 and the signal
    if (std::regex_search(problem.value, crash)) {
      problem.what = "abc crashes when it maps the block to the cells of this library";
      problem.legal = "a library that abc survives; the fault is abc's own";
    } else if (says("ABC")) {
      problem.what = "abc cannot map the block to the cells of this library";
      problem.legal = "a library with inverters and gates of two inputs";
    } else if (says("constant init value")) {
      problem.what = "the initial value of a register depends on a signal";
      problem.legal = "a constant, or none: what is for simulation only stands in `ifndef SYNTHESIS";
    }
    if (says("ABC") || says("liberty")) problem.place = fmt::format("{}: {}", liberty.files, problem.place);
    throw Error(std::move(problem));
  }
}

}  // namespace

void make_generic(const RtlSource& source, const Liberty& liberty, const fs::path& generic, FlipFlopMap map) {
  const std::string exchanged =
      map == FlipFlopMap::exchanged ? flip_flops_for_mapping(liberty) : std::string();
  if (!exchanged.empty()) write_file(generic / flip_flop_file, exchanged);
  const std::string cells = quoted(liberty.text);
  run_yosys(source, liberty, generic, "generic.ys",
            generic_script(source, cells, read_command(source), exchanged.empty() ? cells : flip_flop_file));
}

Synthesized map_to_cells(const RtlSource& source, const Liberty& liberty, double load_ff,
                         const fs::path& generic, const fs::path& folder, unsigned order) {
  write_file(folder / "constraints", constraints(liberty, load_ff));
  const std::string gates = read_text_file(generic / "generic.il", "netlist of generic gates");
  const bool sweep = read_count(generic / "gates.txt") <= most_gates_to_sweep;
  if (order != 0 || generic != folder)
    write_file(folder / "generic.il", order == 0 ? gates : reordered(gates, source.block, order));
  run_yosys(source, liberty, folder, "mapping.ys", mapping_script(liberty, quoted(liberty.text), sweep));
  return {folder / "netlist.json", folder / "netlist.v", folder / "named.json"};
}

std::string flow_text(const RtlSource& source, const Liberty& liberty, double load_ff) {
  return generic_script(source, "LIBERTY", "", "LIBERTY") + flip_flops_for_mapping(liberty) +
         mapping_script(liberty, "LIBERTY", true) + mapping_script(liberty, "LIBERTY", false) +
         std::to_string(most_gates_to_sweep) + constraints(liberty, load_ff) + std::string(analysis_script);
}

Synthesized synthesize(const RtlSource& source, const Liberty& liberty, double load_ff,
                       const fs::path& folder) {
  make_generic(source, liberty, folder);
  return map_to_cells(source, liberty, load_ff, folder, folder, 0);
}

}  // namespace heddle::estimate
