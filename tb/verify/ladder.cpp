#include "tb/verify/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/cosim/verilate.hpp"
#include "tb/verify/rungs.hpp"

namespace heddle::verify {

using nlohmann::json;

namespace {

/// Reads JSON that Heddle has written.
template <class Read>
auto parse(const std::string& text, const std::string& place, Read read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception& problem) {
    throw Error({.place = place, .what = "no result of heddle verify", .value = problem.what()});
  }
}

Rung read_rung(const json& j) {
  return {j.at("name"), j.at("passed"), j.at("figures"), j.at("details"), j.at("seconds")};
}

}  // namespace

const std::vector<RungEntry>& ladder() {
  static const std::vector<RungEntry> all{
      {"co-simulation", "are model and RTL the same machine, in every named set?", climb_cosimulation},
      {"netlist", "is what synthesis makes of it still that machine?", climb_netlist},
      {"proofs", "does what the card claims hold for all inputs?", climb_proofs},
      {"mutation", "would the stimulus notice a fault?", climb_mutation}};
  return all;
}

bool LadderResult::passed() const {
  return std::all_of(rungs.begin(), rungs.end(), [](const Rung& r) { return r.passed; });
}

std::string present_rtl(const std::string& block, const UserRtl& rtl) {
  return text_key(rtl_source(block, rtl, default_parameters(block)));
}

std::string text_of(const LadderResult& result) {
  std::string text = fmt::format("{}\n", result.block), details;
  for (const Rung& r : result.rungs) {
    text += fmt::format("  {:<14} {:<7} {:>6.1f} s  {}\n", r.name, r.passed ? "passed" : "FAILED", r.seconds,
                        r.figures);
    details += r.details;
  }
  return text + details;
}

json to_json(const Rung& r) {
  return {{"name", r.name},
          {"passed", r.passed},
          {"figures", r.figures},
          {"details", r.details},
          {"seconds", r.seconds}};
}

json to_json(const LadderResult& result) {
  json rungs = json::array();
  for (const Rung& r : result.rungs) rungs.push_back(to_json(r));
  return {{"block", result.block}, {"rtl", result.rtl}, {"rungs", std::move(rungs)}};
}

Rung rung_of(const std::string& text, const std::string& place) { return parse(text, place, read_rung); }

LadderResult ladder_of(const std::string& text, const std::string& place) {
  return parse(text, place, [](const json& j) {
    LadderResult result{j.at("block"), j.at("rtl"), {}};
    for (const json& rung : j.at("rungs")) result.rungs.push_back(read_rung(rung));
    return result;
  });
}

}  // namespace heddle::verify
