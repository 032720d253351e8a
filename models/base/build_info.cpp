// SPDX-License-Identifier: Apache-2.0
#include "models/base/build_info.hpp"

#include <filesystem>
#include <fstream>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/this_program.hpp"

namespace heddle {
namespace {

constexpr const char* commit_file = "heddle_commit.txt";

std::string commit_beside_the_program() {
  std::string commit;
  if (std::ifstream in(this_program().parent_path() / commit_file); std::getline(in, commit)) return commit;
  try {
    if (std::ifstream in(data_root() / commit_file); std::getline(in, commit)) return commit;
  } catch (const Error&) {  // no data, no commit
  }
  return "unknown";
}

}  // namespace

const BuildInfo& build_info() {
  static const BuildInfo info{.version = HEDDLE_VERSION, .commit = commit_beside_the_program()};
  return info;
}

}  // namespace heddle
