// SPDX-License-Identifier: Apache-2.0
// User subroutines, which assist warps execute: what they count is what the machine and an independent
// observer count, the program's values stay, nothing depends on how cycles are simulated, bad input is named.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "models/base/data_root.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::user_subroutines_test {
namespace {

/// `layer`: the name of a file of configs/assist, or YAML.
Techniques caba(const std::string& layer, const std::vector<std::string>& set = {}) {
  ConfigTree tree;
  if (layer.find('\n') != std::string::npos)
    tree.add_text(layer, "layer");
  else
    tree.add_file(data_file("configs/assist/" + layer + ".yaml").string());
  for (const std::string& s : set) tree.set(s);
  return {Registry<TechniqueEntry>::instance().find("caba").make(tree)};
}

/// A layer with one subroutine.
std::string one(const std::string& what) {
  return "caba:\n  what: none\n  subroutines:\n    - {" + what + "}\n";
}

/// The words of NAME.csv, by their number.
using Words = std::map<std::uint64_t, std::uint64_t>;
Words words_of(SimulatedGpu& gpu, const std::string& name) {
  Words words;
  std::istringstream csv(gpu.files().at(name + ".csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "word,value");
  while (std::getline(csv, line)) {
    const auto comma = line.find(',');
    words[std::stoull(line.substr(0, comma))] = std::stoull(line.substr(comma + 1));
  }
  return words;
}

/// Counts independently what subroutines count.
struct Observer final : SmObserver {
  std::uint64_t splits = 0, jumping = 0;
  void split(unsigned, unsigned, LaneMask taken, LaneMask, Cycle) override {
    ++splits;
    jumping += static_cast<unsigned>(std::popcount(taken));
  }
};

GpuConfig machine(bool skipping = true) {
  GpuConfig config;
  config.sms = 2;
  config.skip_idle_cycles = skipping;
  config.dram.controller.check_protocol = true;
  return config;
}

struct Outcome {
  bool passed = false;
  Words words;
  std::map<std::string, double> stats;
  std::size_t statistics = 0;
};

/// Runs a small workload, and returns its statistics at these paths as numbers after the words of a
/// subroutine's memory.
Outcome run(const std::string& workload, const Techniques& techniques, const std::string& subroutine,
            const std::vector<std::string>& paths, bool skipping = true,
            const std::vector<RtlSelection>& rtl = {}) {
  constexpr unsigned most = 8000;
  const auto found = in_child(most, [&] {
    StatGroup stats;
    VerilatedLibrary library(rtl);
    std::vector<double> all;
    try {
      SimulatedGpu gpu(machine(skipping), techniques, &library, stats);
      Observer observer;
      gpu.gpu().observe(observer);
      all.push_back(Registry<Workload>::instance().find(workload).run(gpu, {.small = true}).passed());
      gpu.gpu().settle();
      all.push_back(static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12));
      for (const std::string& path : paths)
        all.push_back(path == "splits"    ? static_cast<double>(observer.splits)
                      : path == "jumping" ? static_cast<double>(observer.jumping)
                                          : stats.number(path));
      if (!subroutine.empty())
        for (const auto& [word, value] : words_of(gpu, subroutine)) {
          all.push_back(static_cast<double>(word));
          all.push_back(static_cast<double>(value));
        }
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      all.assign(2 + paths.size(), 0);
    }
    all.resize(most, -1);
    return all;
  });
  Outcome o;
  o.passed = found[0] == 1;
  o.statistics = static_cast<std::size_t>(found[1]);
  std::size_t at = 2;
  for (const std::string& path : paths) o.stats[path] = found[at++];
  for (; at + 1 < found.size() && found[at] >= 0; at += 2)
    o.words[static_cast<std::uint64_t>(found[at])] = static_cast<std::uint64_t>(found[at + 1]);
  return o;
}

std::uint64_t sum(const Words& words, std::uint64_t first, std::uint64_t step) {
  std::uint64_t all = 0;
  for (const auto& [word, value] : words)
    if (word >= first && (word - first) % step == 0) all += value;
  return all;
}

TEST(UserSubroutines, CountTheMissesOfTheMachine) {
  for (const char* workload : {"bfs", "laplace3d", "spmv"}) {
    const Outcome o = run(
        workload, caba("count_misses"), "count_misses",
        {"sm_total.l1d.read_misses", "sm_total.caba.count_misses.lost", "sm_total.caba.count_misses.ended"});
    EXPECT_TRUE(o.passed) << workload;
    EXPECT_GT(o.words.at(0), 0) << workload;
    EXPECT_EQ(o.stats.at("sm_total.caba.count_misses.lost"), 0) << workload;
    EXPECT_EQ(static_cast<double>(o.words.at(0)), o.stats.at("sm_total.l1d.read_misses")) << workload;
    EXPECT_EQ(static_cast<double>(o.words.at(0)), o.stats.at("sm_total.caba.count_misses.ended"));
    EXPECT_EQ(sum(o.words, 8, 1), o.words.at(0)) << "by memory line, " << workload;
  }
}

TEST(UserSubroutines, CountTheBranchesAtWhichAnObserverSeesWarpsDiverge) {
  for (const char* priority : {"low", "high"}) {
    const Outcome o =
        run("bfs",
            caba(one(fmt::format(
                "name: divergence, file: profile/divergence, event: split, memory: 65536, priority: {}",
                priority))),
            "divergence", {"splits", "jumping", "sm_total.caba.divergence.lost"});
    EXPECT_TRUE(o.passed);
    EXPECT_GT(o.stats.at("splits"), 0);
    EXPECT_EQ(o.stats.at("sm_total.caba.divergence.lost"), 0);
    EXPECT_EQ(static_cast<double>(sum(o.words, 0, 2)), o.stats.at("splits"));
    EXPECT_EQ(static_cast<double>(sum(o.words, 1, 2)), o.stats.at("jumping"));
  }
}

/// What is stored where the highest bit is at place k - 1: words 100 to 131, from each thread one.
TEST(UserSubroutines, ReadMemoryOfTheProgram) {
  const auto found = in_child(3, [&] {
    PtxRun run(
        "add.u32 %r1, %r0, 100;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
        "st.global.u32 [%rd3], %r1;",
        caba("stored_values"), PtxRun::one_sm());
    run.run(32, 32);
    const Words words = words_of(run.gpu, "stored_values");
    return std::vector<double>{static_cast<double>(words.size()), static_cast<double>(words.at(7)),
                               static_cast<double>(words.at(8))};
  });
  EXPECT_EQ(found, (std::vector<double>{2, 28, 4}));
}

// A subroutine for each kind of event, in turn of low and high priority, which only counts.
std::string all_events(unsigned pc_line) {
  std::string yaml = "caba:\n  what: none\n  records: 16\n  subroutines:\n";
  unsigned k = 0;
  for (const char* event :
       {"load", "store", "atomic", "miss", "fill", "split", "barrier", "pc", "warp", "cycles"})
    yaml += fmt::format(
        "    - {{name: on_{}, file: profile/count_events, event: {}, priority: {}, memory: 8{}}}\n", event,
        event, k++ % 2 == 0 ? "low" : "high",
        event == std::string("pc") ? fmt::format(", line: {}", pc_line) : "");
  return yaml;
}

TEST(UserSubroutines, OfAllEventsChangeNoValueOfTheProgram) {
  for (const char* workload : {"bfs", "matmul", "reduction", "laplace3d"}) {
    const CheckedWorkload found = checked_workload(workload, machine(), caba(all_events(40)));
    EXPECT_EQ(found.mismatches, 0) << workload;
    EXPECT_GT(found.instructions, 0) << workload;
  }
}

/// Lines are compressed at the same time.
TEST(UserSubroutines, StandBesideThoseThatCompress) {
  for (const char* workload : {"scan", "bfs"}) {
    GpuConfig config = machine();
    config.l2 = whole_lines(config.l2);
    for (const char* registers : {"parent", "entry"}) {
      const CheckedWorkload found = checked_workload(
          workload, config,
          caba(all_events(40),
               {"caba.what=bdi", "caba.store.words=1024", fmt::format("caba.registers={}", registers)}));
      EXPECT_EQ(found.mismatches, 0) << workload << registers;
    }
  }
}

/// Loads fill the load/store unit and wait for compressed lines, while the subroutines that count these loads
/// wait behind them: that none hangs needs an entry for those that decompress.
TEST(UserSubroutines, LeaveAnEntryToThoseThatDecompress) {
  const auto found = in_child(3, [] {
    GpuConfig config = PtxRun::one_sm();
    config.l2 = whole_lines(config.l2);
    const std::string counts =
        one("name: after, file: profile/count_events, event: load, memory: 8}\n"
            "    - {name: ahead, file: profile/count_events, event: load, memory: 8, priority: high");
    constexpr unsigned threads = 512, loads = 4, words = 32 * threads * loads;
    std::string body = "mul.wide.u32 %rd2, %r0, 128;\nadd.s64 %rd3, %rd1, %rd2;\n";
    for (unsigned k = 0; k < loads; ++k)
      body += fmt::format("ld.global.u32 %r{}, [%rd3+{}];\n", k + 1, 128 * threads * k);
    PtxRun run(body, caba(counts, {"caba.what=bdi", "caba.controller.entries=2"}), config);
    const DevicePointer out = run.gpu.upload(std::vector<std::uint32_t>(words));
    try {
      run.gpu.launch_with(run.kernel, {1}, {threads}, out);
    } catch (const Error& e) {
      std::fprintf(stderr, "%s\n", e.what());
      return std::vector<double>(3);
    }
    return std::vector<double>{
        run.stats.number("sm_total.memory.edge.decoded_lines"),
        static_cast<double>(words_of(run.gpu, "after").at(0)) + run.stats.number("sm_total.caba.after.lost"),
        static_cast<double>(words_of(run.gpu, "ahead").at(0)) + run.stats.number("sm_total.caba.ahead.lost")};
  });
  EXPECT_EQ(found, (std::vector<double>{2048, 64, 64}));
}

TEST(UserSubroutines, AreTheSameWhereCyclesAreSkippedAndWithBlocksAsRtl) {
  const std::vector<std::string> paths{"cycles", "sm_total.caba.on_cycles.ended"};
  const Outcome skipping = run("reduction", caba(all_events(40)), "on_load", paths),
                ticking = run("reduction", caba(all_events(40)), "on_load", paths, false),
                rtl = run("reduction", caba(all_events(40)), "on_load", paths, true,
                          {{"assist_warp_store"}, {"assist_warp_controller"}, {"assist_warp_buffer"}});
  EXPECT_TRUE(skipping.passed);
  EXPECT_GT(skipping.stats.at("sm_total.caba.on_cycles.ended"), 0);
  EXPECT_EQ(skipping.stats, ticking.stats);
  EXPECT_EQ(skipping.words, ticking.words);
  EXPECT_EQ(skipping.statistics, ticking.statistics);
  EXPECT_EQ(skipping.statistics, rtl.statistics);
}

/// With one entry, one staged instruction and room for two events nothing hangs, and what is lost is counted.
TEST(UserSubroutines, WithoutRoomLoseEventsAndGoOn) {
  const std::vector<std::string> tight{"caba.records=2", "caba.controller.entries=1",
                                       "caba.controller.depth=1", "caba.controller.low_slots=1"};
  for (const char* priority : {"low", "high"}) {
    const std::string counts = fmt::format(
        "name: count_misses, file: profile/count_misses, event: miss, memory: 1088, priority: {}", priority);
    const Outcome o = run("laplace3d", caba(one(counts), tight), "count_misses",
                          {"sm_total.l1d.read_misses", "sm_total.caba.count_misses.lost"});
    EXPECT_TRUE(o.passed);
    EXPECT_GT(o.stats.at("sm_total.caba.count_misses.lost"), 0);
    EXPECT_EQ(static_cast<double>(o.words.at(0)) + o.stats.at("sm_total.caba.count_misses.lost"),
              o.stats.at("sm_total.l1d.read_misses"));
  }
}

/// The line behind each miss is in the L1, or on its way, when the program wants it: the program's own
/// misses, each of which triggers a subroutine, are fewer.
TEST(UserSubroutines, PrefetchLinesIntoTheL1) {
  const std::vector<std::string> paths{"sm_total.caba.next_line.ended", "sm_total.caba.next_line.lost"};
  const Outcome without = run("laplace3d", {}, "", {"sm_total.l1d.read_misses"}),
                with_it = run("laplace3d", caba("next_line"), "", paths);
  EXPECT_TRUE(with_it.passed);
  EXPECT_GT(with_it.stats.at("sm_total.caba.next_line.ended"), 0);
  EXPECT_EQ(with_it.stats.at("sm_total.caba.next_line.lost"), 0);
  EXPECT_LT(with_it.stats.at("sm_total.caba.next_line.ended"), without.stats.at("sm_total.l1d.read_misses"));
}

/// The program's own misses.
struct MissObserver final : SmObserver {
  double misses = 0;
  void missed(unsigned, const char*, const InFlight& f, LaneMask, std::uint64_t, Cycle) override {
    if (!f.injected() && f.instruction->memory.space == ptx::Space::global) ++misses;
  }
};

/// A warp that strides through memory finds what it wants in the L1, once the stride is known.
TEST(UserSubroutines, PrefetchByStrides) {
  const auto misses_and_cycles = [](const Techniques& techniques) {
    return in_child(2, [&] {
      std::string body =
          "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nmov.u32 %r2, 0;\n"
          "mov.u32 %r4, 0;\nloop:\nld.global.u32 %r1, [%rd3];\nadd.u32 %r4, %r4, %r1;\n";
      for (unsigned k = 0; k < 100; ++k) body += "mad.lo.u32 %r4, %r4, %r4, 1;\n";
      body +=
          "add.s64 %rd3, %rd3, 1024;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 64;\n@%p1 bra loop;\n"
          "add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r4;";
      PtxRun run(body, techniques, PtxRun::one_sm());
      MissObserver observer;
      run.gpu.gpu().observe(observer);
      run.run(32, 64 * 256);
      return std::vector<double>{observer.misses, run.cycles()};
    });
  };
  const auto without = misses_and_cycles({}), with_it = misses_and_cycles(caba("stride"));
  EXPECT_EQ(without[0], 64);
  EXPECT_LT(with_it[0], 10);
  EXPECT_LT(with_it[1], without[1]);
}

/// Events of a lossy one hold back nobody: what is not counted is lost.
TEST(UserSubroutines, ThatAreLossyHoldBackNoWarp) {
  const std::string counts = "name: count, file: profile/count_events, event: load, memory: 8, lossy: ";
  const std::vector<std::string> paths{"cycles", "sm_total.caba.count.lost", "sm_total.caba.count.ended"};
  const Outcome waits = run("laplace3d", caba(one(counts + "false"), {"caba.records=4"}), "count", paths),
                loses = run("laplace3d", caba(one(counts + "true"), {"caba.records=4"}), "count", paths);
  EXPECT_TRUE(loses.passed);
  EXPECT_LT(loses.stats.at("cycles"), waits.stats.at("cycles"));
  EXPECT_GT(loses.stats.at("sm_total.caba.count.lost"), waits.stats.at("sm_total.caba.count.lost"));
  EXPECT_EQ(static_cast<double>(loses.words.at(0)), loses.stats.at("sm_total.caba.count.ended"));
}

std::string failure_of(const std::string& layer, const std::string& body = "") {
  const auto found = in_child(512, [&] {
    std::string text;
    try {
      PtxRun run(body, caba(layer), PtxRun::one_sm());
      run.run(32, 32);
    } catch (const Error& e) {
      text = e.what();
    }
    std::vector<double> letters(512);
    for (std::size_t k = 0; k < std::min<std::size_t>(511, text.size()); ++k) letters[k] = text[k];
    return letters;
  });
  std::string text;
  for (const double letter : found)
    if (letter > 0) text += static_cast<char>(letter);
  return text;
}
TEST(UserSubroutines, OfBadInputAreRefused) {
  for (const auto& [layer, said] : std::vector<std::pair<std::string, std::string>>{
           {one("name: high, file: profile/divergence"), "another word"},
           {one("name: a b, file: profile/divergence"), "letters, digits"},
           {one("name: a"), "a subroutine has no code"},
           {one("name: a, file: profile/nothing"),
            "the code of subroutine 'a' is not there: 'profile/nothing'"},
           {one("name: a, file: profile/divergence, event: jump"), "split"},
           {one("name: a, file: profile/divergence, event: pc"), "needs the line"},
           {one("name: a, file: profile/divergence, event: fill, line: 3"), "not that of one instruction"},
           {one("name: a, file: profile/divergence, memory: 8, shows: [{word: 1}]"), "below 1"},
           {one("name: a, file: profile/divergence}\n    - {name: a, file: profile/divergence"),
            "two subroutines have one name"},
           {one("name: a, file: profile/divergence, event: pc, kernel: k, line: 9999"),
            "no instruction stands in its line"},
           {"caba:\n  controller: {entries: 1}\n  subroutines:\n    - {name: a, file: "
            "profile/divergence}\n",
            "need an entry each"},
           {"caba:\n  what: none\n  store: {words: 5}\n  subroutines:\n    - {name: a, file: "
            "profile/divergence}\n",
            "caba.store.words: 5"}})
    EXPECT_NE(failure_of(layer).find(said), std::string::npos) << layer << failure_of(layer);
}

/// Each thread adds its two neighbours, of which the first and the last one lack one: the kernel goes on as
/// if zeros were there, and a thread that reaches a trap ends.
TEST(UserSubroutines, HandleFaultsOfTheProgram) {
  const std::string body =
      "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nadd.u32 %r1, %r0, 1;\n"
      "st.global.u32 [%rd3], %r1;\nbar.sync 0;\n"
      "ld.global.u32 %r2, [%rd3+-4];\nld.global.u32 %r3, [%rd3+4];\nadd.u32 %r4, %r2, %r3;\n"
      "setp.eq.u32 %p1, %r0, 5;\n@%p1 trap;\nst.global.u32 [%rd3], %r4;";
  const auto found = in_child(36, [&] {
    std::vector<double> all;
    PtxRun run(body, caba("faults"), PtxRun::one_sm());
    for (const std::uint32_t word : run.run(32, 32)) all.push_back(word);
    const Words words = words_of(run.gpu, "count_faults");
    for (unsigned k = 0; k < 4; ++k) all.push_back(static_cast<double>(words.at(k)));
    return all;
  });
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned before = k, behind = k == 31 ? 0 : k + 2;  // thread k has stored k + 1
    EXPECT_EQ(found[k], k == 5 ? 6 : before + behind) << k;
  }
  EXPECT_EQ(found[32], 2);   // lanes
  EXPECT_EQ(found[33], 1);   // a trap
  EXPECT_EQ(found[34], 19);  // its line, as it was the last fault
  EXPECT_EQ(static_cast<std::uint64_t>(found[35]) % 128, 0);
  EXPECT_NE(failure_of(one("name: a, file: profile/divergence"), body).find("out-of-bounds"),
            std::string::npos);
}

/// An access of a subroutine to memory that there is not names the subroutine's line, or is dropped.
TEST(UserSubroutines, ThatReachNoMemoryAreNamed) {
  const std::string load = "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1], %r1;",
                    bad = "name: next_line, file: prefetch/next_line, event: miss";
  EXPECT_NE(failure_of(one(bad), load).find("next_line.ptx:13"), std::string::npos)
      << failure_of(one(bad), load);
  EXPECT_EQ(failure_of(one(bad + ", drop_faults: true"), load), "");
}

}  // namespace
}  // namespace heddle::user_subroutines_test
