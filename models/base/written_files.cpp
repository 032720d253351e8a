// SPDX-License-Identifier: Apache-2.0
#include "models/base/written_files.hpp"

#include <algorithm>

#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

/// Returns the hash of a file, or nothing that a hash could be when it is none that can be read.
std::string hash_of_file(const fs::path& file) {
  try {
    return content_hash(read_text_file(file, "file", FileRole::made));
  } catch (const Error&) {
    return "unreadable";
  }
}

}  // namespace

WrittenFiles::WrittenFiles(fs::path folder, std::string record)
    : folder_(std::move(folder)), record_(std::move(record)) {
  std::error_code none;
  if (!fs::is_regular_file(folder_ / record_, none)) return;
  try {
    json_ = Json::parse(read_text_file(folder_ / record_, "record of written files", FileRole::made));
    for (const auto& [name, hashes] : json_.at("written").items())
      hashes_[name] = hashes.get<std::set<std::string>>();
    complete_ = json_.at("complete").get<bool>();
    recorded_ = true;
  } catch (const nlohmann::json::exception&) {  // somebody else's file of this name
    hashes_.clear();
    json_ = nullptr;
  }
}

std::set<std::string> WrittenFiles::names() const {
  std::set<std::string> all;
  for (const auto& [name, hashes] : hashes_) all.insert(name);
  return all;
}

bool WrittenFiles::foreign(const std::string& name) const {
  const fs::path file = folder_ / name;
  std::error_code none;
  if (!fs::exists(fs::symlink_status(file, none))) return false;
  if (name == record_) return !recorded_;
  const auto known = hashes_.find(name);
  return known == hashes_.end() || fs::is_symlink(file, none) || !known->second.contains(hash_of_file(file));
}

bool WrittenFiles::intact() const {
  return recorded_ && complete_ && std::ranges::all_of(hashes_, [&](const auto& entry) {
           return entry.second.contains(hash_of_file(folder_ / entry.first));
         });
}

void WrittenFiles::expect(const std::string& name, std::string_view content) {
  hashes_[name].insert(content_hash(content));
}

void WrittenFiles::wrote(const std::string& name, std::string_view content) {
  hashes_[name] = {content_hash(content)};
}

std::string WrittenFiles::text(bool complete, const Json& more) const {
  Json json = more;
  json["complete"] = complete;
  json["written"] = Json::object();
  for (const auto& [name, hashes] : hashes_) json["written"][name] = hashes;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void WrittenFiles::save(bool complete, const Json& more) {
  WholeFile(folder_ / record_).write(text(complete, more));
  recorded_ = true;
  complete_ = complete;
}

}  // namespace heddle
