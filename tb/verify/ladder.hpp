#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/user_rtl.hpp"

// The ladder of a block: each rung asks one question of it, and is passed or not.

namespace heddle::verify {

struct LadderRequest {
  std::string block;
  UserRtl rtl = {};                ///< empty: Heddle's own
  std::uint64_t vectors = 20'000;  ///< of each co-simulation, and that a mutant must survive
  unsigned mutants = 200;
  std::uint64_t seed = 1;
  std::function<void(std::string_view)> progress = {};  ///< told what begins
};

/// What a rung found.
struct Rung {
  std::string name{};
  bool passed = false;
  std::string figures{};  ///< one line
  std::string details{};  ///< lines that say what is wrong, and which mutants are equivalent
  double seconds = 0;     ///< of wall-clock time
};

/// A question and how it is answered. `climb` simulates, so each rung needs a process of its own; it throws
/// Error when a tool is missing.
struct RungEntry {
  std::string name;
  std::string question;
  Rung (*climb)(const LadderRequest&);
};

/// From the lowest on: co-simulation, netlist, proofs, mutation.
const std::vector<RungEntry>& ladder();

/// All rungs of a block, and the RTL that they hold for.
struct LadderResult {
  std::string block;
  std::string rtl;  ///< text_key of the default set
  std::vector<Rung> rungs;

  bool passed() const;
};

/// The RTL of a block as it is now, as in `LadderResult::rtl`.
std::string present_rtl(const std::string& block, const UserRtl& rtl = {});

/// A table, with the details of rungs that are not passed below it.
std::string text_of(const LadderResult& result);

nlohmann::json to_json(const Rung& rung);
nlohmann::json to_json(const LadderResult& result);
/// The reverse. Throws Error naming `place` when the text is none of `to_json`.
Rung rung_of(const std::string& json, const std::string& place);
LadderResult ladder_of(const std::string& json, const std::string& place);

}  // namespace heddle::verify
