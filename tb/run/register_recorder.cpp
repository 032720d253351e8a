// SPDX-License-Identifier: Apache-2.0
#include "tb/run/register_recorder.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/little_endian.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"

namespace heddle {
namespace {

constexpr std::string_view register_file_magic = "HDLWREGS";
constexpr unsigned register_file_version = 1, register_file_header_bytes = 24;

}  // namespace

std::string register_file_of(std::span<const WarpRegister> registers) {
  std::string content(register_file_magic);
  put_little_endian(content, register_file_version, 4);
  put_little_endian(content, sizeof(WarpRegister), 4);
  put_little_endian(content, registers.size(), 8);
  for (const WarpRegister& r : registers)
    for (const std::uint32_t lane : r.lane) put_little_endian(content, lane, 4);
  return content;
}

std::vector<WarpRegister> registers_of(std::string_view content, const std::string& file) {
  const auto fail = [&](const std::string& what, const std::string& value = "",
                        const std::string& legal = "") {
    throw Error({.place = file, .what = what, .value = value, .legal = legal});
  };
  if (!content.starts_with(register_file_magic))
    fail("this is no file of registers", "", "what heddle run ... --record-registers FILE writes");
  if (content.size() < register_file_header_bytes) fail("the file of registers is truncated");
  if (const auto version = little_endian_at(content, 8, 4); version != register_file_version)
    fail("the file of registers has another version", fmt::format("{}", version),
         fmt::format("{}", register_file_version));
  if (const auto bytes = little_endian_at(content, 12, 4); bytes != sizeof(WarpRegister))
    fail("the registers have another length", fmt::format("{} bytes", bytes), "128 bytes");
  const std::uint64_t count = little_endian_at(content, 16, 8);
  const std::size_t bytes = content.size() - register_file_header_bytes;
  if (bytes % sizeof(WarpRegister) != 0 || bytes / sizeof(WarpRegister) != count)
    fail("the file of registers is truncated, or longer than it says", fmt::format("{} bytes", bytes),
         fmt::format("128 for each of {} registers", count));
  if (count == 0) fail("there are no registers in the file");
  std::vector<WarpRegister> registers(count);
  std::size_t at = register_file_header_bytes;
  for (WarpRegister& r : registers)
    for (std::uint32_t& lane : r.lane) {
      lane = static_cast<std::uint32_t>(little_endian_at(content, at, 4));
      at += 4;
    }
  return registers;
}

std::vector<WarpRegister> read_registers(const std::filesystem::path& file) {
  return registers_of(read_text_file(file, "file of registers"), file.string());
}

void RegisterRecorder::write(const std::filesystem::path& file) const {
  WholeFile(file).write(register_file_of(registers_));
}

}  // namespace heddle
