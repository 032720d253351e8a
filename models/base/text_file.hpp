// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle {

/// Whether a file is an input from outside, which belongs to the record of what was read (read_files.hpp), or
/// what this program or a tool that it has called has just made.
enum class FileRole { input, made };

/// The content of a file, of a pipe to its end, or of a file in an archive (archive.hpp). `kind` names it in
/// messages: "PTX file". Throws Error with the system's reason when it cannot be read, and for a folder, a
/// device (which may have no end), and more bytes than are taken of its kind (outside_limits.hpp).
std::string read_text_file(const std::filesystem::path& file, std::string_view kind,
                           FileRole role = FileRole::input);

}  // namespace heddle
