// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/verify/contents.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;

namespace {

constexpr const char* introduction = R"(# The blocks

Each is a SystemC module and RTL, and the levels of its verification say how it is known that they are the same machine. `heddle
blocks BLOCK` shows parameters and published figures, `heddle verify BLOCK` verifies it again. This page is written by
`heddle blocks --markdown`, from what `heddle verify all --record` has left in `verified/`.

)";

std::string state(const std::optional<Verification>& result, const std::string& level) {
  if (!result) return "not verified";
  for (const LevelResult& r : result->levels)
    if (r.name == level) return (r.passed ? "" : "**failed**: ") + r.figures;
  return "not verified";
}

}  // namespace

fs::path record_file(const std::string& block) {
  return data_file("configs/blocks") / "verified" / (block + ".json");
}

std::optional<Verification> recorded(const std::string& block) {
  const fs::path file = record_file(block);
  if (!fs::exists(file)) return std::nullopt;
  return verification_of(read_text_file(file, "file"), file.string());
}

bool passed_for(const std::optional<Verification>& record, const std::optional<std::string>& contents,
                const std::string& level) {
  if (!record || !contents || record->contents != *contents) return false;
  return std::any_of(record->levels.begin(), record->levels.end(),
                     [&](const LevelResult& r) { return r.name == level && r.passed; });
}

bool cosimulated_for(const std::optional<Verification>& record, const std::optional<std::string>& contents,
                     const std::optional<std::string>& simulation) {
  return passed_for(record, contents, "co-simulation") && record->simulation == simulation;
}

Verification merged(const Verification& result, const std::optional<Verification>& before) {
  Verification all = result;
  all.levels.clear();
  const auto copy = [&](const std::vector<LevelResult>& from, const std::string& level) {
    const auto found = std::find_if(from.begin(), from.end(), [&](const auto& r) { return r.name == level; });
    if (found != from.end()) all.levels.push_back(*found);
    return found != from.end();
  };
  const bool same = before && before->contents == result.contents;
  for (const Level& level : levels()) {
    if (copy(result.levels, level.name) || !same) continue;
    // A co-simulation that is not done again holds for what it was done with.
    if (copy(before->levels, level.name) && level.name == "co-simulation")
      all.simulation = before->simulation;
  }
  return all;
}

void record(const Verification& result) {
  const fs::path file = record_file(result.block);
  fs::create_directories(file.parent_path());
  const fs::path fresh = file.string() + ".new";
  nlohmann::json json = to_json(merged(result, recorded(result.block)));
  for (auto& level : json.at("levels")) level.erase("seconds");  // the host's, and another each time
  estimate::write_file(fresh, json.dump(2) + "\n");
  fs::rename(fresh, file);
}

std::string catalogue() {
  std::string text = introduction, line = "| --- | --- | --- |";
  text += "| block | source | unit tests |";
  for (const Level& level : levels()) text += fmt::format(" {} |", level.name), line += " --- |";
  text += "\n" + line + "\n";
  const auto& all = Registry<BlockEntry>::instance();
  for (const std::string& block : all.names()) {
    const std::string& technique = all.find(block).technique;
    const auto result = recorded(block);
    const auto now = contents_key(block);
    const bool other = result && now && result->contents != *now;
    text += fmt::format("| `{}`{} | {} | `tests/{}/{}_test.cpp` |", block,
                        other ? " (changed since it was verified)" : "", block_card(block).source, technique,
                        block);
    for (const Level& level : levels()) text += fmt::format(" {} |", state(result, level.name));
    text += "\n";
  }
  return text;
}

}  // namespace heddle::verify
