// SPDX-License-Identifier: Apache-2.0
// What stands in a machine beside its blocks is what is declared and charged: as many entries, and no other
// storage; and what a run counts of it is in its energy.
#include "hw/gpu/beside_blocks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "hw/gpu/energy_summary.hpp"
#include "hw/gpu/register_file_summary.hpp"
#include "tb/run/run.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::beside_blocks_test {
namespace {

struct Machine {
  const char* name;
  std::vector<std::string> techniques;
  std::vector<std::string> set;
  std::vector<std::string> full{};  ///< storage that the run fills to its last entry, by its path
};
void PrintTo(const Machine& m, std::ostream* out) { *out << m.name; }

const std::string e2mc_tables =
    "line_compression.e2mc.tables=[{escape: 12, values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], lengths: [1, "
    "2, "
    "3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}]";

const Machine machines[] = {
    {"Plain", {}, {}},
    {"MoreTags", {"line_compression"}, {"line_compression.where=sm", "l2.tags=2"}},
    {"EncodedL1",
     {"line_compression"},
     {"line_compression.where=sm", "sm.load_store.l1d_encoded=true", "sm.load_store.l1d_tags=2"}},
    {"FromTheSms", {"line_compression"}, {"line_compression.where=sm"}},
    {"InTheL2", {"line_compression"}, {"line_compression.where=l2", "line_compression.what=fpc"}},
    {"InDram", {"line_compression"}, {}},
    {"Parallel",
     {"line_compression"},
     {"line_compression.metadata_miss=parallel", "line_compression.metadata_cache.bytes=64",
      "line_compression.metadata_cache.ways=1", "line_compression.queues.blocks=2"}},
    {"LeastQueues",
     {"line_compression"},
     {"line_compression.metadata_miss=parallel", "line_compression.metadata_cache.bytes=32",
      "line_compression.metadata_cache.ways=1", "line_compression.queues.edge=1",
      "line_compression.queues.records=1", "line_compression.queues.blocks=1"},
     {"dram_total.edge.storage.edge_down", "dram_total.edge.storage.edge_up",
      "dram_total.edge.storage.metadata_blocks"}},
    {"Ideal",
     {"line_compression"},
     {"line_compression.where=sm", "line_compression.executor=ideal", "line_compression.metadata=ideal"}},
    {"Best", {"line_compression"}, {"line_compression.what=best", "line_compression.where=sm"}},
    {"E2mc",
     {"line_compression"},
     {"line_compression.what=e2mc", "line_compression.e2mc.sampled_instructions=2000",
      "line_compression.e2mc.sampler_lines=1"}},
    {"E2mcOfAllocations",
     {"line_compression"},
     {"line_compression.what=e2mc", "line_compression.where=sm", "line_compression.e2mc.code=offline",
      "line_compression.e2mc.codes=allocation", e2mc_tables}},
    {"Caba", {"caba"}, {}},
    {"CabaOfOne",
     {"caba"},
     {"caba.pending_stores=1", "caba.part_copies=1", "caba.stores_of_line=1", "caba.writes_under_way=1",
      "caba.queues.edge=1", "caba.queues.records=1", "caba.queues.blocks=1"},
     {"sm_total.storage.stores_to_answer", "sm_total.memory.edge.storage.edge_up"}},
    {"CabaDirectLoads", {"caba"}, {"caba.direct_load=true", "sm.load_store.loads=2"}},
    {"CabaGivesBack", {"caba"}, {"caba.l2=uncompressed"}},
    {"CabaWithHardware", {"caba"}, {"caba.controllers_compress=true", "caba.what=cpack"}},
    {"CabaE2mc",
     {"caba"},
     {"caba.what=e2mc", "caba.controllers_compress=true", "line_compression.e2mc.code=offline", e2mc_tables}},
    {"CabaIdealMetadata", {"caba"}, {"caba.metadata=ideal"}},
};

PlatformOptions platform_of(const Machine& m) {
  PlatformOptions platform{
      .techniques = m.techniques,
      .assignments = {"sms=3", "l2.cache.bytes=4096", "l2.fetch=line", "l2.write_miss=fetch"}};
  platform.assignments.insert(platform.assignments.end(), m.set.begin(), m.set.end());
  return platform;
}

/// All groups `storage.NAME` below the totals over SMs, slices and channels.
void find_storage(const nlohmann::ordered_json& stats, const std::string& path,
                  std::set<std::string>& found) {
  if (!stats.is_object()) return;
  for (const auto& [key, value] : stats.items()) {
    const std::string below = path.empty() ? key : path + "." + key;
    if (key == "storage" && value.is_object())
      for (const auto& [name, group] : value.items()) found.insert(below + "." + name);
    else if (!path.empty() || key == "sm_total" || key == "l2_total" || key == "dram_total")
      find_storage(value, below, found);
  }
}

const nlohmann::ordered_json* at(const nlohmann::ordered_json& stats, std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  const nlohmann::ordered_json::json_pointer where("/" + path);
  return stats.contains(where) ? &stats.at(where) : nullptr;
}

class BesideBlocksOf : public testing::TestWithParam<Machine> {};
INSTANTIATE_TEST_SUITE_P(Machines, BesideBlocksOf, testing::ValuesIn(machines),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(BesideBlocksOf, AreThoseOfTheMachine) {
  RunRequest request{.target = "scan", .platform = platform_of(GetParam())};
  request.workload.small = true;
  const RunResult run = run_apart(request);
  EXPECT_TRUE(run.right());
  const Platform platform = resolve_platform(request.platform);
  const BesideBlocks declared = beside_blocks_of(platform);
  const EnergyMachine machine = energy_machine(platform.gpu);
  std::set<std::string> there, names, wanted(GetParam().full.begin(), GetParam().full.end());
  find_storage(run.stats, "", there);
  for (const Storage& s : declared.storage) {
    EXPECT_TRUE(names.insert(s.full_name()).second) << s.full_name() << " is declared twice";
    for (const std::string& path : s.accesses) EXPECT_NE(at(run.stats, path), nullptr) << path;
    if (!s.counts) continue;
    EXPECT_EQ(there.erase(s.path()), 1u) << s.path() << " is declared, and not in the machine";
    const auto* entries = at(run.stats, s.path() + ".entries");
    ASSERT_NE(entries, nullptr) << s.path();
    EXPECT_EQ(entries->get<std::uint64_t>(), s.entries * count_of(s.part(), machine)) << s.path();
    const auto peak = at(run.stats, s.path() + ".peak")->get<std::uint64_t>();
    EXPECT_LE(peak, entries->get<std::uint64_t>()) << s.path();
    const bool fills = wanted.erase(s.path()) != 0;
    EXPECT_TRUE(!fills || peak == entries->get<std::uint64_t>()) << s.path() << ": " << peak;
  }
  for (const std::string& path : there) ADD_FAILURE() << path << " is in the machine, and not declared";
  for (const std::string& path : wanted) ADD_FAILURE() << path << " is not declared";
  for (const ModelledBlock& b : declared.blocks) {
    EXPECT_TRUE(names.insert(b.full_name()).second) << b.full_name() << " is declared twice";
    EXPECT_GE(b.pj, 0) << b.full_name();
    for (const std::string& path : b.operations) EXPECT_NE(at(run.stats, path), nullptr) << path;
  }

  const auto* energy = at(run.stats, "energy.beside_blocks");
  ASSERT_EQ(energy != nullptr, !declared.storage.empty() || !declared.blocks.empty());
  double sum = 0;
  for (const EnergyTerm& term : energy_terms(declared, platform.gpu_costs, machine)) {
    const double nj = energy_of(term,
                                [&](std::string_view path) {
                                  const auto* number = at(run.stats, std::string(path));
                                  return number == nullptr ? 0 : number->get<double>();
                                }) *
                      1e-3;
    EXPECT_NEAR(at(run.stats, "energy.beside_blocks." + term.name)->get<double>(), nj, 1e-6 * nj)
        << term.name;
    sum += nj;
  }
  if (energy == nullptr) return;
  EXPECT_NEAR(energy->at("total").get<double>(), sum, 1e-6 * sum);
}

TEST(BesideBlocks, TheStorageOfATechniqueIsUsed) {
  RunRequest request{.target = "scan", .platform = platform_of({"", {"caba"}, {}})};
  request.workload.small = true;
  const RunResult run = run_apart(request);
  for (const char* path :
       {"sm_total.storage.pending_lines", "sm_total.storage.lines_to_compress",
        "sm_total.storage.stores_to_answer", "sm_total.storage.pending_requests",
        "sm_total.storage.part_copies", "sm_total.storage.part_bytes", "sm_total.memory.edge.storage.edge_up",
        "dram_total.edge.storage.edge_down", "dram_total.edge.storage.metadata_operations",
        "dram_total.edge.storage.metadata_blocks"})
    EXPECT_GT(at(run.stats, std::string(path) + ".accesses")->get<std::uint64_t>(), 0u) << path;
}

}  // namespace
}  // namespace heddle::beside_blocks_test
