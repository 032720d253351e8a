// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle {

struct ZipMember {
  std::string name, content;
  bool link = false;  ///< a symbolic link to `content`
};

/// Writes an archive, also one that no honest program writes.
inline void write_zip(const std::filesystem::path& file, const std::vector<ZipMember>& members) {
  archive* out = archive_write_new();
  archive_write_set_format_zip(out);
  bool good = archive_write_open_filename(out, file.c_str()) == ARCHIVE_OK;
  for (const ZipMember& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_filetype(entry, member.link ? AE_IFLNK : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    if (member.link) archive_entry_set_symlink(entry, member.content.c_str());
    if (!member.link) archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
    good = good && archive_write_header(out, entry) == ARCHIVE_OK;
    if (!member.link) archive_write_data(out, member.content.data(), member.content.size());
    archive_entry_free(entry);
  }
  good = archive_write_close(out) == ARCHIVE_OK && good;
  archive_write_free(out);
  if (!good) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace heddle
