// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "models/base/read_files.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// What the results of this process come from: version, commit and hash of the program, the command line, and
/// every file that was read so far, with the hash of its content.
nlohmann::ordered_json about_this_process();

/// A hash of the resolved configuration, so that it does not matter how it was written down. Throws Error as
/// `resolve_platform` does.
std::string configuration_hash(const PlatformOptions& options);

/// What a run was asked for, as far as it decides what comes out: program, sizes, seed, machine, RTL, what is
/// recorded. `configuration` is configuration_hash() of its machine.
nlohmann::ordered_json json_of(const RunRequest& request, const std::string& configuration);

/// The key under which the results of a run are found again: a hash of the program, the request, and the
/// kinds and contents (not the places) of the files that it reads, but for configuration files, which the
/// request has as what they resolve to.
std::string run_key(const nlohmann::ordered_json& request, const std::set<ReadFile>& files);

/// The hash of the program that runs; plug-ins are among the files that it has read.
const std::string& program_hash();

/// The files of a manifest's `read` whose content is another one now, or that are gone.
std::vector<std::string> changed_since(const nlohmann::ordered_json& manifest);

}  // namespace heddle
