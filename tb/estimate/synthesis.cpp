#include "tb/estimate/synthesis.hpp"

#include <fmt/format.h>

#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

namespace {

/// abc maps for delay, shares what can be shared, buffers fan-outs above 16 and sizes the gates.
constexpr const char* abc_script =
    "+strash;ifraig;scorr;dc2;strash;dch,-f;map,-B,0.9,{D};topo;buffer,-c,-N,16;topo;upsize,-c,{D};dnsize,-c,"
    "{D};stime,-p";
constexpr int fastest_ps = 1;

/// An output that is constant or equal to another gets a buffer of its own: for several of them yosys would
/// write an assignment to a concatenation, which OpenSTA cannot read.
std::string insert_buffers(const LibertyCell& buffer) {
  const bool output_first = buffer.pins[0].output;
  return fmt::format("insbuf -buf {} {} {}\n", buffer.name, buffer.pins[output_first ? 1 : 0].name,
                     buffer.pins[output_first ? 0 : 1].name);
}

std::string script(const RtlSource& source, const Liberty& liberty) {
  std::string text = fmt::format("read_liberty -lib -ignore_miss_func {}\n", quoted(liberty.file));
  text += read_command(source);
  return text + fmt::format(
                    "hierarchy -check -top {0}\n"
                    "synth -flatten -top {0}\n"
                    "dfflibmap -liberty {1}\n"
                    "opt -purge\n"
                    "abc -liberty {1} -constr constraints -D {2} -script \"{3}\"\n"
                    "setundef -zero\n"
                    "splitnets\n"
                    "opt_clean -purge\n"
                    "{4}"
                    "rename -enumerate -pattern n_%\n"
                    "check -assert\n"
                    "write_json netlist.json\n"
                    "write_verilog -noattr -noexpr -nohex netlist.v\n",
                    source.block, quoted(liberty.file), fastest_ps, abc_script,
                    insert_buffers(liberty.buffer()));
}

}  // namespace

double output_load_ff(const Liberty& liberty) {
  double capacitance = 0;
  for (const LibertyPin& pin : liberty.nand2().pins) capacitance = std::max(capacitance, pin.capacitance_ff);
  return 4 * capacitance;
}

Synthesized synthesize(const RtlSource& source, const Liberty& liberty, double load_ff,
                       const fs::path& folder) {
  write_file(folder / "constraints",
             fmt::format("set_driving_cell {}\nset_load {} [all_outputs]\n", liberty.buffer().name, load_ff));
  write_file(folder / "synthesis.ys", script(source, liberty));
  run_tool(yosys, {"-q", "-s", "synthesis.ys"}, folder, fmt::format("synthesis of {}", source.block));
  return {folder / "netlist.json", folder / "netlist.v"};
}

}  // namespace heddle::estimate
