// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/register_lives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "models/base/error.hpp"
#include "models/base/statistics.hpp"

namespace heddle {
namespace {

constexpr std::string_view thread_prefix = "register ";

using Track = std::pair<unsigned, unsigned>;  ///< process, thread

Track track_of(const nlohmann::json& event) { return {event.at("pid"), event.at("tid")}; }

/// Returns the timeline tracks of the first SM that show registers.
std::map<Track, unsigned> registers_of(const nlohmann::json& events) {
  unsigned process = 0;
  for (const auto& event : events)
    if (event.at("name") == "process_name" && event.at("args").at("name") == "SM 0")
      process = event.at("pid");
  std::map<Track, unsigned> registers;
  for (const auto& event : events) {
    if (event.at("name") != "thread_name" || event.at("pid") != process) continue;
    const std::string name = event.at("args").at("name");
    if (name.starts_with(thread_prefix))
      registers[track_of(event)] = static_cast<unsigned>(std::stoul(name.substr(thread_prefix.size())));
  }
  return registers;
}

}  // namespace

RegisterLives lives_of(const std::string& timeline, const std::string& place) {
  RegisterLives lives;
  try {
    const auto trace = nlohmann::json::parse(timeline);
    const auto& events = trace.at("traceEvents");
    const auto registers = registers_of(events);
    for (const auto& event : events) {
      if (event.at("ph") != "X") continue;
      const auto it = registers.find(track_of(event));
      if (it == registers.end()) continue;
      const double begin = event.at("ts"), length = event.at("dur");
      lives[it->second].emplace_back(begin, begin + length);
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error({.place = place, .what = "this is no timeline", .value = error.what()});
  }
  return lives;
}

nlohmann::ordered_json json_of(const LoadedExperiment& e, const std::vector<RegisterLives>& lives) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (std::size_t w = 0; w < lives.size(); ++w) {
    nlohmann::ordered_json registers = nlohmann::ordered_json::array();
    for (const auto& [r, spans] : lives[w]) registers.push_back({{"register", r}, {"lives", spans}});
    all.push_back({{"workload", e.workloads[w].label}, {"registers", registers}});
  }
  return all;
}

std::string csv_of(const LoadedExperiment& e, const std::vector<RegisterLives>& lives) {
  std::string out = "workload,register,begin,end\n";
  for (std::size_t w = 0; w < lives.size(); ++w)
    for (const auto& [r, spans] : lives[w])
      for (const auto& [begin, end] : spans)
        out += fmt::format("{},{},{},{}\n", csv_field(e.workloads[w].label), r, begin, end);
  return out;
}

}  // namespace heddle
