// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/dram_patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>

#include "hw/memory/dram_system.hpp"
#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"
#include "hw/sim/failure.hpp"
#include "models/base/random.hpp"

namespace heddle {
namespace {

struct Access {
  std::uint64_t address = 0;
  unsigned bytes = 0;
  bool write = false;
};

/// Sends one access after the other to a channel, as fast as its controller takes them.
class ChannelSource : public sc_core::sc_module, public Clocked {
 public:
  InitiatorPort port;

  ChannelSource(sc_core::sc_module_name name, ClockDomain& domain)
      : sc_module(name), port("port", *this, 64) {
    domain.attach(*this);
  }
  void drive(std::function<Access()> next) {
    next_ = std::move(next);
    wake();
  }
  void stop() { next_ = nullptr; }
  /// Since the last call.
  std::uint64_t take_bytes() { return std::exchange(bytes_, 0); }

  Cycle tick(Cycle now) override {
    while (InitiatorPort::Payload* p = port.receive()) {
      bytes_ += p->get_data_length();
      static_cast<Transaction*>(p)->release();
    }
    if (next_ == nullptr) return port.waiting() ? now + 1 : never;
    if (port.free() && port.outstanding() < most) {
      const Access a = next_();
      Transaction& t = pool_.acquire();
      if (a.write)
        t.set_up_write(a.address, a.bytes);
      else
        t.set_up_read(a.address, a.bytes);
      port.send(t);
    }
    return now + 1;
  }

 private:
  /// More than any controller holds.
  static constexpr unsigned most = 1 << 14;
  TransactionPool pool_;
  std::function<Access()> next_{};
  std::uint64_t bytes_ = 0;
};

class DrivenDram {
 public:
  DrivenDram(const GpuConfig& gpu, std::uint64_t seed)
      : config_(gpu.dram),
        clock_("dram_clock", config_.gddr5.period_fs(), gpu.clocking()),
        dram_("dram", config_, gpu.memory_mib << 20, clock_, statistics_),
        random_(seed),
        rows_((gpu.memory_mib << 20) / dram_.channels() / config_.gddr5.banks / config_.gddr5.row_bytes) {
    for (unsigned k = 0; k < dram_.channels(); ++k) {
      sources_.emplace_back(fmt::format("source{}", k).c_str(), clock_);
      sources_.back().port.socket.bind(dram_.port(k).socket);
    }
  }

  /// GB/s of data.
  double measure(const std::string& pattern, unsigned cycles) {
    const unsigned warm_up = cycles / 4;
    for (unsigned k = 0; k < sources_.size(); ++k) sources_[k].drive(accesses(pattern, k));
    run(warm_up);
    take();
    run(cycles);
    const auto bytes = static_cast<double>(take());
    for (ChannelSource& s : sources_) s.stop();
    for (bool busy = true; busy;) {
      run(1000);
      busy = std::any_of(sources_.begin(), sources_.end(),
                         [](const ChannelSource& s) { return s.port.outstanding() != 0; });
    }
    return bytes * 1e6 / static_cast<double>(cycles * config_.gddr5.period_fs());
  }

 private:
  void run(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * config_.gddr5.period_fs()));
    rethrow_failure();
  }
  std::uint64_t take() {
    std::uint64_t sum = 0;
    for (ChannelSource& s : sources_) sum += s.take_bytes();
    return sum;
  }
  std::function<Access()> accesses(const std::string& pattern, unsigned channel) {
    const Gddr5Config& d = config_.gddr5;
    const unsigned burst = d.burst_bytes();
    const auto at = [this, channel](unsigned bank, std::uint64_t row, unsigned column) {
      return dram_.mapping().address_of({channel, bank, row % rows_, column % config_.gddr5.row_bytes});
    };
    std::uint64_t n = 0;
    if (pattern == "row") return [=]() mutable { return Access{at(0, 0, line_bytes * n++), line_bytes}; };
    if (pattern == "conflicts") return [=]() mutable { return Access{at(0, n++, 0), burst}; };
    if (pattern == "banks")
      return [=, banks = d.banks]() mutable {
        const std::uint64_t k = n++;
        return Access{at(static_cast<unsigned>(k % banks), k / banks, 0), burst};
      };
    if (pattern == "random")
      return [=, this, banks = d.banks] {
        return Access{at(static_cast<unsigned>(random_() % banks), random_() % rows_, 0), burst};
      };
    const bool turns = pattern == "turns";
    return [=, groups = d.bank_groups]() mutable {
      const std::uint64_t k = n++, place = turns ? k / 2 : k;
      const bool write = turns && k % 2 == 1;
      // What is written lies in other columns than what is read.
      const auto column = static_cast<unsigned>(place / groups * burst % (d.row_bytes / 2));
      return Access{at(static_cast<unsigned>(place % groups), 0, write ? d.row_bytes / 2 + column : column),
                    burst, write};
    };
  }

  const DramConfig config_;
  StatGroup statistics_;
  ClockDomain clock_;
  DramSystem dram_;
  Random random_;
  const std::uint64_t rows_;
  std::deque<ChannelSource> sources_;
};

/// Cycles of a burst and of the turns of the bus, where `n` bursts of a kind go together.
double with_turns(const Gddr5Config& d, double burst, unsigned n) {
  const int data = static_cast<int>(d.burst_cycles()), wl = static_cast<int>(d.t_wl);
  const int to_write = std::max(static_cast<int>(d.t_cl + d.t_rtw) + data - wl, static_cast<int>(d.t_ccd));
  const int to_read = std::max(wl + data + static_cast<int>(d.t_cdlr), static_cast<int>(d.t_ccd));
  return (2 * (n - 1) * burst + to_write + to_read) / (2.0 * n);
}

}  // namespace

std::vector<DramPattern> dram_patterns(const DramConfig& dram) {
  const Gddr5Config& d = dram.gddr5;
  const ControllerConfig& c = dram.controller;
  const auto most = [](std::initializer_list<double> all) { return std::max(all); };
  const double ccd = d.t_ccd, ccdl = d.t_ccdl, groups = d.bank_groups;
  const double in_turn = most({ccd, ccdl / groups});
  const double of_a_bank =
      most({double(d.t_rc), double(d.t_ras + d.t_rp), double(d.t_rcd + d.t_rtp + d.t_rp)});
  const double of_banks = most({double(d.t_rrd), of_a_bank / d.banks, in_turn, 3});
  // Entries of a shared queue may all be of one channel.
  const unsigned sharing = c.shared_queues ? dram.address.channels_per_controller : 1;
  const unsigned gathered = sharing * (c.one_queue ? c.read_queue : std::max(c.read_queue, c.write_queue));
  return {{"row", "tCCDL", most({ccd, ccdl})},
          {"rows", "tCCD, tCCDL of a group", in_turn},
          {"conflicts", "tRC", of_a_bank},
          {"banks", "tRRD, tRC of a bank, 3 commands", of_banks},
          {"turns", fmt::format("tCL, tRTW, tWL, tCDLR for {} bursts of each", gathered),
           with_turns(d, in_turn, gathered)},
          {"random", "tRRD, 3 commands", most({double(d.t_rrd), in_turn, 3})}};
}

std::vector<DramMeasurement> measure_dram(const GpuConfig& gpu, std::uint64_t seed, unsigned cycles) {
  DrivenDram driven(gpu, seed);
  std::vector<DramMeasurement> all;
  const Gddr5Config& d = gpu.dram.gddr5;
  for (DramPattern& p : dram_patterns(gpu.dram)) {
    const double bound = gpu.dram.peak_bandwidth() * d.burst_cycles() / p.cycles_a_burst;
    const double measured = driven.measure(p.name, cycles);
    all.push_back({std::move(p), bound, measured});
  }
  return all;
}

std::string text_of(const std::vector<DramMeasurement>& all) {
  std::string out = fmt::format("  {:<10} {:>14} {:>12} {:>14} {:>8}  {}\n", "pattern", "cycles a burst",
                                "bound, GB/s", "measured, GB/s", "share", "limit");
  for (const DramMeasurement& m : all)
    out += fmt::format("  {:<10} {:>14.2f} {:>12.1f} {:>14.1f} {:>6.1f} %  {}\n", m.pattern.name,
                       m.pattern.cycles_a_burst, m.bound, m.measured, 100 * m.measured / m.bound,
                       m.pattern.limit);
  return out;
}

nlohmann::ordered_json json_of(const std::vector<DramMeasurement>& all) {
  auto patterns = nlohmann::ordered_json::array();
  for (const DramMeasurement& m : all)
    patterns.push_back({{"pattern", m.pattern.name},
                        {"limit", m.pattern.limit},
                        {"cycles_a_burst", m.pattern.cycles_a_burst},
                        {"bound_gigabytes_per_second", m.bound},
                        {"measured_gigabytes_per_second", m.measured}});
  return {{"source", "heddle microbench dram"}, {"patterns", patterns}};
}

}  // namespace heddle
