#pragma once

#include <filesystem>

#include "tb/cosim/rtl_source.hpp"
#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// A block as cells, in two formats with the same names.
struct Synthesized {
  std::filesystem::path json;     ///< for `Netlist`
  std::filesystem::path verilog;  ///< for OpenSTA
};

/// Synthesizes `source` with the cells of `liberty` for the highest speed that the flow reaches, in `folder`.
/// Inputs are driven by the library's smallest buffer, outputs drive `load_ff`. Throws Error with yosys' own
/// complaint.
Synthesized synthesize(const RtlSource& source, const Liberty& liberty, double load_ff,
                       const std::filesystem::path& folder);

/// The load that stands for what follows an output: four inputs of a NAND.
double output_load_ff(const Liberty& liberty);

}  // namespace heddle::estimate
