// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/memory_system.hpp"
#include "tests/memory/initiator.hpp"

namespace heddle {

/// A whole memory system with a scripted initiator in place of each SM.
struct SystemBench {
  explicit SystemBench(const MemoryConfig& config = {}, unsigned initiators = 1, bool skipping = true,
                       bool memory_first = true, const std::string& name = "bench", std::uint64_t core_fs = 0,
                       const LineEdges& edges = {}) {
    const auto make_memory = [&] {
      memory = std::make_unique<MemorySystem>((name + "_memory").c_str(), config, initiators, skipping,
                                              statistics, edges);
    };
    if (memory_first) make_memory();
    core = std::make_unique<ClockDomain>((name + "_core").c_str(),
                                         core_fs != 0 ? core_fs : config.icnt.period_fs(), skipping);
    for (unsigned i = 0; i < initiators; ++i)
      sm.push_back(std::make_unique<Initiator>(fmt::format("{}_sm{}", name, i).c_str(), *core, pool));
    if (!memory_first) make_memory();
    for (unsigned i = 0; i < initiators; ++i) sm[i]->socket.bind(memory->sm(i));
  }

  bool done() const {
    return std::all_of(sm.begin(), sm.end(), [](const auto& i) { return i->done(); });
  }
  unsigned protocol_errors() const {
    unsigned sum = 0;
    for (const auto& i : sm) sum += i->protocol_errors;
    return sum;
  }
  double number(const std::string& statistic) {
    memory->settle();
    return statistics.number(statistic);
  }
  /// Simulates until all scripts are done, but at most `cycles` cycles of the initiators.
  void run(Cycle cycles = 1'000'000) {
    for (Cycle c = 0; c < cycles && !done(); c += 1000)
      sc_core::sc_start(sc_core::sc_time::from_value(1000 * core->period_fs()));
  }

  /// Simulates further, so that requests under way are completed.
  void run_on(Cycle cycles) { sc_core::sc_start(sc_core::sc_time::from_value(cycles * core->period_fs())); }

  StatGroup statistics;
  TransactionPool pool;
  std::unique_ptr<ClockDomain> core;
  std::unique_ptr<MemorySystem> memory;
  std::vector<std::unique_ptr<Initiator>> sm;
};

}  // namespace heddle
