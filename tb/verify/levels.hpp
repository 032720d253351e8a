// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/rtl/user_rtl.hpp"

// The verification levels of a block: each answers one question, and is passed or not.

namespace heddle::verify {

struct VerifyRequest {
  std::string block;
  UserRtl rtl = {};  ///< empty: Heddle's own
  /// Vectors of each co-simulation, and those that a mutant must survive. Empty: as many as `heddle cosim`
  /// takes; for a netlist, which is slow, the least of these.
  std::optional<std::uint64_t> vectors = {};
  unsigned mutants = 200;
  std::uint64_t seed = 1;
  std::function<void(std::string_view)> progress = {};  ///< called with the name of each step that begins
};

/// What a level found.
struct LevelResult {
  std::string name{};
  bool passed = false;
  std::string figures{};  ///< one line
  std::string details{};  ///< lines that say what is wrong, and which mutants are equivalent
  double seconds = 0;     ///< of wall-clock time; 0 of a record, which does not know the host
};

/// A question and how it is answered. `check` simulates, so each level needs a process of its own; it throws
/// Error when a tool is missing.
struct Level {
  std::string name;
  std::string question;
  LevelResult (*check)(const VerifyRequest&);
};

/// From the lowest on: lint, co-simulation, netlist, proofs, mutation.
const std::vector<Level>& levels();

/// The results of all levels of a block, and the sources that they hold for.
struct Verification {
  std::string block;
  std::string contents;    ///< contents_key; empty for a user's RTL
  std::string simulation;  ///< simulation_key; empty likewise
  std::vector<LevelResult> levels;

  bool passed() const;
};

/// A table, with the details of levels that are not passed below it.
std::string text_of(const Verification& result);

nlohmann::json to_json(const LevelResult& level);
nlohmann::json to_json(const Verification& result);
/// The reverse. Throws Error naming `place` when the text is none of `to_json`.
LevelResult level_result_of(const std::string& json, const std::string& place);
Verification verification_of(const std::string& json, const std::string& place);

}  // namespace heddle::verify
