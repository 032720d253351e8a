// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/memory/line/line_format.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// The statistics of all edges at a place.
constexpr const char* edge_statistics(EdgePlace place) {
  return std::array{"sm_total.memory.edge", "l2_total.edge", "dram_total.edge"}[static_cast<unsigned>(place)];
}

/// What an edge with room for `buffer` payloads in each direction holds: lines that wait for their format or
/// their codec, with address and format.
inline std::array<Storage, 2> edge_storage(EdgePlace place, unsigned buffer) {
  constexpr unsigned format_bits = 16;
  const auto of = [&](const char* name, const char* description) {
    return Storage{.name = name,
                   .in = edge_statistics(place),
                   .description = description,
                   .entries = buffer,
                   .bits = 8 * line_bytes + line_address_bits + format_bits};
  };
  return {of("edge_down", "lines in an edge on their way to DRAM"),
          of("edge_up", "lines in an edge on their way to an SM")};
}

}  // namespace heddle
