// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {

void BestOfAllSelectorConfig::validate() const {
  require_line_bytes(line_bytes);
  if (!std::has_single_bit(granularity) || granularity >= line_bytes)
    throw Error({.what = "granularity: lengths of lines cannot be compared in so many bytes",
                 .value = fmt::format("{}", granularity),
                 .legal = fmt::format("a power of two below {}", line_bytes),
                 .key = "granularity"});
}

CompressedLine BestOfAllSelector::compute(const CompressedCandidates& request) {
  const BestLine line =
      best_line_select(std::span(request.line).first(line_bytes_), candidates_of(request), rule_);
  return {line.bytes, static_cast<std::uint8_t>(line.length), line.compressed};
}

static const Registration<BlockEntry> registration{block_entry<BestOfAllSelector>("line_compression")};

}  // namespace heddle
