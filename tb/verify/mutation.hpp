// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/rtl/user_rtl.hpp"
#include "tb/verify/decide.hpp"
#include "tb/verify/mutants.hpp"

// Would a co-simulation notice a fault of the RTL? Every mutant is driven by the block's own bench.

namespace heddle::verify {

struct MutationRequest {
  std::string block;
  UserRtl rtl = {};      ///< empty: Heddle's own
  std::string set = {};  ///< named in the block's card; empty: default
  unsigned mutants = 200;
  std::uint64_t vectors = 20'000;  ///< that a mutant must survive
  std::uint64_t seed = 1;
  unsigned equivalence_seconds = 600;                   ///< for one survivor
  std::function<void(std::string_view)> progress = {};  ///< called with the name of each step that begins
};

/// A mutant that no vector killed, and what the equivalence check says.
struct Survivor {
  Mutant mutant;
  ProofVerdict equivalent = ProofVerdict::undecided;
};

struct MutationResult {
  MutationRequest request;
  unsigned mutants = 0, killed = 0;
  std::uint64_t median_cycles = 0, most_cycles = 0;  ///< until a mutant was killed
  std::vector<Survivor> survivors{};

  unsigned equivalent() const { return count(ProofVerdict::proven); }
  unsigned alive() const { return count(ProofVerdict::refuted); }
  unsigned undecided() const { return count(ProofVerdict::undecided); }
  bool passed() const { return alive() == 0 && undecided() == 0; }

 private:
  unsigned count(ProofVerdict verdict) const;
};

/// Simulates (once a process) and checks for equivalence. Throws Error when a tool is missing, and when a
/// control fails: no mutant must be equal to the model, the equivalence check must call it equivalent and a
/// killed mutant not.
MutationResult test_mutants(const MutationRequest& request);

/// "200 mutants: 187 killed ...", then the survivors: what was changed where, and whether that is equivalent.
std::string text_of(const MutationResult& result);

}  // namespace heddle::verify
