// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/buffer_files.hpp"

#include <fmt/format.h>

#include "models/base/whole_file.hpp"

namespace heddle::fuzz {

void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  WholeFile(file).write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string BufferWriter::begin(const std::string& buffer, std::size_t bytes) {
  return fmt::format("  - name: {}\n    type: u64\n    count: {}\n", buffer, bytes / 8);
}

std::string BufferWriter::fill(const std::string& buffer, std::span<const std::byte> bytes) const {
  return fmt::format("    fill: {{kind: file, file: {}}}\n", file(buffer, bytes));
}

std::string BufferWriter::expect(const std::string& buffer, std::span<const std::byte> bytes) const {
  return fmt::format("    expect: {{kind: file, file: {}}}\n", file(buffer + ".expected", bytes));
}

std::string BufferWriter::file(const std::string& what, std::span<const std::byte> bytes) const {
  const std::string file = fmt::format("{}.{}.bin", name_, what);
  write_file(folder_ / file, bytes);
  return file;
}

}  // namespace heddle::fuzz
