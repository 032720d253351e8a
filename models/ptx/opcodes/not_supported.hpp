// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heddle::ptx {

/// Something that PTX has and this machine does not.
struct NotSupported {
  std::string_view name;   ///< as the table has it: "mma", "tex.cube", ".b128"
  std::string_view group;  ///< what it belongs to, in the plural
};

/// Looks an opcode up, or a directive (with its dot and without suffixes). Nothing when PTX has no such
/// thing, or when this machine has it.
std::optional<NotSupported> not_supported(std::string_view mnemonic,
                                          std::span<const std::string_view> suffixes = {});

}  // namespace heddle::ptx
