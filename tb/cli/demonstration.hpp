#pragma once

#include <string>
#include <vector>

namespace heddle {

/// The run that shows what Heddle does: configs/demo.yaml.
struct Demonstration {
  std::string workload;
  std::vector<std::string> techniques;
};
Demonstration demonstration();

}  // namespace heddle
