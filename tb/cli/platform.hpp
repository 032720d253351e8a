#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/config_tree.hpp"
#include "models/energy/gpu_costs.hpp"
#include "models/energy/register_file_energy.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// What a user says about the machine. Layers, later ones win: GPU, technology, techniques, files,
/// assignments.
struct PlatformOptions {
  std::string gpu = "gtx480_lee2015";       ///< a file of configs/gpus by name, or any YAML file
  std::string technology = "lee2015_45nm";  ///< the same of configs/technologies
  std::vector<std::string> techniques{};    ///< by name
  std::vector<std::string> files{};         ///< further layers
  std::vector<std::string> assignments{};   ///< "sm.scheduler=lrr"
};

/// The GPU "with" its techniques: the machine in words.
std::string name_of(const PlatformOptions& options);

/// Declares the options that fill `options`; they must outlive the parsing.
void add_platform_options(CLI::App& app, PlatformOptions& options);
/// The same without the GPU and single values, for a command that has these otherwise.
void add_layer_options(CLI::App& app, PlatformOptions& options, const std::string& group);

/// The files of configs/gpus, by name.
std::vector<std::string> gpu_names();
/// Is it the path of a YAML file, and not a name? A path has a dot or a slash.
bool is_layer_file(std::string_view name);

/// The machine, resolved.
struct Platform {
  ConfigTree tree{};
  GpuConfig gpu{};
  RegisterFileCosts costs{};
  GpuCosts gpu_costs{};
  Techniques techniques{};
};

/// Reads and checks all layers. Throws Error for an unknown GPU, technology or technique (with the nearest
/// name), for whatever `resolve` rejects, for keys that nothing reads, and for techniques that exclude each
/// other.
Platform resolve_platform(const PlatformOptions& options);

}  // namespace heddle
