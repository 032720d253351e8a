// SPDX-License-Identifier: Apache-2.0
#include "tb/run/coverage/block_activity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

Json::json_pointer pointer(std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  return Json::json_pointer("/sm_total/" + path);
}

bool all_there(const std::vector<BlockStatistic>& all, const Json& stats) {
  for (const BlockStatistic& s : all)
    for (const std::string& path : s.of)
      if (!stats.contains(pointer(path))) return false;
  return true;
}

std::vector<std::string> texts(const std::vector<BlockStatistic>& all, const Json& stats) {
  std::vector<std::string> found;
  for (const BlockStatistic& s : all) {
    std::uint64_t sum = 0;
    for (const std::string& path : s.of) sum += stats[pointer(path)].get<std::uint64_t>();
    found.push_back(fmt::format("{} {}", grouped(sum), s.counts));
  }
  return found;
}

}  // namespace

std::vector<BlockActivity> activities(const Json& stats, const std::vector<std::string>& techniques) {
  std::vector<BlockActivity> all;
  for (const std::string& name : Registry<BlockEntry>::instance().names()) {
    const std::string& technique = Registry<BlockEntry>::instance().find(name).technique;
    if (technique != "register_file" &&
        std::find(techniques.begin(), techniques.end(), technique) == techniques.end())
      continue;
    const BlockCard card = block_card(name);
    if (card.activations.empty() || !all_there(card.activations, stats) || !all_there(card.stalls, stats))
      continue;
    all.push_back({name, texts(card.activations, stats), texts(card.stalls, stats)});
  }
  return all;
}

std::string block_activity(const Json& stats, const std::vector<std::string>& techniques) {
  std::string out;
  for (const BlockActivity& a : activities(stats, techniques))
    out += report_line("  " + a.block,
                       fmt::format("{}{}{}", fmt::join(a.did, ", "),
                                   a.stalls.empty() ? "" : "; stalls: ", fmt::join(a.stalls, ", ")));
  return out.empty() ? out : "  blocks\n" + out;
}

}  // namespace heddle
