// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/netlist_cosim.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/estimate/netlist.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/lower/synthesizable.hpp"
#include "tb/verify/cell_models.hpp"

namespace heddle::verify {

using namespace estimate;

NetlistResult cosimulate_netlist(const std::string& block, const std::string& set, const UserRtl& rtl,
                                 std::uint64_t vectors, std::uint64_t seed) {
  const auto& entry = Registry<BlockEntry>::instance().find(block);
  const RtlParameters parameters = entry.rtl_parameters(parameter_set(block, set, {}));
  const Liberty liberty = read_liberty(choose_technology().liberty);
  const ScratchFolder folder;
  const RtlSource source = lower::synthesizable(rtl_source(block, rtl, parameters), {block, set});
  const Synthesized cells = synthesize(source, liberty, output_load_ff(liberty), folder.path());
  const Netlist netlist(cells.json, block, liberty);

  // All modules are in one file, so that Verilator needs no search path; lint warnings are off for yosys'
  // output.
  const auto file = folder.path() / "gates" / (block + ".v");
  std::filesystem::create_directories(file.parent_path());
  write_file(file, "/* verilator lint_off WIDTH */\n/* verilator lint_off UNOPTFLAT */\n" +
                       cell_models(liberty) + read_text_file(cells.verilog, "file"));
  const RtlObject object = open_rtl({.block = block,
                                     .file = file,
                                     .folders = {file.parent_path()},
                                     .users = source.users,
                                     .netlist = true});
  NetlistResult result{liberty.name, netlist.gates().size(), netlist.flip_flops().size(), {}};
  result.cosim = cosimulate({{.block = block,
                              .set = set,
                              .made = [&] { return object.make(); },
                              .vectors = vectors,
                              .seed = seed,
                              .no_wave = true}})
                     .at(0);
  return result;
}

}  // namespace heddle::verify
