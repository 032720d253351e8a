// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tb/verify/levels.hpp"

namespace heddle::verify {

/// Where the verification of a block is kept with the sources: configs/blocks/verified/<block>.json.
std::filesystem::path record_file(const std::string& block);

/// The result with the levels that it lacks, of an earlier one of the same contents.
Verification merged(const Verification& result, const std::optional<Verification>& before);

/// Replaces the record of a block by the result, merged with it. Throws Error when it cannot be written.
void record(const Verification& result);

/// The record of a block, if there is one.
std::optional<Verification> recorded(const std::string& block);

/// Does the record hold for these contents (contents_key), and has the block passed the level? Where either
/// is missing it does not.
bool passed_for(const std::optional<Verification>& record, const std::optional<std::string>& contents,
                const std::string& level);

/// The same of the co-simulation, which also depends on what all co-simulations share (simulation_key).
bool cosimulated_for(const std::optional<Verification>& record, const std::optional<std::string>& contents,
                     const std::optional<std::string>& simulation);

/// All blocks as a table in Markdown: source, and the state of each level as it was recorded; a record of
/// other sources is marked. This is configs/blocks/README.md.
std::string catalogue();

}  // namespace heddle::verify
