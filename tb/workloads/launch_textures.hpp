// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/workloads/launch_buffers.hpp"

namespace heddle {

/// Reads the section `textures` of a launch file.
class LaunchTextures {
 public:
  /// Throws Error as load_launch_file does.
  LaunchTextures(const ConfigTree& tree, const LaunchNames& names, const LaunchBuffers& buffers);

  /// The texture of this name; `where` is the place for the message that there is none.
  std::size_t named(const std::string& name, const std::string& where) const;
  const std::vector<LaunchTexture>& all() const { return all_; }

 private:
  std::vector<LaunchTexture> all_{};
};

}  // namespace heddle
