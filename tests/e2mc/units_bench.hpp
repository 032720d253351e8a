// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "hw/e2mc/e2mc_units.hpp"
#include "tests/e2mc/random_lines.hpp"

// The units of an edge with an owner that gives them lines.

namespace heddle::e2mc_test {

/// Gives lines to the units as long as they take them: each is encoded, and then decoded.
struct Owner final : Clocked {
  explicit Owner(ClockDomain& domain) { domain.attach(*this); }

  struct Line {
    LineJob encoding{}, decoding{};
    enum { waits, encodes, encoded, decodes, done } step = waits;
    std::uint64_t began = 0, took = 0, decode_began = 0, decode_took = 0;  // fs
  };

  Cycle tick(Cycle now) override {
    if (units == nullptr || now < first) return now + 1;
    const std::uint64_t time = sc_core::sc_time_stamp().value();
    unsigned started = 0;
    for (Line& l : lines) {
      if (l.step == Line::encodes && units->done(l.encoding)) {
        l.step = Line::encoded;
        l.took = time - l.began;
        l.decoding.stored = l.encoding.stored;
        l.decoding.address = l.encoding.address;
      } else if (l.step == Line::decodes && units->done(l.decoding)) {
        l.step = Line::done;
        l.decode_took = time - l.decode_began;
        ++ended;
      }
      if (started == most) continue;
      if (l.step == Line::waits && units->start(l.encoding)) {
        l.step = Line::encodes, l.began = time, ++started;
      } else if (l.step == Line::encoded && l.encoding.stored.encoding == 0) {
        l.step = Line::done, ++ended;
      } else if (l.step == Line::encoded && units->start(l.decoding)) {
        l.step = Line::decodes, l.decode_began = time, ++started;
      }
    }
    return sleeps ? never : now + 1;
  }

  LineExecutor* units = nullptr;
  Cycle first = 0;
  unsigned most = 1;    // of one cycle
  bool sleeps = false;  // until the units wake it; all lines may be started in a cycle then
  std::deque<Line> lines;
  std::size_t ended = 0;
};

struct Bench {
  Bench(const E2mcConfig& config, unsigned count, const std::string& name = "units",
        const BlockMaker& blocks = {}, bool skipping = true, std::function<LineUse(std::uint64_t)> use = {})
      : clock((name + "_memory").c_str(), 998'004, skipping),
        owner(clock),
        rst_n((name + "_rst_n").c_str()),
        code(config) {
    code.owners().ask(std::move(use));
    Random random(1);
    for (const auto& line : random_lines(count, random)) {
      LineJob& job = owner.lines.emplace_back().encoding;
      job.encodes = true;
      job.address = line_bytes * (owner.lines.size() - 1);
      job.line = line;
      code.saw(line, 0, code.owners().now(job.address));
    }
    units = std::make_unique<E2mcUnits>(name.c_str(), config, code, LineWork::both, 32,
                                        EdgeParts{.place = EdgePlace::controller,
                                                  .index = 0,
                                                  .clock = clock,
                                                  .owner = owner,
                                                  .stats = stats,
                                                  .rst_n = &rst_n,
                                                  .blocks = blocks,
                                                  .clocking = skipping});
    owner.units = units.get();
  }
  /// Runs for so many nanoseconds.
  void run(std::uint64_t ns) { sc_core::sc_start(sc_core::sc_time::from_value(ns * 1'000'000)); }
  void start() {
    run(10);
    rst_n.write(true);
  }

  ClockDomain clock;  // 1002 MHz
  Owner owner;
  StatGroup stats;
  Wire<bool> rst_n;
  RunCode code;
  std::unique_ptr<E2mcUnits> units;
};

/// The sampling phase ends with a line that is seen behind the millionth instruction.
inline E2mcConfig config_of(unsigned symbol_bits, unsigned ways) {
  return {.symbol_bits = symbol_bits,
          .entries = 256,
          .ways = ways,
          .sampled_instructions = 1'000'000,
          .compressors = 3,
          .decoders = 8};
}

struct Watcher : BlockWatcher {
  void watch(std::string_view, Block&, const ConfigTree&) override {}
};

}  // namespace heddle::e2mc_test
