// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/sm/warps/sm_observer.hpp"

// A file of warp registers, as `heddle run ... --record-registers FILE` leaves it. All numbers are
// little-endian.
//
//   offset  bytes
//        0      8  "HDLWREGS"
//        8      4  version: 1
//       12      4  bytes of a register: 128
//       16      8  number of registers
//       24         the registers in the order of being written, uncompressed, lane 0 first

namespace heddle {

std::string register_file_of(std::span<const WarpRegister> registers);

/// Throws Error that names the file when it cannot be read, is of another kind or version, truncated, or has
/// no register.
std::vector<WarpRegister> read_registers(const std::filesystem::path& file);
/// The same of a file's content; `file` names it in messages.
std::vector<WarpRegister> registers_of(std::string_view content, const std::string& file);

/// Keeps the results of one SM in the order in which they go to its encoders: vectors for a block's energy.
class RegisterRecorder final : public SmObserver {
 public:
  /// Records at most `limit` results of the first SM.
  explicit RegisterRecorder(std::size_t limit) : limit_(limit) {}

  void encoded(unsigned sm, const RegisterWrite& w, Cycle) override {
    if (sm == 0 && registers_.size() < limit_) registers_.push_back(w.data);
  }
  /// Writes them. Throws Error when the file cannot be written.
  void write(const std::filesystem::path& file) const;

 private:
  const std::size_t limit_;
  std::vector<WarpRegister> registers_;
};

}  // namespace heddle
