// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"

namespace heddle {

/// The card of a block. Throws Error when there is none.
inline std::filesystem::path card_file(const BlockEntry& entry) {
  const std::string name = entry.name + ".yaml";
  if (entry.folder.empty()) return data_file(std::filesystem::path("configs/blocks") / name);
  const std::filesystem::path file = std::filesystem::path(entry.folder) / name;
  if (!std::filesystem::is_regular_file(file))
    throw Error(
        {.place = file.string(), .what = "the card of a plug-in's block is missing", .value = entry.name});
  return file;
}

/// The RTL of a block, whether it is there or not.
inline std::filesystem::path rtl_file(const BlockEntry& entry) {
  const std::filesystem::path folder =
      entry.folder.empty() ? data_root() / "rtl_ref" / entry.technique : std::filesystem::path(entry.folder);
  return folder / (entry.name + ".sv");
}

}  // namespace heddle
