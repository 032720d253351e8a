// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/rtl_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_files.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/cosim/rtl/vhdl.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Removes the parameters that the RTL does not declare, and returns those of them that it would have to
/// declare.
std::vector<std::string> keep_declared(RtlSource& source) {
  RtlSource as_it_is = source;
  as_it_is.parameters.clear();
  require_inside(as_it_is);
  const std::vector<std::string>& declared = read_rtl(as_it_is).parameters;
  const RtlParameters defaults = default_parameters(source.block);
  std::vector<std::string> undeclared;
  for (auto it = source.parameters.begin(); it != source.parameters.end();) {
    if (std::find(declared.begin(), declared.end(), it->first) != declared.end()) {
      ++it;
      continue;
    }
    if (const auto d = defaults.find(it->first); d == defaults.end() || d->second != it->second)
      undeclared.push_back(fmt::format("{}={}", it->first, it->second));
    it = source.parameters.erase(it);
  }
  return undeclared;
}

/// Refuses a pipe or a device: the file is read more than once.
void require_file(const fs::path& file) {
  std::error_code none;
  if (fs::exists(file, none) && !fs::is_regular_file(file, none))
    throw Error({.what = "a file of RTL is no file", .value = file.string()});
}

/// Returns the file of the list that declares the module; empty when none does.
fs::path find_module(std::string_view block, const ExpandedRtl& rtl) {
  for (const fs::path& file : rtl.files)
    if (!is_vhdl(file) && declares(read_text_file(file, "RTL"), block)) return file;
  return {};
}

fs::path file_of_module(const std::string& block, const ExpandedRtl& rtl) {
  if (fs::path file = find_module(block, rtl); !file.empty()) return file;
  throw Error({.place = rtl.rtl.lists.empty() ? "" : rtl.rtl.lists.front().string(),
               .what = fmt::format("no file of the list declares the module {}", block),
               .value = fmt::format("{} files", rtl.files.size())});
}

/// Lets the source find modules of the block's technique, and those that several techniques share.
void search_own_folders(RtlSource& source, const fs::path& own) {
  source.folders.insert(source.folders.end(), {own, own.parent_path(), data_root()});
}

/// Returns the parameters that the RTL would need to declare.
std::vector<std::string> take(RtlSource& source, const UserRtl& users) {
  const fs::path own = source.file.parent_path();
  ExpandedRtl rtl = expand(users);
  for (const fs::path& file : rtl.files) require_file(file);
  require_file(rtl.rtl.file);
  source.users = true;
  source.defines = rtl.rtl.defines;
  source.allowed = rtl.rtl.allowed;
  source.loop_limit = rtl.rtl.loop_limit;
  std::vector<fs::path> vhdl;
  std::copy_if(rtl.files.begin(), rtl.files.end(), std::back_inserter(vhdl), is_vhdl);
  std::erase_if(rtl.files, is_vhdl);
  if (is_vhdl(rtl.rtl.file)) vhdl.push_back(rtl.rtl.file);
  if (!vhdl.empty()) {
    source.file = verilog_of_vhdl(source.block, vhdl, source.parameters, allows_outside(source));
  } else {
    source.file = rtl.rtl.file.empty() ? file_of_module(source.block, rtl) : rtl.rtl.file;
    std::erase(rtl.files, source.file);
    source.folders.push_back(source.file.has_parent_path() ? source.file.parent_path() : fs::path("."));
  }
  source.files = rtl.files;
  source.folders.insert(source.folders.end(), rtl.rtl.folders.begin(), rtl.rtl.folders.end());
  search_own_folders(source, own);
  return keep_declared(source);
}

RtlSource start(std::string_view block, const RtlParameters& parameters) {
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  return {.block = entry.name, .file = rtl_file(entry), .parameters = parameters};
}

}  // namespace

bool declares_module(const ExpandedRtl& rtl, std::string_view module) {
  return !find_module(module, rtl).empty();
}

RtlParameters default_parameters(std::string_view block) {
  return Registry<BlockEntry>::instance().find(block).rtl_parameters({});
}

std::vector<std::string> undeclared_parameters(std::string_view block, const UserRtl& rtl,
                                               const RtlParameters& parameters) {
  RtlSource source = start(block, parameters);
  return rtl.empty() ? std::vector<std::string>{} : take(source, rtl);
}

bool FittingSets::contains(std::string_view set) const {
  return std::find(sets.begin(), sets.end(), set.empty() ? "default" : set) != sets.end();
}

std::string FittingSets::note() const {
  if (left_out.empty()) return {};
  return fmt::format("parameter sets left out, because the RTL does not declare their parameters: {}",
                     fmt::join(left_out, ", "));
}

FittingSets fitting_sets(const std::string& block, const UserRtl& rtl,
                         const std::vector<std::string>& overrides) {
  FittingSets fitting;
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  for (const std::string& set : parameter_set_names(block)) {
    const auto undeclared =
        undeclared_parameters(block, rtl, entry.rtl_parameters(parameter_set(block, set, overrides)));
    if (undeclared.empty())
      fitting.sets.push_back(set);
    else
      fitting.left_out.push_back(fmt::format("{} ({})", set, fmt::join(undeclared, " ")));
  }
  if (fitting.sets.empty()) fitting.sets = {"default"};
  return fitting;
}

RtlSource rtl_source(std::string_view block, const UserRtl& rtl, const RtlParameters& parameters) {
  RtlSource source = start(block, parameters);
  if (rtl.empty()) {
    search_own_folders(source, source.file.parent_path());
    return source;
  }
  if (const auto undeclared = take(source, rtl); !undeclared.empty())
    throw Error({.place = source.file.string(),
                 .what = "the RTL does not declare a parameter that the set asks for",
                 .value = fmt::format("{}", fmt::join(undeclared, ", "))});
  require_inside(source);
  return source;
}

}  // namespace heddle
