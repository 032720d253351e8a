// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "tb/workloads/launch_file.hpp"

namespace heddle {

/// What the command line lets a launch file write: without a word, new files below the working folder, and
/// those again that the same launch file has written.
struct WritePlaces {
  std::filesystem::path below{};  ///< only below this folder; empty: the working folder
  bool overwrite = false;         ///< also where a file is that the launch file has not written
  bool nothing = false;           ///< no file at all
};

/// Throws Error with the place of the key `write` when a buffer's file would lie elsewhere (by its name, or
/// through a symbolic link), replace what the launch file has not written, or be another buffer's, too.
void check_writes(const LaunchFile& launch, const WritePlaces& places);

/// Writes the buffers that have a file; `contents` has an element a buffer. Each file is written whole or not
/// at all. A hidden file beside it records that the launch file wrote it. Throws Error as `check_writes`.
void write_buffers(const LaunchFile& launch, const WritePlaces& places,
                   const std::vector<std::vector<std::byte>>& contents);

}  // namespace heddle
