// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/verify/level_checks.hpp"

namespace heddle::verify {

using nlohmann::json;

namespace {

/// Reads a JSON file that Heddle has written.
template <class Read>
auto parse(const std::string& text, const std::string& place, Read read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception& problem) {
    throw Error({.place = place, .what = "no result of heddle verify", .value = problem.what()});
  }
}

LevelResult read_level(const json& j) {
  return {j.at("name"), j.at("passed"), j.at("figures"), j.at("details"), j.value("seconds", 0.0)};
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> all{
      {"lint", "is the RTL free of warnings, loops and latches, in every named set?", check_lint},
      {"co-simulation", "are model and RTL the same machine, in every named set?", check_cosimulation},
      {"netlist", "is what synthesis makes of it still that machine?", check_netlist},
      {"proofs", "does what the card claims hold for all inputs?", check_proofs},
      {"mutation", "would the stimulus notice a fault?", check_mutation}};
  return all;
}

bool Verification::passed() const {
  return std::all_of(levels.begin(), levels.end(), [](const LevelResult& r) { return r.passed; });
}

std::string text_of(const Verification& result) {
  std::string text = fmt::format("{}\n", result.block), details;
  for (const LevelResult& r : result.levels) {
    text += fmt::format("  {:<14} {:<7} {:>6.1f} s  {}\n", r.name, r.passed ? "passed" : "FAILED", r.seconds,
                        r.figures);
    details += r.details;
  }
  return text + details;
}

json to_json(const LevelResult& r) {
  return {{"name", r.name},
          {"passed", r.passed},
          {"figures", r.figures},
          {"details", r.details},
          {"seconds", r.seconds}};
}

json to_json(const Verification& result) {
  json levels = json::array();
  for (const LevelResult& r : result.levels) levels.push_back(to_json(r));
  return {{"block", result.block},
          {"contents", result.contents},
          {"simulation", result.simulation},
          {"levels", std::move(levels)}};
}

LevelResult level_result_of(const std::string& text, const std::string& place) {
  return parse(text, place, read_level);
}

Verification verification_of(const std::string& text, const std::string& place) {
  return parse(text, place, [](const json& j) {
    Verification result{j.at("block"), j.at("contents"), j.value("simulation", ""), {}};
    for (const json& level : j.at("levels")) result.levels.push_back(read_level(level));
    return result;
  });
}

}  // namespace heddle::verify
