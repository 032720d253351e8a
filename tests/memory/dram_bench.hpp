// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/memory/dram_system.hpp"
#include "hw/sim/failure.hpp"
#include "tests/memory/initiator.hpp"

namespace heddle {

/// Returns the default DRAM, with a check of all commands.
inline DramConfig checked() {
  DramConfig config;
  config.controller.check_protocol = true;
  return config;
}
/// Returns the same with a single channel.
inline DramConfig one_channel() {
  DramConfig config = checked();
  config.address.controllers = config.address.channels_per_controller = 1;
  return config;
}

/// A DRAM with an initiator at each channel. By default they have the same clock period, so that all edges
/// coincide.
struct DramBench {
  explicit DramBench(const DramConfig& config, bool skipping = true, std::uint64_t core_fs = 0,
                     bool memory_first = true, const std::string& name = "bench")
      : config(config) {
    const auto make_memory = [&] {
      clock = std::make_unique<ClockDomain>((name + "_clock").c_str(), config.gddr5.period_fs(), skipping);
      dram = std::make_unique<DramSystem>((name + "_dram").c_str(), config, 1 << 30, *clock, statistics);
    };
    if (memory_first) make_memory();
    core = std::make_unique<ClockDomain>((name + "_core").c_str(),
                                         core_fs ? core_fs : config.gddr5.period_fs(), skipping);
    for (unsigned i = 0; i < config.address.channels(); ++i)
      slice.push_back(std::make_unique<Initiator>(fmt::format("{}_slice{}", name, i).c_str(), *core, pool));
    if (!memory_first) make_memory();
    for (unsigned i = 0; i < slice.size(); ++i) slice[i]->socket.bind(dram->port(i).socket);
  }

  bool done() const {
    for (const auto& s : slice)
      if (!s->done()) return false;
    return true;
  }
  /// Simulates until all scripts are done, but at most `cycles` cycles.
  void run(Cycle cycles = 2'000'000) {
    for (auto& s : slice) s->wake();  // their scripts may be new
    for (Cycle c = 0; c < cycles && !done(); c += 1000) {
      sc_core::sc_start(sc_core::sc_time::from_value(1000 * core->period_fs()));
      rethrow_failure();
    }
    clock->settle();
  }
  unsigned protocol_errors() const {
    unsigned sum = 0;
    for (const auto& s : slice) sum += s->protocol_errors;
    return sum;
  }
  double number(const std::string& statistic) {
    clock->settle();
    return statistics.number(statistic);
  }
  std::uint64_t address(unsigned bank, std::uint64_t row, unsigned column = 0, unsigned channel = 0) const {
    return dram->mapping().address_of({channel, bank, row, column});
  }

  const DramConfig config;
  StatGroup statistics;
  TransactionPool pool;
  std::unique_ptr<ClockDomain> clock, core;
  std::unique_ptr<DramSystem> dram;
  std::vector<std::unique_ptr<Initiator>> slice;
};

inline std::vector<unsigned char> pattern(unsigned first, unsigned count) {
  std::vector<unsigned char> bytes(count);
  for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}

}  // namespace heddle
