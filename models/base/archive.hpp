// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Files that lie in an archive (zip). A path names one as
// "tests/hardware/recordings.zip:triton_add/triton_add.ptx", and read_text_file reads it like any other file:
// what lies beside it is found by the path, and messages name it.

namespace heddle {

struct ArchiveMember {
  std::filesystem::path archive{};
  std::string name{};  ///< within the archive: "triton_add/triton_add.ptx"
};

/// The member that the path names. Empty for a path without ".zip:", and when there is a file of just that
/// name.
std::optional<ArchiveMember> archive_member(const std::filesystem::path& file);

/// The path of a member, for read_text_file.
std::filesystem::path path_of(const ArchiveMember& member);

/// The names of all files in the archive, sorted. Throws Error for an archive that cannot be read, is larger
/// than is taken of one (outside_limits.hpp), is damaged, or has a member that is no file or whose name leads
/// elsewhere ("..").
std::vector<std::string> members_of(const std::filesystem::path& archive);

/// The content of a member; `kind` names it in messages. Throws Error as members_of does, and for a member
/// that is not there, does not fit its checksum, or has more bytes than are taken of its kind.
std::string read_member(const ArchiveMember& member, std::string_view kind);

}  // namespace heddle
