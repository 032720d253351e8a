// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "models/base/error.hpp"
#include "models/ptx/load.hpp"

namespace heddle::test {

/// Returns a PTX module with one kernel `k`, whose body begins on line 5 of "k.ptx".
inline std::string one_kernel_text(const std::string& parameters, const std::string& body,
                                   unsigned address_bits = 64) {
  return fmt::format(".version 6.0\n.target sm_50\n.address_size {}\n.visible .entry k({}) {{\n{}\n}}\n",
                     address_bits, parameters, body);
}

inline ptx::Kernel one_kernel(const std::string& parameters, const std::string& body,
                              unsigned address_bits = 64) {
  return ptx::load_module(one_kernel_text(parameters, body, address_bits), "k.ptx").at(0);
}

}  // namespace heddle::test
