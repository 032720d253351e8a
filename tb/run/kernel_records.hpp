// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/base/statistics.hpp"
#include "models/host/device_wrapper.hpp"

namespace heddle {

/// What each launch adds to the totals of a GPU's statistics: `cycles` and all counters and ratios of the
/// groups `total_groups`, as far as the GPU has them, and the energies of `energy_groups`. A launch's ratio
/// is that of its own counts.
class KernelRecords {
 public:
  static constexpr std::array total_groups{"sm_total", "crossbar", "l2_total", "dram_total", "dram"};
  static constexpr std::array energy_groups{"register_file_energy", "energy"};

  /// `stats` holds the GPU's statistics, all declared, and outlives this.
  explicit KernelRecords(const StatGroup& stats);

  /// A launch has ended. All that was counted since the one before is its own: nothing passes between
  /// launches but the reset before the first.
  void add(const LaunchRequest& request);

  std::size_t launches() const { return launches_.size(); }
  /// A count of the last launch by its path; not a number when there is none.
  double last(std::string_view path) const;
  /// Header and one row a launch: its number, kernel, grid, block, cycles, IPC, then the statistics by path.
  /// No value is an empty field.
  std::string csv() const;
  /// Kernels by name in order of their first launch: the number of launches, cycles, IPC and the statistics,
  /// summed over the launches and nested as in stats.json.
  nlohmann::ordered_json json() const;

 private:
  struct Column {
    std::string path;
    const Statistic* statistic;
  };
  struct Record {
    std::string kernel;
    Dim3 grid, cta;
    std::vector<StatSums> sums;    ///< parallel to the columns
    std::vector<double> energies;  ///< parallel to the energies
  };
  double ipc(const std::vector<StatSums>& sums) const;
  Record now() const;

  std::vector<Column> columns_, energies_;
  std::size_t cycles_ = 0, instructions_ = 0;  ///< their columns
  Record before_;                              ///< when the last launch had ended
  std::vector<Record> launches_;
};

/// Passes all on to another device, and records its launches.
class RecordedDevice final : public DeviceWrapper {
 public:
  RecordedDevice(Device& device, KernelRecords& records) : DeviceWrapper(device), records_(records) {}
  void launch(const LaunchRequest& request) override {
    DeviceWrapper::launch(request);
    records_.add(request);
  }

 private:
  KernelRecords& records_;
};

}  // namespace heddle
