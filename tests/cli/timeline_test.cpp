// SPDX-License-Identifier: Apache-2.0
// --timeline draws what the statistics count.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "hw/gpu/timeline.hpp"
#include "models/base/error.hpp"
#include "tests/cli/program.hpp"

namespace heddle::timeline_test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Slice {
  std::string name;
  double begin, end;
  Json arguments;
};
using Thread = std::pair<int, std::string>;  ///< process, name of the thread

/// A trace file, sorted by tracks.
struct Trace {
  explicit Trace(const std::string& text) {
    const Json json = Json::parse(text);
    std::map<std::pair<int, int>, std::string> names;
    for (const Json& e : json.at("traceEvents"))
      if (e["ph"] == "M" && e["name"] == "thread_name") names[{e["pid"], e["tid"]}] = e["args"]["name"];
    std::map<std::uint64_t, double> begun;
    for (const Json& e : json.at("traceEvents")) {
      if (e["ph"] == "X") {
        const double ts = e["ts"], duration = e["dur"];
        EXPECT_GE(duration, 0);
        const auto name = names.find({e["pid"], e["tid"]});
        EXPECT_NE(name, names.end());
        threads[{e["pid"], name->second}].push_back({e["name"], ts, ts + duration, e.value("args", Json())});
      } else if (e["ph"] == "b") {
        begun[e["id"]] = e["ts"];
        requests.push_back(e);
      } else if (e["ph"] == "e") {
        ++answers;
        EXPECT_GE(e["ts"].get<double>(), begun.at(e["id"]));
      }
    }
    for (auto& [thread, slices] : threads)
      std::sort(slices.begin(), slices.end(),
                [](const Slice& a, const Slice& b) { return a.begin < b.begin; });
  }

  std::vector<Slice> of(const std::string& kind) const {
    std::vector<Slice> all;
    for (const auto& [thread, slices] : threads)
      if (thread.second.starts_with(kind)) all.insert(all.end(), slices.begin(), slices.end());
    return all;
  }

  std::map<Thread, std::vector<Slice>> threads;
  std::vector<Json> requests;
  std::size_t answers = 0;
};

struct Drawn {
  Ran ran;
  std::string trace;
  Json stats;
};

Drawn draw(const std::string& workload, Words more = {}) {
  const TemporaryFolder folder;
  Words words{"run", workload, "--small", "--set", "sms=2", "--out", "r", "--timeline", "t.json"};
  words.insert(words.end(), more.begin(), more.end());
  Drawn d{heddle(words, folder), "", {}};
  EXPECT_EQ(d.ran.status, 0) << d.ran.out << d.ran.err;
  d.trace = content_of(folder.path() / "t.json");
  d.stats = Json::parse(content_of(folder.path() / "r/stats.json"));
  return d;
}

class TimelineOf : public testing::TestWithParam<const char*> {};

TEST_P(TimelineOf, AgreesWithTheStatistics) {
  const Drawn d = draw(GetParam());
  const Trace trace(d.trace);
  std::uint64_t launches = 0;
  for (const auto& kernel : d.stats["kernels"]) launches += kernel["launches"].get<std::uint64_t>();
  const auto kernels = trace.of("kernels");
  EXPECT_EQ(kernels.size(), launches);
  double cycles = 0;
  for (const Slice& k : kernels) cycles += k.end - k.begin;
  EXPECT_NEAR(cycles, d.stats["cycles"].get<double>(), 1e-3);

  const auto& all = d.stats["sm_total"];
  EXPECT_EQ(trace.of("SP").size(), all["sp"]["dispatched"]);
  EXPECT_EQ(trace.of("SFU").size(), all["sfu"]["dispatched"]);
  EXPECT_EQ(trace.requests.size(), d.stats["crossbar"]["requests"]["packets"]);
  std::map<std::string, unsigned> levels;
  for (const Json& request : trace.requests) ++levels[request["args"]["level"]];
  EXPECT_GT(levels["dram"], 0u);
  EXPECT_EQ(levels["dram"] + levels["l2"], trace.requests.size());
  if (d.stats["l2_total"]["hits"] > d.stats["l2_total"]["misses"]) {
    EXPECT_GT(levels["l2"], 0u);
  }

  EXPECT_EQ(trace.answers, trace.requests.size());

  // There are as many warps and CTAs as the grids have, each within its kernel.
  std::uint64_t ctas = 0;
  for (const Slice& k : kernels) {
    unsigned x = 0, y = 0, z = 0;
    ASSERT_EQ(std::sscanf(k.arguments["grid"].get<std::string>().c_str(), "%ux%ux%u", &x, &y, &z), 3);
    ctas += std::uint64_t{x} * y * z;
  }
  EXPECT_EQ(trace.of("CTA slot").size(), ctas);
  EXPECT_GE(trace.of("warp slot").size(), ctas);
}

TEST_P(TimelineOf, NestsItsSlices) {
  const Trace trace(draw(GetParam()).trace);
  for (const auto& [thread, slices] : trace.threads)
    for (std::size_t k = 1; k < slices.size(); ++k)
      EXPECT_LE(slices[k - 1].end, slices[k].begin + 1e-6) << thread.second;
  // A warp lives within its CTA.
  for (const auto& [thread, slices] : trace.threads) {
    if (!thread.second.starts_with("warp slot")) continue;
    for (const Slice& warp : slices) {
      const auto& ctas = trace.threads.at({thread.first, "CTA slot " + warp.arguments["CTA slot"].dump()});
      EXPECT_TRUE(std::any_of(ctas.begin(), ctas.end(), [&](const Slice& cta) {
        return cta.begin <= warp.begin && warp.end <= cta.end;
      })) << thread.second;
    }
  }
  for (const Slice& cta : trace.of("CTA slot")) {
    const auto kernels = trace.of("kernels");
    EXPECT_TRUE(std::any_of(kernels.begin(), kernels.end(), [&](const Slice& kernel) {
      return kernel.begin <= cta.begin && cta.end <= kernel.end + 1e-6;
    }));
  }
}
INSTANTIATE_TEST_SUITE_P(A, TimelineOf, testing::Values("vectoradd", "gaussian", "bfs", "black_scholes"));

TEST(Timeline, DoesNotChangeTheRun) {
  const TemporaryFolder folder;
  const Words run{"run", "bfs", "--small", "--set", "sms=2", "--out", "r"};
  ASSERT_EQ(heddle(run, folder).status, 0);
  EXPECT_EQ(Json::parse(content_of(folder.path() / "r/stats.json")), draw("bfs").stats);
}

TEST(Timeline, KeepsToItsWindow) {
  const Trace whole(draw("gaussian").trace);
  const Trace part(draw("gaussian", {"--timeline-window", "5000:6999"}).trace);
  for (const auto& [thread, slices] : part.threads)
    for (const Slice& s : slices) {
      EXPECT_GE(s.begin, 5000);
      EXPECT_LE(s.end, 7000);
    }
  const auto overlapping = [](const std::vector<Slice>& all) {
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [](const Slice& s) { return s.end >= 5000 && s.begin < 7000; }));
  };
  for (const char* kind : {"kernels", "CTA slot", "warp slot", "SP", "LDST"})
    EXPECT_EQ(part.of(kind).size(), overlapping(whole.of(kind))) << kind;
  EXPECT_LT(part.requests.size(), whole.requests.size());
}

TEST(Timeline, IsReadableWhenTheRunFails) {
  const TemporaryFolder folder;
  add_kernel(folder, "@%p1 trap;\nsetp.eq.u32 %p1, %r1, 40;\n@%p1 trap;");
  const Ran ran = heddle({"run", "k.ptx", "--launch", "k.yaml", "--no-out", "--timeline", "t.json"}, folder);
  EXPECT_EQ(ran.status, 1);
  const Trace trace(content_of(folder.path() / "t.json"));
  EXPECT_EQ(trace.of("kernels").size(), 1u);
  EXPECT_EQ(trace.of("warp slot").size(), 2u);  // they end where the run failed
}

TEST(Timeline, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  const Words run{"run", "vectoradd", "--small", "--no-out"};
  const auto refused = [&](Words more, const std::string& message) {
    Words words = run;
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = heddle(words, folder);
    EXPECT_NE(ran.status, 0);
    EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
  };
  refused({"--timeline", "no/such/t.json"}, "cannot be written");
  refused({"--timeline-window", "1:2"}, "--timeline-window needs --timeline");
  for (const char* window : {"5", "a:2", "7:3", "1:2:3", "-1:4", ":x"})
    refused({"--timeline", "t.json", std::string("--timeline-window=") + window}, "bad window");
  EXPECT_EQ(parse_timeline_window(":7").last, 7u);
  EXPECT_EQ(parse_timeline_window("7:").first, 7u);
  EXPECT_EQ(parse_timeline_window(":").last, never);
}

/// Figure 2(a) of Jeon2015, of the warps in slot 0. Without branches all warps behave alike.
TEST(Timeline, DrawsTheLivesOfVirtualRegisters) {
  const Drawn d = draw("vectoradd", {"--with", "register_virtualization", "--set", "sm.ctas=1", "--set",
                                     "register_virtualization.table_bytes=3780"});
  const Trace trace(d.trace);
  const auto lives = trace.of("register "), of_slot = trace.of("warp slot 0"), warps = trace.of("warp slot");
  ASSERT_FALSE(of_slot.empty());
  EXPECT_EQ(lives.size() * warps.size(),
            d.stats["sm_total"]["register_file"]["virtualization"]["allocations"].get<std::size_t>() *
                of_slot.size());
  for (const auto& [thread, slices] : trace.threads) {
    if (!thread.second.starts_with("register ")) continue;
    const auto& owners = trace.threads.at({thread.first, "warp slot 0"});
    for (std::size_t k = 0; k < slices.size(); ++k) {
      if (k != 0) {
        EXPECT_LE(slices[k - 1].end, slices[k].begin) << thread.second;
      }
      EXPECT_TRUE(std::any_of(owners.begin(), owners.end(), [&](const Slice& warp) {
        return warp.begin <= slices[k].begin && slices[k].end <= warp.end;
      })) << thread.second;
    }
  }
  EXPECT_TRUE(Trace(draw("vectoradd").trace).of("register ").empty()) << "they have fixed places";
}

}  // namespace
}  // namespace heddle::timeline_test
