// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace heddle::fuzz {

/// Writes the bytes as a file; throws Error when that fails.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
inline void write_file(const std::filesystem::path& file, const std::string& text) {
  write_file(file, std::as_bytes(std::span(text)));
}

/// Writes a kernel's buffers of u64 as arguments in its launch file, and their contents as files beside it.
class BufferWriter {
 public:
  /// Files begin with `name`, the kernel's.
  BufferWriter(std::filesystem::path folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  static std::string begin(const std::string& buffer, std::size_t bytes);
  std::string fill(const std::string& buffer, std::span<const std::byte> bytes) const;
  std::string expect(const std::string& buffer, std::span<const std::byte> bytes) const;

 private:
  std::string file(const std::string& what, std::span<const std::byte> bytes) const;

  std::filesystem::path folder_;
  std::string name_;
};

}  // namespace heddle::fuzz
