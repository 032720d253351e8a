// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/cli/decoding_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/caba/subroutines/e2mc_subroutines.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/caba/subroutine_run.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
namespace {

DecodingCost cost_of(std::string name, const LineSubroutines& all, const memory_lines::LineSet& set) {
  const BurstCodec codec(all.codec, 32);
  DecodingCost cost{.name = std::move(name), .shared_bytes = static_cast<unsigned>(all.tables.size())};
  for (unsigned event = 0; event < LineSubroutines::loads; ++event)
    if (const unsigned id = all.of_event[event]; id != LineSubroutines::none)
      cost.registers = std::max(cost.registers, all.subroutines[id].code.registers);
  for (const memory_lines::MemoryLine& line : set.lines) {
    const StoredLine stored = codec.encode(line);
    if (stored.encoding == 0) continue;
    const Subroutine& subroutine =
        all.subroutines.at(all.of_event[LineSubroutines::event_of_load(stored.bits[0])]);
    LineSlot slot = compressed_slot(stored.bits);
    const std::uint64_t instructions = run_subroutine(subroutine, slot, all.tables);
    if (restored_line(slot) != line)
      throw Error({.place = cost.name, .what = "a line is not restored to what it was"});
    ++cost.lines;
    cost.stored_bytes += stored.length;
    cost.instructions += instructions;
    cost.least = std::min(cost.least, instructions);
    cost.most = std::max(cost.most, instructions);
  }
  if (cost.lines != 0) cost.stored_bytes /= static_cast<double>(cost.lines);
  return cost;
}

}  // namespace

std::vector<DecodingCost> decoding_costs(const memory_lines::LineSet& set) {
  std::vector<DecodingCost> costs;
  for (const std::string name : {"bdi", "fpc", "cpack"})
    costs.push_back(cost_of(name, Registry<LineSubroutinesEntry>::instance().find(name).make({}), set));
  for (const unsigned bits : {8, 16}) {
    e2mc::ValueCounts counts(bits);
    for (const memory_lines::MemoryLine& line : set.lines) counts.add(line);
    const e2mc::CodeTable code(counts, e2mc::table_shape(bits));
    for (const unsigned ways : {1, 2, 4, 8})
      costs.push_back(cost_of(fmt::format("E2MC{}, {} way{}", bits, ways, ways == 1 ? "" : "s"),
                              e2mc_subroutines(code, ways), set));
  }
  return costs;
}

}  // namespace heddle
