// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/base/config.hpp"
#include "tb/run/combination.hpp"

namespace heddle::pairs {

/// One of the ways in which a technique may be built or used, as layers and settings of the machine.
struct Variant {
  std::string name{}, source{};
  std::string config{};                  ///< a layer below the data folder, as --config; empty: none
  std::vector<std::string> set{};        ///< as --set
  std::vector<std::string> workloads{};  ///< on which alone it does anything; empty: on all

  static constexpr auto parameters() {
    using V = Variant;
    return std::tuple{
        parameter(&V::name, "name", "", "a word, by which it is called in messages"),
        parameter(&V::source, "source", "", "the paper and where in it, or `ours`"),
        parameter(&V::config, "config", "", "as --config: a file below the folder of Heddle's data"),
        parameter(&V::set, "set", "", "as --set: SECTION.KEY=VALUE"),
        parameter(&V::workloads, "workloads", "",
                  "those on which it does anything; none are given: on all of them")};
  }
};

struct TechniqueVariants {
  std::string name{};  ///< as --with
  std::vector<Variant> variants{};

  static constexpr auto parameters() {
    using T = TechniqueVariants;
    return std::tuple{parameter(&T::name, "name", "", "of the technique, as --with"),
                      section(&T::variants, "variants", "what it is run with, one at a time")};
  }
};

/// A resource that a machine may have little of: a queue, a buffer, credits, entries.
struct Resource {
  std::string key{};
  std::vector<std::string> values{};
  std::string technique{};

  static constexpr auto parameters() {
    using R = Resource;
    return std::tuple{
        parameter(&R::key, "key", "", "of the configuration"),
        parameter(&R::values, "values", "",
                  "the least sizes, ascending: each machine gets the first that its configuration accepts"),
        parameter(&R::technique, "technique", "", "that must be there; empty: none")};
  }
};

/// Bounds of a run: what takes longer is a failure.
struct Limits {
  std::uint64_t no_progress_cycles = 100'000, max_cycles = 10'000'000;
  unsigned cpu_seconds = 60;

  static constexpr auto parameters() {
    using L = Limits;
    return std::tuple{
        parameter(&L::no_progress_cycles, "no_progress_cycles", "cycles", 1'000u, 1'000'000'000u, "",
                  "as no_progress_cycles of the machine"),
        parameter(&L::max_cycles, "max_cycles", "cycles", 1u, 1'000'000'000u, "",
                  "as max_cycles of the machine"),
        parameter(&L::cpu_seconds, "cpu_seconds", "s", 1u, 100'000u, "", "of the processor, for a run")};
  }
};

/// The techniques with their variants, and what else `heddle pairs` varies: configs/pairs.yaml.
struct Variants {
  Limits limits{};
  std::vector<TechniqueVariants> techniques{};
  std::vector<Beside> beside{};
  std::vector<Resource> resources{};

  static constexpr auto parameters() {
    using V = Variants;
    return std::tuple{
        section(&V::limits, "limits", "of a run"),
        section(&V::techniques, "techniques", "in the order in which they are named with --with"),
        section(&V::beside, "beside", "settings that techniques need beside each other"),
        section(&V::resources, "resources", "that may be scarce")};
  }
};

/// Reads and checks the file. Throws Error with file:line:column for unknown techniques, workloads or files,
/// names that are missing or taken, and settings that are none. Whether a machine has such a setting is known
/// when it is made.
Variants load_variants(const std::filesystem::path& file);
/// Heddle's own: configs/pairs.yaml.
std::filesystem::path variants_file();

}  // namespace heddle::pairs
