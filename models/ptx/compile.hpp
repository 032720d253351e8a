// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/load.hpp"
#include "models/ptx/module/layout.hpp"
#include "models/ptx/parse/call_graph.hpp"

namespace heddle::ptx {

/// From the parsed functions of a kernel to code in architected registers: the kernel, then what it calls.
Kernel compile_kernel(const SourceText& source, const Module& module, const CallGraph& graph,
                      const Placement& placement, const BuildOptions& options);

}  // namespace heddle::ptx
