#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/memory/dram.hpp"
#include "tests/memory/initiator.hpp"

namespace heddle {

/// A memory and its initiators. By default they share the clock period, so that all edges coincide.
struct Bench {
  explicit Bench(const DramConfig& config, unsigned initiators = 1, bool skipping = true,
                 std::uint64_t core_fs = 0, bool memory_first = true, const std::string& name = "bench")
      : config(config) {
    const auto make_memory = [&] {
      clock = std::make_unique<ClockDomain>((name + "_clock").c_str(), config.period_fs(), skipping);
      dram = std::make_unique<Dram>((name + "_dram").c_str(), config, *clock, statistics);
    };
    if (memory_first) make_memory();
    core = std::make_unique<ClockDomain>((name + "_core").c_str(), core_fs ? core_fs : config.period_fs(),
                                         skipping);
    for (unsigned i = 0; i < initiators; ++i)
      sm.push_back(std::make_unique<Initiator>(fmt::format("{}_sm{}", name, i).c_str(), *core, pool));
    if (!memory_first) make_memory();
    for (auto& initiator : sm) initiator->socket.bind(dram->socket);
  }

  bool done() const {
    return std::all_of(sm.begin(), sm.end(), [](const auto& i) { return i->done(); });
  }
  unsigned protocol_errors() const {
    unsigned sum = 0;
    for (const auto& i : sm) sum += i->protocol_errors;
    return sum;
  }
  double number(const char* statistic) {
    clock->settle();
    return statistics.number(statistic);
  }

  const DramConfig config;
  StatGroup statistics;
  TransactionPool pool;
  std::unique_ptr<ClockDomain> clock, core;
  std::unique_ptr<Dram> dram;
  std::vector<std::unique_ptr<Initiator>> sm;
};

/// Simulates until all are done, at most `cycles` of the first bench.
inline void run(std::initializer_list<Bench*> benches, Cycle cycles = 1'000'000) {
  const std::uint64_t period = (*benches.begin())->core->period_fs();
  for (Cycle c = 0; c < cycles; c += 1000) {
    sc_core::sc_start(sc_core::sc_time::from_value(1000 * period));
    if (std::all_of(benches.begin(), benches.end(), [](Bench* b) { return b->done(); })) return;
  }
}

/// The first address of a row.
inline std::uint64_t address_of(const DramConfig& c, DramPlace place, std::uint64_t column = 0) {
  const std::uint64_t in_channel = (place.row * c.banks + place.bank) * c.row_bytes + column;
  return (in_channel / c.interleave * c.channels + place.channel) * c.interleave + in_channel % c.interleave;
}

}  // namespace heddle
