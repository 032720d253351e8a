// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// The sources that a block's verification depends on, so that a record of other sources is recognised.

namespace heddle::verify {

/// The files that decide what `heddle verify` finds: the block's RTL with all modules and packages that it
/// takes, its proofs, its module, its stimulus and coverage with the models that all of these include, and
/// the lock-step's resets. Sorted; relative to the source tree.
std::vector<std::filesystem::path> verified_files(const std::string& block);

/// A hash of them without comments and layout, and of the parameter sets and claims of the block's card.
/// Empty where the sources are not, as beside an installed program.
std::optional<std::string> contents_key(const std::string& block);

/// A hash of what all co-simulations share, without comments and layout: hw/sim, tb/cosim, and the headers of
/// models/base that these include. Its source files (parameters, files, statistics) do not count: they
/// neither draw stimulus nor compare. Empty where the sources are not.
std::optional<std::string> simulation_key();

/// Do the two keys cover all sources of the block's co-simulation? Not where these include other models, such
/// as the PTX front end's.
bool keys_cover_simulation(const std::string& block);

}  // namespace heddle::verify
