// SPDX-License-Identifier: Apache-2.0
#include "tb/pairs/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "hw/sm/hooks/technique.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/fuzz/worker_pool.hpp"
#include "tb/pairs/combinations.hpp"
#include "tb/pairs/least.hpp"
#include "tb/pairs/pair_run.hpp"
#include "tb/run/named.hpp"

namespace heddle::pairs {
namespace {

/// A run: the number of a combination, and of a workload.
struct Point {
  std::uint32_t combination, workload;
};

std::vector<std::string> chosen_workloads(const CampaignOptions& o) {
  for (const std::string& name : o.workloads) named<Workload>(name);
  return o.workloads.empty() ? Registry<Workload>::instance().names() : o.workloads;
}

/// What is run of it, in an order in which a worker meets all workloads of a machine one after another.
class Plan {
 public:
  Plan(const Variants& all, const CampaignOptions& o) : workloads_(chosen_workloads(o)) {
    Random random(o.seed);
    if (o.among.size() != 3) add(combinations(all, 2, o.among), random, true);
    if (o.among.size() != 2) add(combinations(all, 3, o.among), random, false);
    if (o.draw != 0) draw(o.draw, random);
  }
  const std::vector<Combination>& combinations_of() const { return combinations_; }
  const std::vector<std::string>& workloads() const { return workloads_; }
  const std::vector<Point>& points() const { return points_; }

 private:
  void add(const std::vector<Combination>& some, Random& random, bool every_workload) {
    for (const Combination& c : some) {
      const auto number = static_cast<std::uint32_t>(combinations_.size());
      const std::vector<std::string> on = workloads_of(c, workloads_);
      combinations_.push_back(c);
      if (on.empty()) continue;
      const std::uint32_t drawn = random.below(static_cast<std::uint32_t>(on.size()));
      for (std::uint32_t w = 0; w < on.size(); ++w)
        if (every_workload || w == drawn)
          points_.push_back({number, static_cast<std::uint32_t>(std::ranges::find(workloads_, on[w]) -
                                                                workloads_.begin())});
    }
  }
  /// Draws among the sets of techniques first: those with many variants would leave no room for the others.
  void draw(std::uint64_t count, Random& random) {
    std::map<std::string, std::vector<Point>> of_set;
    for (const Point& p : points_) {
      std::string set;
      for (const Combination::Part& part : combinations_[p.combination].parts)
        set += part.technique->name + " ";
      of_set[set].push_back(p);
    }
    std::vector<const std::vector<Point>*> sets;
    for (const auto& [set, points] : of_set) sets.push_back(&points);
    std::vector<Point> drawn;
    for (std::uint64_t n = 0; n < count && !sets.empty(); ++n) {
      const auto& set = *sets[random.below(static_cast<std::uint32_t>(sets.size()))];
      drawn.push_back(set[random.below(static_cast<std::uint32_t>(set.size()))]);
    }
    points_ = std::move(drawn);
  }

  const std::vector<std::string> workloads_;
  std::vector<Combination> combinations_;
  std::vector<Point> points_;
};

/// Makes the runs in a worker. A machine that cannot be made is made once.
class Worker {
 public:
  Worker(const Variants& all, const Plan& plan, bool least) : all_(all), plan_(plan), least_(least) {}

  /// Returns a line of JSON: the verdict, its text, and the command.
  std::string line_of(const Point& p) {
    const RunRequest request = request_of(all_, machine(p.combination), plan_.workloads()[p.workload]);
    if (const auto known = refused_.find(p.combination); known != refused_.end())
      return line(known->second, request);
    PairRun r = run_pair(request, all_.limits.cpu_seconds);
    if (r.machine) refused_[p.combination] = r;
    return line(r, request);
  }

 private:
  const PlatformOptions& machine(std::uint32_t combination) {
    if (of_ != combination) {
      const Combination& c = plan_.combinations_of()[combination];
      of_ = combination;
      machine_ = machine_of(all_, c);
      if (least_ && !refused_.contains(combination)) {
        const auto settings = least_settings(all_, c, machine_);
        machine_.assignments.insert(machine_.assignments.end(), settings.begin(), settings.end());
      }
    }
    return machine_;
  }
  static std::string line(const PairRun& r, const RunRequest& request) {
    return nlohmann::json{r.verdict, r.text, command_of(request)}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  const Variants& all_;
  const Plan& plan_;
  const bool least_;
  std::optional<std::uint32_t> of_{};
  PlatformOptions machine_{};  ///< of the combination `of_`
  std::map<std::uint32_t, PairRun> refused_{};
};

/// Counts and prints what comes of the runs.
class Outcomes {
 public:
  void note(const std::string& text) {
    const auto r = nlohmann::json::parse(text);
    const auto verdict = r.at(0).get<Verdict>();
    ++runs_[verdict];
    if (verdict == Verdict::right) return;
    if (verdict == Verdict::refused) {
      ++refusals_[reason_of(r.at(1))];
      return;
    }
    // What is wrong stands behind the command as a comment of the shell.
    lines_[verdict].push_back(
        fmt::format("{}: {}  # {}", heddle::name_of(verdict), r.at(2).get<std::string>(), one_line(r.at(1))));
    bar_.clear();
    fmt::print("{}\n", lines_[verdict].back());
    std::fflush(stdout);
  }
  void show(std::uint64_t of) { bar_.show(fmt::format("{} failed", failed()), done(), of); }

  std::uint64_t done() const {
    return std::accumulate(runs_.begin(), runs_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& r) { return sum + r.second; });
  }
  std::uint64_t failed() const { return done() - count(Verdict::right) - count(Verdict::refused); }

  /// The failures once more, by kind, and the counts.
  void summarise(double seconds) {
    bar_.clear();
    for (const auto& [verdict, lines] : lines_) {
      fmt::print("\n{} failed, {}:\n", lines.size(), heddle::name_of(verdict));
      for (const std::string& line : lines) fmt::print("{}\n", line);
    }
    if (!refusals_.empty()) fmt::print("\nrefused by the configuration, or too large for it:\n");
    for (const auto& [reason, n] : refusals_) fmt::print("  {:>7}  {}\n", n, reason);
    fmt::print("{} runs: {} right, {} refused, {} failed; {:.0f} s\n", done(), count(Verdict::right),
               count(Verdict::refused), failed(), seconds);
  }

 private:
  std::uint64_t count(Verdict verdict) const {
    const auto found = runs_.find(verdict);
    return found == runs_.end() ? 0 : found->second;
  }
  static std::string one_line(std::string text) {
    constexpr std::size_t most = 300;  // messages about warps go on for all of them
    std::ranges::replace(text, '\n', ' ');
    return text.size() > most ? text.substr(0, most) + " ..." : text;
  }
  /// The message without what differs between kernels: their place in front, and values behind.
  static std::string reason_of(const std::string& text) {
    const auto kernel = text.find("kernel ");
    const auto from = kernel == std::string::npos ? 0 : text.find(": ", kernel);
    const std::string rest = from == std::string::npos || from == 0 ? text : text.substr(from + 2);
    return one_line(rest.substr(0, rest.find(": '")));
  }

  std::map<Verdict, std::uint64_t> runs_;
  std::map<Verdict, std::vector<std::string>> lines_;
  std::map<std::string, std::uint64_t> refusals_;
  ProgressBar bar_;
};

void check_among(const Variants& all, const std::vector<std::string>& among) {
  std::vector<std::string> known;
  for (const TechniqueVariants& t : all.techniques) known.push_back(t.name);
  for (std::size_t k = 0; k < among.size(); ++k) {
    if (std::ranges::find(known, among[k]) == known.end())
      throw Error({.place = "command line",
                   .what = "no technique with variants",
                   .value = among[k],
                   .legal = fmt::format("{}", fmt::join(known, ", ")),
                   .nearest = nearest_name(among[k], known)});
    if (std::find(among.begin(), among.begin() + static_cast<std::ptrdiff_t>(k), among[k]) !=
        among.begin() + static_cast<std::ptrdiff_t>(k))
      throw Error({.place = "command line", .what = "a technique is named twice", .value = among[k]});
  }
  if (!among.empty() && among.size() != 2 && among.size() != 3)
    throw Error({.place = "command line",
                 .what = "--pair combines two techniques, or three",
                 .value = fmt::format("{}", fmt::join(among, ","))});
}

}  // namespace

bool run_campaign(const Variants& all, const CampaignOptions& o) {
  check_among(all, o.among);
  const Plan plan(all, o);
  fmt::print("seed {}: {} runs{}\n", o.seed, plan.points().size(),
             o.least ? ", with the least of each resource" : "");
  const auto start = std::chrono::steady_clock::now();
  Worker worker(all, plan, o.least);
  Outcomes outcomes;
  {
    WorkerPool pool(o.jobs, 0, plan.points().size(),
                    [&](std::uint64_t n) { return worker.line_of(plan.points()[n]); });
    while (!pool.ended()) {
      const std::string line = pool.next(0.5);
      if (!line.empty()) outcomes.note(line);
      outcomes.show(plan.points().size());
    }
    // Lines that came together with the end of the last worker.
    for (std::string line; !(line = pool.next(0)).empty();) outcomes.note(line);
  }
  outcomes.summarise(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (outcomes.done() != plan.points().size())
    throw Error({.what = "workers ended ahead of their work",
                 .value = fmt::format("{} of {} runs", outcomes.done(), plan.points().size())});
  return outcomes.failed() == 0;
}

}  // namespace heddle::pairs
