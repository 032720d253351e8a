#pragma once

#include <filesystem>
#include <string>

#include "tb/verify/ladder.hpp"

namespace heddle::verify {

/// Where the result of a block's ladder is kept with the sources: configs/blocks/verified/<block>.json.
std::filesystem::path record_file(const std::string& block);

/// Replaces the record of a block. Throws Error when it cannot be written.
void record(const LadderResult& result);

/// All blocks as a table in Markdown: source, and the state of each rung as it was recorded; one that was
/// recorded of other RTL says so. This is configs/blocks/README.md.
std::string catalogue();

}  // namespace heddle::verify
