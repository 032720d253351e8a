// SPDX-License-Identifier: Apache-2.0
#include "tb/run/kernel_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Dim3& size) { return fmt::format("{}x{}x{}", size.x, size.y, size.z); }

Json json_of(const StatValue& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return nullptr;
}

void put(Json& object, const std::string& path, Json value) {
  Json* at = &object;
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    at = &(*at)[path.substr(begin, dot - begin)];
    begin = dot + 1;
  }
  (*at)[path.substr(begin)] = std::move(value);
}

}  // namespace

KernelRecords::KernelRecords(const StatGroup& stats) {
  columns_.push_back({"cycles", &stats.find("cycles")});
  for (const char* name : total_groups)
    if (const StatGroup* group = stats.below(name))
      group->visit([&](const std::string& path, const Statistic& statistic) {
        if (!statistic.formula) columns_.push_back({path, &statistic});
      });
  for (const char* name : energy_groups)
    if (const StatGroup* group = stats.below(name))
      group->visit([&](const std::string& path, const Statistic& statistic) {
        if (statistic.unit == "pJ" || statistic.unit == "nJ") energies_.push_back({path, &statistic});
      });
  const auto column = [&](std::string_view path) {
    return static_cast<std::size_t>(
        std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.path == path; }) -
        columns_.begin());
  };
  instructions_ = column("sm_total.warp_instructions");
  before_.sums.resize(columns_.size());
  before_.energies.resize(energies_.size());
}

KernelRecords::Record KernelRecords::now() const {
  Record record;
  for (const Column& column : columns_) record.sums.push_back(column.statistic->sums());
  for (const Column& energy : energies_) record.energies.push_back(energy.statistic->formula());
  return record;
}

void KernelRecords::add(const LaunchRequest& request) {
  Record gained = now();
  const Record sums = gained;
  for (std::size_t k = 0; k < columns_.size(); ++k) gained.sums[k] = sums.sums[k] - before_.sums[k];
  for (std::size_t k = 0; k < energies_.size(); ++k) gained.energies[k] -= before_.energies[k];
  before_ = sums;
  gained.kernel = request.kernel.name;
  gained.grid = request.grid;
  gained.cta = request.cta;
  launches_.push_back(std::move(gained));
}

double KernelRecords::last(std::string_view path) const {
  const auto column =
      std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.path == path; });
  if (launches_.empty() || column == columns_.end()) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(
      launches_.back().sums[static_cast<std::size_t>(column - columns_.begin())].above);
}

/// Returns NaN for a launch of no cycles; CSV and JSON show that as no value.
double KernelRecords::ipc(const std::vector<StatSums>& sums) const {
  if (instructions_ == columns_.size() || sums[cycles_].above == 0)
    return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(sums[instructions_].above) / static_cast<double>(sums[cycles_].above);
}

std::string KernelRecords::csv() const {
  std::string out = "launch,kernel,grid,block,ipc";
  for (const Column& column : columns_) out += "," + column.path;
  for (const Column& energy : energies_) out += "," + energy.path;
  out += "\n";
  for (std::size_t n = 0; n < launches_.size(); ++n) {
    const Record& r = launches_[n];
    out += fmt::format("{},{},{},{},{}", n + 1, csv_field(r.kernel), text_of(r.grid), text_of(r.cta),
                       csv_field(ipc(r.sums)));
    for (std::size_t k = 0; k < columns_.size(); ++k)
      out += "," + csv_field(columns_[k].statistic->value_of(r.sums[k]));
    for (const double energy : r.energies) out += "," + csv_field(energy);
    out += "\n";
  }
  return out;
}

Json KernelRecords::json() const {
  std::vector<std::string> names;
  for (const Record& r : launches_)
    if (std::find(names.begin(), names.end(), r.kernel) == names.end()) names.push_back(r.kernel);
  Json all = Json::object();
  for (const std::string& name : names) {
    std::vector<StatSums> sums(columns_.size());
    std::vector<double> energies(energies_.size());
    std::uint64_t launches = 0;
    for (const Record& r : launches_) {
      if (r.kernel != name) continue;
      ++launches;
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += r.sums[k];
      for (std::size_t k = 0; k < energies.size(); ++k) energies[k] += r.energies[k];
    }
    Json& object = all[name] = Json::object();
    object["launches"] = launches;
    object["ipc"] = ipc(sums);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      put(object, columns_[k].path, json_of(columns_[k].statistic->value_of(sums[k])));
    for (std::size_t k = 0; k < energies.size(); ++k) put(object, energies_[k].path, energies[k]);
  }
  return all;
}

}  // namespace heddle
