#include "tb/cli/demonstration.hpp"

#include <yaml-cpp/yaml.h>

#include "models/base/data_root.hpp"

namespace heddle {

Demonstration demonstration() {
  const YAML::Node file = YAML::LoadFile(data_file("configs/demo.yaml").string());
  return {file["workload"].as<std::string>(), file["with"].as<std::vector<std::string>>()};
}

}  // namespace heddle
