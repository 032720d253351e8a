// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/gpu/costed_gpu.hpp"
#include "models/base/config_tree.hpp"

namespace heddle {

/// The user's description of the machine. Layers, later ones win: GPU, technology, techniques, combination,
/// files, texts, assignments.
struct PlatformOptions {
  std::string gpu = "gtx480_lee2015";       ///< a file of configs/gpus by name, or any YAML file
  std::string technology = "lee2015_45nm";  ///< the same of configs/technologies
  std::vector<std::string> techniques{};    ///< by name; those of the combination, too
  std::string combination{};                ///< whose settings it has (configs/combinations); empty: none
  std::vector<std::string> files{};         ///< further layers
  /// Layers that an earlier run has left: a name for messages, and the YAML.
  std::vector<std::pair<std::string, std::string>> texts{};
  std::vector<std::string> assignments{};  ///< "sm.scheduler=lrr"
};

/// Adds techniques, each by its name, or those of a combination by its. Throws Error for a second
/// combination.
void add_techniques(PlatformOptions& options, const std::vector<std::string>& names);

/// The GPU "with" its techniques: the machine in words.
std::string name_of(const PlatformOptions& options);

/// The YAML files of a folder of configs, by name, sorted.
std::vector<std::string> config_names(const std::string& folder);
/// The files of configs/gpus, by name.
std::vector<std::string> gpu_names();
/// Is it the path of a YAML file, and not a name? A path has a dot or a slash.
bool is_layer_file(std::string_view name);

/// The machine, resolved.
struct Platform : CostedGpu {
  ConfigTree tree{};
};

/// Reads and checks all layers. Throws Error for an unknown GPU, technology or technique (with the nearest
/// name), for whatever `resolve` rejects, for keys that nothing reads, and for techniques that exclude each
/// other.
Platform resolve_platform(const PlatformOptions& options);

}  // namespace heddle
