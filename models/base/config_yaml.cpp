// SPDX-License-Identifier: Apache-2.0
// Reading YAML into a ConfigTree.
#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "models/base/config_tree.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

using Entry = ConfigTree::Entry;
using Layer = std::map<std::string, Entry>;

constexpr int max_depth = 16;                // an alias can nest a map in itself
constexpr std::size_t max_entries = 100000;  // aliases can multiply entries

/// What yaml-cpp complains of; its word for what is nested too deeply is "bad file".
std::string reason_of(const YAML::Exception& e) {
  return dynamic_cast<const YAML::DeepRecursion*>(&e) != nullptr ? "nested too deeply" : e.msg;
}

/// Turns the nodes of one YAML document into entries.
class Flattener {
 public:
  Flattener(std::string name, bool has_lines) : name_(std::move(name)), has_lines_(has_lines) {}

  std::string place(const YAML::Mark& mark) const {
    if (!has_lines_ || mark.is_null()) return name_;
    return fmt::format("{}:{}:{}", name_, mark.line + 1, mark.column + 1);
  }

  void map(const YAML::Node& node, const std::string& path, const std::string& key_place, int depth) {
    if (depth > max_depth || layer.size() > max_entries)
      throw Error({.place = key_place, .what = "nested too deeply", .value = path});
    if (node.size() == 0 && !path.empty()) add(path, {.key_place = key_place});
    for (const auto& item : node) {
      const std::string where = place(item.first.Mark());
      if (!item.first.IsScalar()) throw Error({.place = where, .what = "a key must be a plain word"});
      value(item.second, join_path(path, checked_key(item.first.Scalar(), where)), where, depth);
    }
  }

  void value(const YAML::Node& node, const std::string& path, const std::string& key_place, int depth) {
    Entry entry{.place = node.IsNull() ? key_place : place(node.Mark()), .key_place = key_place};
    if (node.IsMap()) return map(node, path, key_place, depth + 1);
    if (node.IsSequence()) return sequence(node, path, std::move(entry), depth);
    if (node.IsScalar()) {
      entry.kind = ConfigTree::Kind::scalar;
      entry.values = {node.Scalar()};
    }
    add(path, std::move(entry));
  }

  Layer layer;

 private:
  static const std::string& checked_key(const std::string& key, const std::string& where) {
    if (key.empty() || key.front() == '.' || key.back() == '.' || key.find("..") != std::string::npos)
      throw Error({.place = where, .what = "a part of the key is empty", .value = key});
    return key;
  }

  void sequence(const YAML::Node& node, const std::string& path, Entry entry, int depth) {
    const bool of_maps = std::any_of(node.begin(), node.end(), [](const auto& item) { return item.IsMap(); });
    if (of_maps) {
      for (std::size_t i = 0; i < node.size(); ++i) {
        if (!node[i].IsMap())
          throw Error({.place = place(node[i].Mark()), .what = "a list mixes maps and values"});
        map(node[i], fmt::format("{}[{}]", path, i), place(node[i].Mark()), depth + 1);
      }
      return;
    }
    entry.kind = ConfigTree::Kind::list;
    for (const auto& item : node) {
      if (!item.IsScalar())
        throw Error({.place = place(item.Mark()), .what = fmt::format("{} is a list of plain values", path)});
      entry.values.push_back(item.Scalar());
    }
    add(path, std::move(entry));
  }

  void add(const std::string& path, Entry entry) {
    const std::string place = entry.key_place;
    const auto [it, fresh] = layer.try_emplace(path, std::move(entry));
    if (!fresh)
      throw Error({.place = place,
                   .what = fmt::format("duplicate key (first at {})", it->second.key_place),
                   .value = path});
  }

  std::string name_;
  bool has_lines_;
};

/// Merges a later layer into `entries`: a list in that layer replaces the whole earlier list.
void merge(std::map<std::string, Entry>& entries, Layer layer) {
  std::set<std::string> lists;
  for (const auto& [path, entry] : layer) {
    if (entry.kind == ConfigTree::Kind::list) lists.insert(path);
    if (const auto bracket = path.find('['); bracket != std::string::npos)
      lists.insert(path.substr(0, bracket));
  }
  for (const std::string& list : lists)
    std::erase_if(entries, [&](const auto& old) {
      return old.first.starts_with(list) &&
             (old.first.size() == list.size() || old.first[list.size()] == '[');
    });
  for (auto& [path, entry] : layer) entries.insert_or_assign(path, std::move(entry));
}

/// The entries of a text.
Layer layer_of(const std::string& yaml, const std::string& name) {
  Flattener flattener(name, true);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(yaml);
    if (documents.size() > 1)
      throw Error({.place = flattener.place(documents[1].Mark()), .what = "more than one YAML document"});
    if (documents.empty() || documents[0].IsNull()) return {};
    if (!documents[0].IsMap())
      throw Error(
          {.place = flattener.place(documents[0].Mark()), .what = "a configuration is a map of keys"});
    flattener.map(documents[0], "", name, 0);
  } catch (const YAML::Exception& e) {
    throw Error({.place = flattener.place(e.mark), .what = fmt::format("YAML: {}", reason_of(e))});
  }
  return std::move(flattener.layer);
}

}  // namespace

void ConfigTree::add_text(const std::string& yaml, const std::string& name) {
  merge(entries_, layer_of(yaml, name));
}

/// Of each file the entries of its last text are kept: an experiment makes hundreds of configurations of the
/// same few files.
void ConfigTree::add_file(const std::string& path) {
  struct Parsed {
    std::string text{};
    Layer layer{};
  };
  static thread_local std::map<std::string, Parsed> files;
  std::string text = read_text_file(path, "configuration file");
  auto file = files.find(path);
  if (file == files.end() || file->second.text != text) {
    Layer layer = layer_of(text, path);
    file = files.insert_or_assign(path, Parsed{std::move(text), std::move(layer)}).first;
  }
  merge(entries_, file->second.layer);
}

void ConfigTree::set(std::string_view path, const std::string& yaml_value, const std::string& place) {
  Flattener flattener(place, false);
  if (path.empty() || path.front() == '.' || path.back() == '.' || path.find("..") != std::string_view::npos)
    throw Error({.place = place, .what = "a part of the key is empty", .value = std::string(path)});
  try {
    flattener.value(YAML::Load(yaml_value), std::string(path), place, 0);
  } catch (const YAML::Exception& e) {
    throw Error(
        {.place = place, .what = fmt::format("value of {}: {}", path, reason_of(e)), .value = yaml_value});
  }
  // The assignment changes one element of an existing list of sections in place; any other is a layer of its
  // own.
  if (path.find('[') != std::string_view::npos)
    for (auto& [name, entry] : flattener.layer) entries_.insert_or_assign(name, std::move(entry));
  else
    merge(entries_, std::move(flattener.layer));
}

void ConfigTree::set(std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw Error({.place = "command line",
                 .what = "a setting needs a value",
                 .value = std::string(assignment),
                 .legal = "section.key=value"});
  set(assignment.substr(0, equals), std::string(assignment.substr(equals + 1)), "command line");
}

}  // namespace heddle
