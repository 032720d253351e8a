// SPDX-License-Identifier: Apache-2.0
#include "tb/pairs/variants.hpp"

#include <algorithm>
#include <set>

#include "hw/sm/hooks/technique.hpp"
#include "models/base/data_root.hpp"
#include "models/base/registry.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::pairs {
namespace fs = std::filesystem;
namespace {

/// Gives an Error of `check` the place of what stands at `path`.
template <class Check>
void at(const ConfigTree& tree, const std::string& path, Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    Problem problem = error.problem();
    problem.place = tree.place_of(path);
    throw Error(std::move(problem));
  }
}

void require_settings(const ConfigTree& tree, const std::string& path, const std::vector<std::string>& set) {
  for (const std::string& setting : set)
    if (const auto equals = setting.find('='); equals == 0 || equals == std::string::npos)
      throw Error({.place = tree.place_of(path + ".set"),
                   .what = "this sets nothing",
                   .value = setting,
                   .legal = "SECTION.KEY=VALUE"});
}

/// Names stand in messages, and are used once.
void require_name(const ConfigTree& tree, const std::string& path, const std::string& name,
                  std::set<std::string>& taken) {
  if (name.empty()) throw Error({.place = tree.place_of(path), .what = "it has no name"});
  if (!taken.insert(name).second)
    throw Error({.place = tree.place_of(path + ".name"), .what = "this name is taken", .value = name});
}

void check_variant(const ConfigTree& tree, const std::string& path, const Variant& v) {
  require_settings(tree, path, v.set);
  if (v.source.empty())
    throw Error({.place = tree.place_of(path), .what = "the variant has no source", .value = v.name});
  if (!v.config.empty()) at(tree, path + ".config", [&] { data_file(v.config); });
  for (const std::string& workload : v.workloads)
    at(tree, path + ".workloads", [&] { Registry<Workload>::instance().find(workload); });
}

void check_technique(const ConfigTree& tree, const std::string& path, const TechniqueVariants& t) {
  at(tree, path + ".name", [&] { Registry<TechniqueEntry>::instance().find(t.name); });
  if (t.variants.empty())
    throw Error({.place = tree.place_of(path), .what = "the technique has no variants", .value = t.name});
  std::set<std::string> taken;
  for (std::size_t v = 0; v < t.variants.size(); ++v) {
    const std::string of_variant = fmt::format("{}.variants[{}]", path, v);
    require_name(tree, of_variant, t.variants[v].name, taken);
    check_variant(tree, of_variant, t.variants[v]);
  }
}

void check(const ConfigTree& tree, const Variants& all, const std::string& file) {
  std::set<std::string> taken;
  for (std::size_t t = 0; t < all.techniques.size(); ++t) {
    const std::string path = fmt::format("techniques[{}]", t);
    require_name(tree, path, all.techniques[t].name, taken);
    check_technique(tree, path, all.techniques[t]);
  }
  if (all.techniques.size() < 2)
    throw Error({.place = tree.contains("techniques") ? tree.place_of("techniques") : file,
                 .what = "there is no pair of techniques",
                 .value = fmt::format("{} of them", all.techniques.size()),
                 .legal = "two or more"});
  for (std::size_t b = 0; b < all.beside.size(); ++b) {
    const std::string path = fmt::format("beside[{}]", b);
    require_settings(tree, path, all.beside[b].set);
    for (const std::string& name : all.beside[b].techniques)
      at(tree, path + ".techniques", [&] { Registry<TechniqueEntry>::instance().find(name); });
  }
  for (std::size_t r = 0; r < all.resources.size(); ++r) {
    const std::string path = fmt::format("resources[{}]", r);
    const Resource& resource = all.resources[r];
    if (resource.key.empty() || resource.values.empty())
      throw Error({.place = tree.place_of(path), .what = "a resource has a key and values"});
    if (!resource.technique.empty())
      at(tree, path + ".technique", [&] { Registry<TechniqueEntry>::instance().find(resource.technique); });
  }
}

}  // namespace

Variants load_variants(const fs::path& file) {
  ConfigTree tree;
  tree.add_file(file.string());
  auto all = resolve<Variants>(tree);
  tree.check_all_used();
  check(tree, all, file.string());
  return all;
}

fs::path variants_file() { return data_file("configs/pairs.yaml"); }

}  // namespace heddle::pairs
