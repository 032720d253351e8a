// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/output_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "models/base/archive.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

bool is_device(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) && !fs::is_regular_file(file, none);
}

bool same_file(const fs::path& a, const fs::path& b) {
  if (const auto member = archive_member(b)) return same_file(a, member->archive);
  std::error_code none;
  if (fs::equivalent(a, b, none)) return true;  // also by a link
  return fs::weakly_canonical(fs::absolute(a), none) == fs::weakly_canonical(fs::absolute(b), none);
}

void refuse_same(const NamedFile& output, const NamedFile& other, bool is_input) {
  if (other.file.empty() || !same_file(output.file, other.file)) return;
  throw Error({.place = "command line",
               .what = is_input ? fmt::format("{} would replace what {} reads", output.option, other.option)
                                : fmt::format("{} and {} name one file", output.option, other.option),
               .value = output.file,
               .legal = "a file of its own"});
}

}  // namespace

std::vector<NamedFile> files_named_by(const UserRtl& rtl) {
  std::vector<NamedFile> all{{"--rtl", rtl.file.string()}};
  for (const fs::path& list : rtl.lists) all.push_back({"-F", list.string()});
  if (rtl.empty()) return all;
  for (const fs::path& file : expand(rtl).files) all.push_back({"a list of --rtl", file.string()});
  return all;
}

void check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].file.empty() || is_device(outputs[k].file)) continue;
    for (const NamedFile& input : inputs) refuse_same(outputs[k], input, true);
    for (std::size_t other = 0; other < k; ++other) refuse_same(outputs[k], outputs[other], false);
  }
}

}  // namespace heddle
