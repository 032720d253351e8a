// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/workloads/launch_buffers.hpp"
#include "tb/workloads/launch_textures.hpp"

namespace heddle {

/// Reads the arguments of a launch: scalars, pointers, structures, textures.
class LaunchArguments {
 public:
  LaunchArguments(const ConfigTree& tree, const LaunchNames& names, LaunchBuffers& buffers,
                  const LaunchTextures& textures)
      : tree_(tree), names_(names), buffers_(buffers), textures_(textures) {}

  /// The argument with this number that stands at `at`. `own_buffers`: it may be a buffer of its own. Throws
  /// Error as load_launch_file does.
  LaunchArgument read(ArgumentConfig given, const std::string& at, std::size_t number, bool own_buffers);

 private:
  std::string kind_of(const std::string& at) const;
  void pointer(LaunchArgument& argument, const ArgumentConfig& given, const std::string& at,
               bool own_buffers);
  LaunchArgument structure(const ArgumentConfig& given, const std::string& at) const;
  void field(LaunchArgument& argument, const FieldConfig& given, const std::string& at,
             std::size_t& alignment) const;
  std::vector<std::byte> field_bytes(const FieldConfig& given, const std::string& at,
                                     std::vector<LaunchAddress>& addresses, std::size_t& alignment) const;
  void only(const std::string& at, const std::string& what, const std::vector<std::string>& legal) const;
  std::vector<std::byte> raw_bytes(const std::string& text, const std::string& path) const;
  bool has(const std::string& at, const char* key) const { return tree_.contains(join_path(at, key)); }

  const ConfigTree& tree_;
  const LaunchNames& names_;
  LaunchBuffers& buffers_;
  const LaunchTextures& textures_;
};

}  // namespace heddle
