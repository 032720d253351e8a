// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle {

/// The files that take part: the source's own, those that it names, those that they include, and those of its
/// folders that are called after a module, package or interface, declare it, and are mentioned; and so on for
/// each of them. A file stands behind those that it needs.
std::vector<std::filesystem::path> files_of(const RtlSource& source);

/// Those of them that declare packages, which must be read ahead of who uses them, and the user's own.
std::vector<std::filesystem::path> files_to_read_first(const RtlSource& source);

/// Is `name` an identifier of the text, outside of comments?
bool mentions(std::string_view text, std::string_view name);
/// Does the text declare the module, package or interface `name`?
bool declares(const std::string& text, std::string_view name);

}  // namespace heddle
