// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/ptx/flow/kernel_analysis.hpp"

/// Pictures of a kernel's code, as text.
namespace heddle::ptx {

/// The PTX statement of an instruction, without comment; empty when the kernel's text is not known.
std::string statement_text(const Kernel&, const Instruction&);

/// The control-flow graph in Graphviz's language: a box a basic block with its PTX lines, backward edges
/// bold.
std::string control_flow_graph(const Kernel&, const KernelAnalysis&);

/// One line per instruction: its PTX line, the number of registers live after it, and one column per
/// register: `|` live, `*` written, `+` read for the last time.
std::string live_chart(const Kernel&, const KernelAnalysis&);

}  // namespace heddle::ptx
