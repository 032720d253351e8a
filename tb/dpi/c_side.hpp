// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/dpi/dpi_files.hpp"

namespace heddle {

/// "heddle dpi bdi_compressor --set latency=2"
std::string command_of(const DpiRequest& request);

/// The C side of a module: of its DPI-C functions, or of its VPI system function.
std::string dpi_side(const DpiRequest& request, const ServedBlock& block);
std::string vpi_side(const DpiRequest& request, const ServedBlock& block);

/// The texts of all ports, in their order.
std::string each(const std::vector<ServedPort>& ports, auto text) {
  std::string all;
  for (const ServedPort& p : ports) all += text(p);
  return all;
}

std::string each_input(const std::vector<ServedPort>& ports, auto text) {
  return each(ports, [&](const ServedPort& p) { return p.input ? text(p) : std::string(); });
}

std::string each_output(const std::vector<ServedPort>& ports, auto text) {
  return each(ports, [&](const ServedPort& p) { return p.input ? std::string() : text(p); });
}

}  // namespace heddle
