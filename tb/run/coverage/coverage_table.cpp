// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/cosim/watch/reached_json.hpp"
#include "tb/run/coverage/coverage_lines.hpp"
#include "tb/run/coverage/coverage_runs.hpp"

namespace heddle {

void CoverageTable::add(const std::string& run, const ReachedByBlock& reached) {
  for (const auto& [name, block] : reached) {
    BlockReached& all = reached_[name];
    all.instances = std::max(all.instances, block.instances);
    all.add(block.activity, block.points);
    for (const Coverage::Point& p : block.points)
      if (p.hits != 0) first_[name].emplace(p.name, run);
  }
}

bool CoverageTable::complete() const {
  return std::all_of(reached_.begin(), reached_.end(), [](const auto& block) {
    const ReachedPoints n = count_points(block.second);
    return n.missing.empty() && n.wrong.empty();
  });
}

std::string CoverageTable::text() const {
  std::string out = fmt::format("{:<24} {:>7} {:>7} {:>6} {:>6} {:>6}  {}\n", "block", "reached", "points",
                                "bench", "never", "chance", "points that a run was the first to reach");
  for (const auto& [name, block] : reached_) {
    const ReachedPoints n = count_points(block);
    std::vector<std::pair<std::string, unsigned>> firsts;  // ordered by the runs' first points
    for (const Coverage::Point& p : block.points) {
      if (p.hits == 0) continue;
      const std::string& run = first_.at(name).at(p.name);
      const auto it =
          std::find_if(firsts.begin(), firsts.end(), [&](const auto& f) { return f.first == run; });
      if (it == firsts.end())
        firsts.emplace_back(run, 1);
      else
        ++it->second;
    }
    std::stable_sort(firsts.begin(), firsts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> texts;
    for (const auto& [run, count] : firsts) texts.push_back(fmt::format("{} {}", run, count));
    out += fmt::format("{:<24} {:>7} {:>7} {:>6} {:>6} {:>6}  {}\n", name, n.reached, n.demanded,
                       n.bench_only, n.never_in_system, n.by_chance, fmt::join(texts, ", "));
    for (const std::string& each : n.missing) out += fmt::format("  not reached: {}\n", each);
    for (const std::string& each : n.wrong) out += fmt::format("  REACHED, THOUGH IT CANNOT BE: {}\n", each);
  }
  return out;
}

nlohmann::ordered_json CoverageTable::json() const {
  nlohmann::ordered_json json = json_of(reached_);
  for (auto& [name, block] : json.items())
    for (auto& point : block["points"])
      if (point["hits"] != 0) point["first"] = first_.at(name).at(point["name"].get<std::string>());
  return json;
}

std::string CoverageTable::csv() const {
  std::string out = "block,point,arises,hits,first\n";
  const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
  const nlohmann::ordered_json all = json();
  for (const auto& [name, block] : all.items())
    for (const auto& p : block["points"])
      out += fmt::format("{},{},{},{},{}\n", name, quoted(p["name"].get<std::string>()),
                         p["arises"].get<std::string>(), p["hits"].get<std::uint64_t>(),
                         quoted(p.value("first", "")));
  return out;
}

}  // namespace heddle
