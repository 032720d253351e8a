// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

/// What passes leave of a kernel, and what it then computes.
namespace heddle::test {

using ptx::CodeGeneration;
using ptx::InstructionSet;

/// The mnemonics and operands after each pass, by its name, without numbers of instructions and lines.
inline std::map<std::string, std::string> after_passes(const std::string& parameters, const std::string& body,
                                                       const CodeGeneration& code,
                                                       unsigned address_bits = 64) {
  std::map<std::string, std::string> found;
  ptx::BuildOptions options{.code_generation = code};
  options.watch = [&](std::string_view, std::string_view pass, const std::string& listing) {
    std::string text;
    for (std::size_t at = 0; at < listing.size();) {
      const std::size_t end = listing.find('\n', at);
      text += listing.substr(at + 13, end - at - 13) + "\n";
      at = end + 1;
    }
    found[std::string(pass)] = text;
  };
  ptx::load_module(one_kernel_text(parameters, body, address_bits), "k.ptx", options);
  return found;
}

/// The only destination of thread 0's store to the buffer that is parameter `out`, for one warp.
inline std::vector<std::uint32_t> run_warp(const std::string& parameters, const std::string& body,
                                           const CodeGeneration& code, const auto&... arguments) {
  const ptx::Kernel kernel =
      ptx::load_module(one_kernel_text(parameters, body), "k.ptx", {.code_generation = code}).at(0);
  FunctionalDevice device;
  const DevicePointer out = device.allocate(4 * warp_size);
  device.launch_with(kernel, {1}, {warp_size}, out, arguments...);
  return device.download<std::uint32_t>(out, warp_size);
}

inline const CodeGeneration fermi{InstructionSet::fermi, 2}, ptxplus{InstructionSet::ptxplus, 2},
    ptx_1{InstructionSet::ptx, 1}, ptx_2{InstructionSet::ptx, 2};

}  // namespace heddle::test
