// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tb/workloads/launch_file.hpp"
#include "tb/workloads/launch_names.hpp"

namespace heddle {

/// Reads the buffers of a launch file and makes their contents.
class LaunchBuffers {
 public:
  /// A buffer without its content.
  struct Shape {
    ElementType type{};
    std::uint64_t bytes = 0;
    bool symbol = false;
  };

  LaunchBuffers(const ConfigTree& tree, const LaunchNames& names, std::string file)
      : tree_(tree), names_(names), file_(std::move(file)) {}

  /// Reads the section `buffers`.
  void read_named();
  /// Adds the buffer that stands at `at`. Throws Error as load_launch_file does.
  std::size_t add(const ArgumentConfig& given, const std::string& at);
  /// The buffer of this name; `where` is the place for the message that there is none.
  std::size_t named(const std::string& name, const std::string& where) const;
  const Shape& shape(std::size_t buffer) const { return shapes_[buffer]; }
  /// An offset into the buffer, up to its end; 0 when the key `offset` of `at` is absent.
  std::uint64_t offset(const Literal& given, const std::string& at, std::size_t buffer) const;
  /// The content that the section at `at` describes.
  std::vector<std::byte> content(ContentConfig given, const std::string& at, ElementType type,
                                 std::uint64_t count) const;
  /// Counts bytes that are kept. Throws Error at `place` when they are too many.
  void add_bytes(std::uint64_t bytes, const std::string& place);
  std::uint64_t bytes() const { return bytes_; }
  void forget_bytes_from(std::uint64_t bytes) { bytes_ = bytes; }

  std::vector<LaunchBuffer> take() { return std::move(buffers_); }

 private:
  void check_named(const std::string& at) const;
  void check_expectation(const ArgumentConfig& given, const std::string& at) const;
  void read_outputs(LaunchBuffer& buffer, const ArgumentConfig& given, const std::string& at,
                    std::uint64_t count) const;
  std::filesystem::path output_file(const std::string& name, const std::string& where) const;
  bool has(const std::string& at, const char* key) const { return tree_.contains(join_path(at, key)); }

  const ConfigTree& tree_;
  const LaunchNames& names_;
  std::string file_;
  std::vector<LaunchBuffer> buffers_{};
  std::vector<Shape> shapes_{};
  std::map<std::string, std::size_t> index_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace heddle
