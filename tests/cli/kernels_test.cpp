// SPDX-License-Identifier: Apache-2.0
// Statistics of each launch, next to those of the whole run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tb/run/kernel_records.hpp"
#include "tests/cli/program.hpp"

namespace heddle::kernels_test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  if (!text.empty() && text.back() == at && at == ',') parts.emplace_back();
  return parts;
}

/// A table with the names of its columns.
struct Csv {
  explicit Csv(const std::string& text) {
    for (const std::string& line : split(text, '\n')) rows.push_back(split(line, ','));
    names = rows.front();
    rows.erase(rows.begin());
  }
  std::size_t column(const std::string& name) const {
    const auto it = std::find(names.begin(), names.end(), name);
    EXPECT_NE(it, names.end()) << name;
    return static_cast<std::size_t>(it - names.begin());
  }
  std::string at(std::size_t row, const std::string& name) const { return rows.at(row).at(column(name)); }
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
};

const Json& at(const Json& stats, const std::string& path) {
  const Json* node = &stats;
  for (const std::string& part : split(path, '.')) node = &node->at(part);
  return *node;
}

class Kernels : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const TemporaryFolder folder;
    // Two kernels alternate, with several launches of each.
    const Ran ran = heddle({"run", "gaussian", "--small", "--set", "sms=2", "--out", "r"}, folder);
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    stats_ = Json::parse(content_of(folder.path() / "r/stats.json"));
    csv_ = content_of(folder.path() / "r/kernels.csv");
  }
  static Json stats_;
  static std::string csv_;
};
Json Kernels::stats_;
std::string Kernels::csv_;

TEST_F(Kernels, HaveARowALaunch) {
  const Csv csv(csv_);
  std::uint64_t launches = 0;
  for (const auto& kernel : stats_["kernels"]) launches += kernel["launches"].get<std::uint64_t>();
  ASSERT_EQ(csv.rows.size(), launches);
  ASSERT_GT(launches, 4u);
  EXPECT_EQ(stats_["kernels"].size(), 2u);
  for (std::size_t k = 0; k < csv.rows.size(); ++k) {
    EXPECT_EQ(csv.rows[k].size(), csv.names.size());
    EXPECT_EQ(csv.at(k, "launch"), std::to_string(k + 1));
    EXPECT_TRUE(stats_["kernels"].contains(csv.at(k, "kernel"))) << csv.at(k, "kernel");
    EXPECT_DOUBLE_EQ(std::stod(csv.at(k, "ipc")),
                     std::stod(csv.at(k, "sm_total.warp_instructions")) / std::stod(csv.at(k, "cycles")));
  }
}

/// Every counter of the run is the sum over its launches, and the sum over its kernels.
TEST_F(Kernels, AddUpToTheTotal) {
  const Csv csv(csv_);
  unsigned counters = 0;
  for (std::size_t c = csv.column("cycles"); c < csv.names.size(); ++c) {
    const Json& total = at(stats_, csv.names[c]);
    if (!total.is_number_unsigned()) continue;
    ++counters;
    std::uint64_t launches = 0, kernels = 0;
    for (const auto& row : csv.rows) launches += std::stoull(row[c]);
    for (const auto& kernel : stats_["kernels"]) kernels += at(kernel, csv.names[c]).get<std::uint64_t>();
    EXPECT_EQ(launches, total) << csv.names[c];
    EXPECT_EQ(kernels, total) << csv.names[c];
  }
  EXPECT_GT(counters, 30u);
  for (const char* group : {"sm_total.", "dram"}) EXPECT_NE(csv_.find(group), std::string::npos) << group;
}

/// So is every energy, apart from rounding.
TEST_F(Kernels, EnergiesAddUpToTheTotal) {
  const Csv csv(csv_);
  unsigned energies = 0;
  for (std::size_t c = csv.column("register_file_energy.dynamic"); c < csv.names.size(); ++c) {
    ++energies;
    const double total = at(stats_, csv.names[c]).get<double>();
    double launches = 0, kernels = 0;
    for (const auto& row : csv.rows) launches += std::stod(row[c]);
    for (const auto& kernel : stats_["kernels"]) kernels += at(kernel, csv.names[c]).get<double>();
    EXPECT_NEAR(launches, total, 1e-9 * total) << csv.names[c];
    EXPECT_NEAR(kernels, total, 1e-9 * total) << csv.names[c];
  }
  EXPECT_GT(energies, 20u);
  EXPECT_GT(std::stod(csv.at(0, "energy.total")), 0);
}

TEST_F(Kernels, EnergyIsTheSumOfItsParts) {
  const Json& energy = stats_["energy"];
  double total = 0, dynamic = 0;
  for (const auto& [name, component] : energy.items()) {
    if (!component.is_object()) continue;
    double terms = 0;
    for (const auto& [term, value] : component.items())
      if (term != "dynamic" && term != "static" && term != "total" && term != "power")
        terms += value.get<double>();
    const double sum = component["dynamic"].get<double>() + component["static"].get<double>();
    EXPECT_NEAR(terms, sum, 1e-9 * sum) << name;
    EXPECT_DOUBLE_EQ(component["total"], sum) << name;
    total += sum;
    dynamic += component["dynamic"].get<double>();
  }
  EXPECT_NEAR(energy["total"], total, 1e-9 * total);
  EXPECT_NEAR(energy["dynamic"], dynamic, 1e-9 * total);
  EXPECT_GT(dynamic, 0);
  const double seconds = stats_["cycles"].get<double>() / 1.4e9;
  EXPECT_NEAR(energy["power"], total * 1e-9 / seconds, 1e-3 * total * 1e-9 / seconds);
  EXPECT_NEAR(energy["energy_delay"], total * seconds, 1e-3 * total * seconds);
  // Both show the same energy of the register files; register_file_energy has it in pJ.
  const double files = energy["cores"]["register_files"].get<double>() +
                       energy["cores"]["register_file_leakage"].get<double>();
  EXPECT_NEAR(files * 1e3, stats_["register_file_energy"]["total"], 1e-9 * files * 1e3);
}

TEST(WholeEnergy, HasTheFetchOfFlagsInTheInstructionCachesAlone) {
  const TemporaryFolder folder;
  ASSERT_EQ(heddle({"run", "vectoradd", "--small", "--set", "sms=1", "--with", "register_virtualization",
                    "--out", "r"},
                   folder)
                .status,
            0);
  const Json stats = Json::parse(content_of(folder.path() / "r/stats.json"));
  const Json &files = stats["register_file_energy"], &cores = stats["energy"]["cores"];
  ASSERT_GT(files["flag_fetch"].get<double>(), 0);
  const double total = files["total"];
  EXPECT_NEAR((cores["register_files"].get<double>() + cores["register_file_leakage"].get<double>()) * 1e3,
              total - files["flag_fetch"].get<double>(), 1e-9 * total);
}

TEST(KernelRecords, RecomputeRatiosOfEachLaunch) {
  StatGroup stats;
  Counter& cycles = stats.counter("cycles", "", "");
  StatGroup& sm = stats.group("sm0");
  Counter &instructions = sm.counter("warp_instructions", "", ""), &hits = sm.counter("hits", "", ""),
          &all = sm.counter("all", "", "");
  sm.ratio("rate", "", "", hits, all);
  StatGroup* parts[] = {&sm};
  stats.total("sm_total", parts);
  KernelRecords records(stats);
  ptx::Kernel k, other;
  k.name = "k";
  other.name = "other";
  const auto launch = [&](const ptx::Kernel& kernel, unsigned hit, unsigned of) {
    cycles += 10;
    instructions += 5;
    hits += hit;
    all += of;
    records.add({.kernel = kernel, .grid = {2, 3, 1}, .cta = {64}});
  };
  launch(k, 1, 4);
  launch(other, 0, 0);
  launch(k, 3, 4);
  const Csv csv(records.csv());
  ASSERT_EQ(csv.rows.size(), 3u);
  EXPECT_EQ(csv.at(0, "kernel"), "k");
  EXPECT_EQ(csv.at(0, "grid"), "2x3x1");
  EXPECT_EQ(csv.at(0, "block"), "64x1x1");
  EXPECT_EQ(csv.at(0, "cycles"), "10");
  EXPECT_EQ(csv.at(0, "ipc"), "0.5");
  EXPECT_EQ(csv.at(0, "sm_total.rate"), "0.25");
  EXPECT_EQ(csv.at(1, "sm_total.rate"), "");  // 0 / 0 has no value
  EXPECT_EQ(csv.at(2, "sm_total.rate"), "0.75");
  const auto json = records.json();
  EXPECT_EQ(json["k"]["launches"], 2);
  EXPECT_EQ(json["k"]["cycles"], 20);
  EXPECT_EQ(json["k"]["sm_total"]["hits"], 4);
  EXPECT_EQ(json["k"]["sm_total"]["rate"], 0.5);
  EXPECT_TRUE(json["other"]["sm_total"]["rate"].is_null());
  EXPECT_EQ(json.begin().key(), "k");
}

}  // namespace
}  // namespace heddle::kernels_test
