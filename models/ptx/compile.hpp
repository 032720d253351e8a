#pragma once

#include "models/ptx/call_graph.hpp"
#include "models/ptx/layout.hpp"
#include "models/ptx/load.hpp"

namespace heddle::ptx {

/// From the parsed functions of a kernel to code in architected registers: the kernel, then what it calls.
Kernel compile_kernel(const SourceText& source, const Module& module, const CallGraph& graph,
                      const Placement& placement, const BuildOptions& options);

}  // namespace heddle::ptx
