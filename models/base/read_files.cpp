// SPDX-License-Identifier: Apache-2.0
#include "models/base/read_files.hpp"

#include <mutex>
#include <utility>

#include "models/base/content_hash.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

struct Noted {
  std::mutex mutex{};
  std::set<ReadFile> files{};
};

Noted& noted() {
  static Noted all;
  return all;
}

}  // namespace

void note_read(const fs::path& file, std::string_view kind, std::string_view content) {
  std::error_code none;
  const fs::path whole = fs::absolute(file, none).lexically_normal();
  note_read({std::string(kind), whole.string(), content_hash(content), content.size()});
}

void note_read(ReadFile file) {
  const std::lock_guard lock(noted().mutex);
  noted().files.insert(std::move(file));
}

std::set<ReadFile> read_files() {
  const std::lock_guard lock(noted().mutex);
  return noted().files;
}

ReadScope::ReadScope() {
  const std::lock_guard lock(noted().mutex);
  outer_ = std::exchange(noted().files, {});
}

ReadScope::~ReadScope() {
  const std::lock_guard lock(noted().mutex);
  noted().files.merge(outer_);
}

}  // namespace heddle
