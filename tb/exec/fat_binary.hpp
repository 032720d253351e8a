// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::exec {

/// What a compiler of CUDA puts into a program: PTX, and machine code of real GPUs, of several architectures.
struct FatEntry {
  bool is_ptx = false;        ///< else machine code
  unsigned architecture = 0;  ///< 75: sm_75
  std::string ptx{};          ///< the text, if it is PTX
};

/// Reads a fat binary with entries as they are, or compressed by LZ4 or Zstandard. Throws Error for what is
/// none, or is cut short.
std::vector<FatEntry> read_fat_binary(std::span<const std::byte> binary);

/// A fat binary with this PTX alone, which is not compressed.
std::vector<std::byte> write_fat_binary(const std::string& ptx, unsigned architecture);

}  // namespace heddle::exec
