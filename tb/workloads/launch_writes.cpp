// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_writes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "models/base/written_files.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const LaunchBuffer& buffer, const std::string& what, const std::string& legal) {
  throw Error({.place = buffer.write_place, .what = what, .value = buffer.write.string(), .legal = legal});
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// Returns the folder that holds the buffer's file.
fs::path folder_of(const LaunchBuffer& buffer) {
  return buffer.write.has_parent_path() ? buffer.write.parent_path() : fs::path(".");
}

/// Returns the name of the hidden file in which a launch file's own files are recorded.
std::string record_of(const LaunchFile& launch) {
  return fmt::format(".{}.written.json", fs::path(launch.file).filename().string());
}

void check_place(const LaunchBuffer& buffer, const WritePlaces& places) {
  std::error_code none;
  const fs::path below = fs::canonical(places.below.empty() ? fs::current_path() : places.below, none);
  const std::string what = fmt::format("a launch file writes below {} alone",
                                       places.below.empty() ? "the working folder" : below.string());
  const std::string legal = "a file below it; --write-below FOLDER names another folder";
  const fs::path name = buffer.write_name;
  const bool leads_out = name.is_absolute() || std::ranges::find(name, fs::path("..")) != name.end();
  if (places.below.empty() && leads_out) refuse(buffer, what, legal);
  if (below.empty() || !is_inside(fs::canonical(folder_of(buffer), none), below)) refuse(buffer, what, legal);
  if (!fs::is_symlink(buffer.write, none)) return;
  const fs::path target = fs::canonical(buffer.write, none);
  if (target.empty() || !is_inside(target, below)) refuse(buffer, what, legal);
}

}  // namespace

void check_writes(const LaunchFile& launch, const WritePlaces& places) {
  if (places.nothing) return;
  std::set<fs::path> taken;
  for (const LaunchBuffer& buffer : launch.buffers) {
    if (buffer.write.empty()) continue;
    check_place(buffer, places);
    if (!taken.insert(fs::weakly_canonical(fs::absolute(buffer.write))).second)
      refuse(buffer, "another buffer is written to this file", "a file for each buffer");
    const WrittenFiles written(folder_of(buffer), record_of(launch));
    if (!places.overwrite && written.foreign(buffer.write.filename().string()))
      refuse(buffer, "this is in the way: this launch file has not written it",
             "a new file; --overwrite replaces any");
  }
}

void write_buffers(const LaunchFile& launch, const WritePlaces& places,
                   const std::vector<std::vector<std::byte>>& contents) {
  if (places.nothing) return;
  check_writes(launch, places);  // once more: files may have come meanwhile
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    const LaunchBuffer& buffer = launch.buffers[i];
    if (buffer.write.empty()) continue;
    const std::string name = buffer.write.filename().string();
    const std::string_view text(reinterpret_cast<const char*>(contents[i].data()), contents[i].size());
    try {
      WrittenFiles written(folder_of(buffer), record_of(launch));
      written.expect(name, text);
      written.save(false);
      WholeFile(buffer.write).write(text);
      written.wrote(name, text);
      written.save(true);
    } catch (const Error& error) {
      Problem problem = error.problem();
      problem.place = buffer.write_place;
      throw Error(std::move(problem));
    }
  }
}

}  // namespace heddle
