// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// How flip-flops are told to yosys: as flip_flop_map.hpp does, or, to see what comes of it, as they are.
enum class FlipFlopMap { exchanged, as_they_are };

/// A block as cells, in two formats with the same names.
struct Synthesized {
  std::filesystem::path json;     ///< for `Netlist`
  std::filesystem::path verilog;  ///< for OpenSTA
  std::filesystem::path named;    ///< as `json`, with the names of instances that `unmapped_file` has
};

/// Synthesizes `source` with the cells of `liberty` for the highest speed that the flow reaches, in `folder`.
/// Inputs are driven by the library's smallest buffer, outputs drive `load_ff`. Throws Error with yosys'
/// message.
Synthesized synthesize(const RtlSource& source, const Liberty& liberty, double load_ff,
                       const std::filesystem::path& folder);

/// Its two steps: gates that are still to be mapped, in folder `generic`, with the design ahead of all
/// mapping (`unmapped_file`) beside them; and cells, in `folder`, with the gates in order `order` (0: as they
/// come; gate_order.hpp).
void make_generic(const RtlSource& source, const Liberty& liberty, const std::filesystem::path& generic,
                  FlipFlopMap map = FlipFlopMap::exchanged);
inline constexpr const char* unmapped_file = "unmapped.json";
Synthesized map_to_cells(const RtlSource& source, const Liberty& liberty, double load_ff,
                         const std::filesystem::path& generic, const std::filesystem::path& folder,
                         unsigned order);

/// The scripts and options of the tools: everything but source and library that decides their output.
std::string flow_text(const RtlSource& source, const Liberty& liberty, double load_ff);

/// The load that stands for what follows an output: four inputs of a NAND.
double output_load_ff(const Liberty& liberty);

}  // namespace heddle::estimate
