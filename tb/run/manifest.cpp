// SPDX-License-Identifier: Apache-2.0
#include "tb/run/manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "models/base/build_info.hpp"
#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/base/this_program.hpp"
#include "tb/run/named.hpp"
#include "tb/run/program.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The words of the command line; none where the system does not tell them.
std::vector<std::string> command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

/// What such files say is in the request, as the resolved configuration; cards are read for reports alone.
bool stands_in_request(const ReadFile& f) {
  return f.kind == "configuration file" || f.kind == "card of a block";
}

}  // namespace

const std::string& program_hash() {
  static const std::string hash = content_hash(read_text_file(this_program(), "program", FileRole::made));
  return hash;
}

OrderedJson about_this_process() {
  OrderedJson files = OrderedJson::array();
  for (const ReadFile& f : read_files())
    files.push_back({{"kind", f.kind}, {"path", f.path}, {"bytes", f.bytes}, {"hash", f.hash}});
  return {{"heddle",
           {{"version", build_info().version}, {"commit", build_info().commit}, {"hash", program_hash()}}},
          {"command", command_line()},
          {"folder", fs::current_path().string()},
          {"read", std::move(files)}};
}

std::string configuration_hash(const PlatformOptions& options) {
  ContentHash hash;
  const Platform platform = resolve_platform(options);
  for (const ConfigTree::Resolved& r : platform.tree.resolved())
    hash.add(fmt::format("{}: {}\n", r.info.path, fmt::join(r.values, ",")));  // not where it comes from
  return hash.text();
}

OrderedJson json_of(const RunRequest& r, const std::string& configuration) {
  std::string variant = r.workload.variant;
  if (is_workload(r)) variant = variant_of(r, named<Workload>(r.target));
  const ChosenSize size = chosen_size(r.workload.sizes, r.workload.small);
  const bool sampled = !r.samples.statistics.empty(), drawn = !r.timeline.empty();
  OrderedJson json{{"target", is_workload(r) ? r.target : fs::path(r.target).filename().string()},
                   {"size", is_workload(r) ? OrderedJson(name_of(size.name)) : OrderedJson(nullptr)},
                   {"sizes", size.assignments},
                   {"seed", r.workload.seed},
                   {"ptx", variant},
                   {"max_registers", r.workload.build.max_registers},
                   {"techniques", r.platform.techniques},
                   {"rtl", r.rtl},
                   {"check", r.check},
                   {"coverage", r.coverage}};
  if (sampled)
    json["samples"] = {
        {"statistics", r.samples.statistics}, {"every", r.samples.every}, {"until", r.samples.until}};
  if (drawn) json["timeline"] = {{"first", r.timeline_window.first}, {"last", r.timeline_window.last}};
  for (const std::string& file : r.linked) json["linked"].push_back(fs::path(file).filename().string());
  json["configuration"] = configuration;
  return json;
}

std::string run_key(const OrderedJson& request, const std::set<ReadFile>& files) {
  ContentHash hash;
  hash.add(program_hash());
  hash.add(request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::set<std::pair<std::string, std::string>> contents;
  for (const ReadFile& f : files)
    if (!stands_in_request(f)) contents.emplace(f.kind, f.hash);
  for (const auto& [kind, content] : contents) {
    hash.add(kind);
    hash.add(content);
  }
  return hash.text();
}

std::vector<std::string> changed_since(const OrderedJson& manifest) {
  std::vector<std::string> changed;
  for (const auto& file : manifest.at("read")) {
    const auto path = file.at("path").get<std::string>();
    try {
      if (content_hash(read_text_file(path, "file", FileRole::made)) == file.at("hash")) continue;
    } catch (const Error&) {
    }
    changed.push_back(path);
  }
  return changed;
}

}  // namespace heddle
