// SPDX-License-Identifier: Apache-2.0
// tb/workloads/README.md lists the benchmarks of the papers: its table and the workloads agree, and none is
// missing.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "models/base/data_root.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::paper_table_test {
namespace {

struct Row {
  std::string paper, benchmark;
  std::string launch;    ///< in the rows of Jeon2015: "CTAs x threads"
  std::string workload;  ///< "": none stands for it
  std::string remark;
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    const std::size_t from = line.find_first_not_of(' ', at);
    const std::size_t to = line.find_last_not_of(' ', end - 1);
    cells.push_back(from < end ? line.substr(from, to - from + 1) : "");
    at = end + 1;
  }
  return cells;
}

/// Returns "`name`" without its quotes; "" when there are none.
std::string quoted(const std::string& cell) {
  return cell.size() > 2 && cell.front() == '`' && cell.back() == '`' ? cell.substr(1, cell.size() - 2) : "";
}

struct Tables {
  std::vector<Row> rows{};            ///< five columns: paper, benchmark, ..., workload, remark
  std::vector<std::string> others{};  ///< two columns: workload, why
  std::vector<std::string> inputs{};  ///< four columns: workload, ...
};

Tables read_tables() {
  std::ifstream file(data_file("tb/workloads/README.md"));
  Tables tables;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| ") || line.starts_with("| ---") || line.starts_with("| paper")) continue;
    const auto cells = cells_of(line);
    if (cells.size() == 5)
      tables.rows.push_back({cells[0], cells[1], cells[2], quoted(cells[3]), cells[4]});
    else if (cells.size() == 4 && !quoted(cells[0]).empty())
      tables.inputs.push_back(quoted(cells[0]));
    else if (cells.size() == 2 && !quoted(cells[0]).empty())
      tables.others.push_back(quoted(cells[0]));
  }
  return tables;
}

std::set<std::string> registered() {
  const auto names = Registry<Workload>::instance().names();
  return {names.begin(), names.end()};
}

TEST(PaperTable, ListsEachPapersBenchmarks) {
  std::map<std::string, std::set<std::string>> benchmarks;
  for (const Row& row : read_tables().rows)
    EXPECT_TRUE(benchmarks[row.paper].insert(row.benchmark).second) << row.benchmark << " is there twice";
  EXPECT_EQ(benchmarks["Jeon2015"].size(), 16u);
  EXPECT_EQ(benchmarks["Wong2016"].size(), 7u);
  EXPECT_EQ(benchmarks["Lal2017"].size(), 15u);
  EXPECT_EQ(benchmarks["Vijaykumar2015"].size(), 23u);
  EXPECT_EQ(benchmarks["Lee2015"].size(), 6u);
  EXPECT_EQ(benchmarks.size(), 5u);
}

TEST(PaperTable, NamesWorkloadsThatExistAndKnowIt) {
  const auto known = registered();
  for (const Row& row : read_tables().rows) {
    if (row.workload.empty()) {
      EXPECT_GT(row.remark.size(), 10u) << row.benchmark << " has no workload and no reason";
      continue;
    }
    ASSERT_TRUE(known.contains(row.workload)) << row.workload;
    const Workload& workload = Registry<Workload>::instance().find(row.workload);
    EXPECT_NE(workload.stands_for.find(row.paper), std::string::npos)
        << row.workload << " stands for '" << workload.stands_for << "', not for " << row.paper << " "
        << row.benchmark;
  }
}

/// Computes nothing, and records the shape of each launch: "CTAs x threads".
class LaunchNotes : public Device {
 public:
  DevicePointer allocate(std::size_t bytes) override { return next_ += (bytes + 0x1ff) / 0x100 * 0x100; }
  void release(DevicePointer) override {}
  void write(DevicePointer, std::span<const std::byte>) override {}
  void read(std::span<std::byte> to, DevicePointer) override { std::fill(to.begin(), to.end(), std::byte{}); }
  void launch(const LaunchRequest& request) override {
    shapes.insert(fmt::format("{} x {}", request.grid.count(), request.cta.count()));
  }
  std::set<std::string> shapes{};

 private:
  DevicePointer next_ = 0x10000;
};

TEST(PaperTable, SizesGiveTheLaunchesOfJeon2015) {
  unsigned checked = 0;
  for (const Row& row : read_tables().rows) {
    if (row.paper != "Jeon2015" || !(row.remark.starts_with("default") || row.remark.starts_with("`")))
      continue;
    WorkloadOptions options;
    std::istringstream sizes(quoted(row.remark));
    for (std::string size; sizes >> size;) options.sizes.push_back(size);
    LaunchNotes device;
    EXPECT_FALSE(Registry<Workload>::instance().find(row.workload).run(device, options).passed());
    EXPECT_TRUE(device.shapes.contains(row.launch))
        << row.benchmark << ": " << fmt::format("{}", fmt::join(device.shapes, ", "));
    ++checked;
  }
  EXPECT_EQ(checked, 16u);
}

TEST(PaperTable, MissesNoWorkload) {
  const Tables tables = read_tables();
  std::set<std::string> listed(tables.others.begin(), tables.others.end());
  for (const Row& row : tables.rows)
    if (!row.workload.empty()) listed.insert(row.workload);
  EXPECT_EQ(listed, registered());
}

TEST(PaperTable, TellsTheInputOfEachWorkloadWithAPaperSize) {
  std::set<std::string> with_paper;
  for (const std::string& name : registered())
    if (!Registry<Workload>::instance().find(name).paper.source.empty()) with_paper.insert(name);
  const auto inputs = read_tables().inputs;
  EXPECT_EQ(std::set<std::string>(inputs.begin(), inputs.end()), with_paper);
  EXPECT_EQ(inputs.size(), with_paper.size());
}

TEST(PaperTable, EachWorkloadTellsItsOriginValuesAndCharacter) {
  for (const std::string& name : registered()) {
    const Workload& workload = Registry<Workload>::instance().find(name);
    EXPECT_FALSE(workload.stands_for.empty()) << name;
    EXPECT_FALSE(workload.values.empty()) << name;
    EXPECT_FALSE(workload.character.empty()) << name;
  }
}

}  // namespace
}  // namespace heddle::paper_table_test
