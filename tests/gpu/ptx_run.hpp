// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/config.hpp"
#include "models/ptx/load.hpp"

namespace heddle {

/// Returns the techniques of a comma-separated list, with these settings.
inline Techniques techniques_of(const std::string& techniques, const std::vector<std::string>& set = {}) {
  ConfigTree tree;
  for (const std::string& s : set) tree.set(s);
  Techniques all;
  std::istringstream names(techniques);
  for (std::string name; std::getline(names, name, ',');)
    all.push_back(Registry<TechniqueEntry>::instance().find(name).make(tree));
  return all;
}

/// A platform of one SM (unless `sms` says otherwise) with its statistics, and a kernel in PTX: the body of
/// an entry with one pointer parameter, whose value is in %rd1. The registers are %r0-31, %rd0-15, %f0-15 and
/// %p0-7.
struct PtxRun {
  explicit PtxRun(const std::string& body, const std::string& technique = "", GpuConfig config = one_sm(),
                  const std::vector<std::string>& set = {}, RtlLibrary* rtl = nullptr)
      : PtxRun(body, techniques_of(technique, set), config, rtl) {}
  PtxRun(const std::string& body, const Techniques& techniques, const GpuConfig& config,
         RtlLibrary* rtl = nullptr)
      : gpu(config, techniques, rtl, stats),
        kernel(ptx::load_module(text(body), "test.ptx", {.code_generation = config.sm.code_generation()})
                   .front()) {}

  static GpuConfig one_sm() {
    GpuConfig config;
    config.dram.controller.check_protocol = true;
    config.sms = 1;
    return config;
  }
  static std::string text(const std::string& body) {
    return ".version 6.0\n.target sm_50\n.address_size 64\n"
           ".visible .entry k(.param .u64 out) {\n"
           ".reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .f32 %f<16>; .reg .pred %p<8>;\n"
           ".shared .align 4 .b8 sh[16384];\n"
           "ld.param.u64 %rd0, [out];\ncvta.to.global.u64 %rd1, %rd0;\nmov.u32 %r0, %tid.x;\n" +
           body + "\nret;\n}\n";
  }

  /// Launches `ctas` CTAs, and returns the first `words` words of the buffer.
  std::vector<std::uint32_t> run(unsigned threads, unsigned words, unsigned ctas = 1) {
    const DevicePointer out = gpu.allocate(words * 4);
    gpu.launch_with(kernel, {ctas}, {threads}, out);
    return gpu.download<std::uint32_t>(out, words);
  }
  double sm(const std::string& path) { return stats.number("sm0." + path); }
  double cycles() { return stats.number("cycles"); }

  StatGroup stats;
  SimulatedGpu gpu;
  ptx::Kernel kernel;
};

}  // namespace heddle
