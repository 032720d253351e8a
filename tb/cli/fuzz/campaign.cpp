// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/fuzz/campaign.hpp"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <sstream>

#include "models/base/whole_file.hpp"
#include "models/host/functional_device.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/fuzz/coverage.hpp"
#include "tb/fuzz/print/ptx_printer.hpp"
#include "tb/fuzz/run/case_files.hpp"
#include "tb/fuzz/run/launch_kernel.hpp"
#include "tb/fuzz/run/machine_run.hpp"
#include "tb/fuzz/worker_pool.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/coverage/coverage_lines.hpp"

namespace heddle {
namespace {

using fuzz::Case;
using fuzz::CaseResult;
using fuzz::Verdict;

Case draw(const CampaignOptions& o, std::uint64_t number) {
  return o.compiled ? fuzz::draw_compiled_case(o.seed, number, o.choice)
                    : fuzz::draw_case(o.seed, number, o.choice);
}

CaseResult check_case(const Case& c, unsigned cpu_seconds, bool watch = false) {
  return fuzz::check(c, [&](const auto& kernel, const std::string& ptx, const auto& machine) {
    return run_machine_apart(kernel, ptx, machine, cpu_seconds, watch);
  });
}

fuzz::Coverage coverage_of(const Case& c) {
  fuzz::Coverage coverage;
  fuzz::CoverageObserver observer(coverage, c.kernel.shape.threads());
  FunctionalDevice device({.memory_bytes = std::uint64_t{1} << 30});
  device.observe(&observer);
  fuzz::launch_on(device, c.kernel, fuzz::ptx_of(c));
  return coverage;
}

constexpr std::uint64_t watched_one_of = 10;  ///< kernels: watching the pins of the blocks takes time

/// Draws and checks one kernel, and returns the result as a line of JSON.
std::string line_of(const CampaignOptions& o, std::uint64_t number) {
  nlohmann::json line{{"number", number}};
  try {
    // The kernel runs in a child process, so that a crash of the front end or of an oracle is a result, too.
    line.update(nlohmann::json::parse(in_child_process("the random kernel", [&] {
      const Case c = draw(o, number);
      const CaseResult r = check_case(c, o.cpu_seconds, number % watched_one_of == 0);
      nlohmann::json j{{"verdict", static_cast<unsigned>(r.verdict)},
                       {"text", r.text},
                       {"machine", r.machine},
                       {"refused", r.refused},
                       {"machines", c.machines.size()},
                       {"instructions", r.instructions},
                       {"threads", c.kernel.shape.all_threads()},
                       {"refused_probes", c.refused_probes},
                       {"probes", r.probes.of_kind},
                       {"probes_run", r.probes.assist_warps}};
      if (!r.failed()) {
        j["coverage"] = json_of(coverage_of(c));
        j["reached"] = json_of(r.reached).dump();
      }
      return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    })));
  } catch (const Error& e) {
    line.update({{"verdict", static_cast<unsigned>(Verdict::invalid)}, {"text", e.what()}, {"machine", 0}});
  }
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The log has a line "seed number verdict" for each kernel, and says with which kernel --resume continues.
class SeedLog {
 public:
  SeedLog(const CampaignOptions& o) : seed_(o.seed) {
    std::error_code failed;
    std::filesystem::create_directories(o.out, failed);
    if (failed)
      throw Error({.place = "command line",
                   .what = fmt::format("the folder cannot be made: {}", failed.message()),
                   .value = o.out.string()});
    file_ = o.out / "seeds.log";
    std::ifstream in;
    if (std::filesystem::is_regular_file(file_)) in.open(file_);  // a device might have no end
    std::uint64_t seed, number;
    for (std::string text; std::getline(in, text);)
      if (std::istringstream(text) >> seed >> number && seed == seed_) next_ = std::max(next_, number + 1);
    out_.open(file_, std::ios::app);
    if (!out_) refuse();
  }
  std::uint64_t next() const { return next_; }
  void add(std::uint64_t number, const std::string& what) {
    out_ << seed_ << ' ' << number << ' ' << what << std::endl;
    if (!out_) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw Error({.place = "command line", .what = "the log cannot be written", .value = file_.string()});
  }

  std::uint64_t seed_, next_ = 0;
  std::filesystem::path file_{};
  std::ofstream out_;
};

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options) : o_(options), log_(options) {}

  bool run() {
    const std::uint64_t begin = o_.resume ? std::max(log_.next(), o_.first) : o_.first;
    const std::uint64_t end =
        o_.kernels == 0 ? std::numeric_limits<std::uint64_t>::max() : o_.first + o_.kernels;
    std::vector<nlohmann::json> failures;
    {
      WorkerPool pool(o_.jobs, begin, end, [&](std::uint64_t n) { return line_of(o_, n); });
      ProgressBar bar;
      while (!pool.ended() && !late() && failures.size() < o_.failures) {
        const std::string text = pool.next(0.5);
        bar.show(fmt::format("seed {}: {} kernels, {} runs on machines, {:.0f} s", o_.seed, kernels_, runs_,
                             seconds()));
        if (text.empty()) continue;
        auto line = nlohmann::json::parse(text);
        note(line);
        line.update({{"kernels", kernels_}, {"seconds", seconds()}});
        if (line.at("verdict") != static_cast<unsigned>(Verdict::passed)) failures.push_back(line);
      }
    }
    for (const auto& failure : failures) report(failure);
    summarise();
    return failures.empty();
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  bool late() const { return o_.seconds > 0 && seconds() > o_.seconds; }

  void note(const nlohmann::json& line) {
    ++kernels_;
    const auto verdict = static_cast<Verdict>(line.at("verdict").get<unsigned>());
    log_.add(line.at("number"), fuzz::name_of(verdict));
    if (verdict != Verdict::passed) return;
    runs_ += line.at("machines").get<std::uint64_t>() - line.at("refused").get<std::uint64_t>();
    refused_ += line.at("refused").get<std::uint64_t>();
    instructions_ += line.at("instructions").get<std::uint64_t>();
    filling_ += line.at("threads").get<std::uint64_t>() >= 1024;
    probes_.add({line.at("probes"), line.at("probes_run")});
    refused_probes_ += line.at("refused_probes").get<std::uint64_t>();
    coverage_.add(fuzz::coverage_of(line.at("coverage")));
    reached_.add(
        fuzz::machine_coverage_of(nlohmann::ordered_json::parse(line.at("reached").get<std::string>())));
  }

  /// Shrinks the failing case and writes it to the folder.
  void report(const nlohmann::json& failure) {
    const std::uint64_t number = failure.at("number");
    const auto verdict = static_cast<Verdict>(failure.at("verdict").get<unsigned>());
    fmt::print("kernel {} of seed {} {} after {} kernels, {:.0f} s\n  {}\n", number, o_.seed,
               fuzz::name_of(verdict), failure.at("kernels").get<std::uint64_t>(),
               failure.at("seconds").get<double>(), failure.at("text").get<std::string>());
    std::fflush(stdout);
    const Case whole = draw(o_, number);
    Case c = whole;
    if (!c.machines.empty()) c.machines = {c.machines.at(failure.at("machine").get<std::size_t>())};
    const auto smaller = fuzz::shrink(
        c,
        [&](const Case& each) {
          try {
            return in_child_process("the random kernel", [&] {
                     return std::to_string(static_cast<unsigned>(check_case(each, o_.cpu_seconds).verdict));
                   }) == std::to_string(static_cast<unsigned>(verdict));
          } catch (const Error&) {
            return verdict == Verdict::invalid;
          }
        },
        o_.shrink);
    fmt::print("  {} statements, {} threads; after {} attempts {} statements, {} threads\n",
               count_statements(whole.kernel), whole.kernel.shape.all_threads(), smaller.attempts,
               count_statements(smaller.c.kernel), smaller.c.kernel.shape.all_threads());
    const std::string name = fmt::format("{}-{}", o_.seed, number);
    if (verdict == Verdict::invalid) {
      WholeFile(o_.out / (name + ".ptx")).write(fuzz::ptx_of(smaller.c.kernel));
      fmt::print("  no valid kernel: {}\n", (o_.out / (name + ".ptx")).string());
      return;
    }
    fmt::print("  {}\n", check_case(smaller.c, o_.cpu_seconds).text);
    fmt::print("repeat it:  {}\n", fuzz::write_case(smaller.c, o_.out, name));
  }

  void summarise() {
    fmt::print(
        "seed {}: {} kernels ({} of 1024 threads and more), {} runs on machines ({} refused: no such "
        "machine, or "
        "too small), {} warp instructions, {:.0f} s\n{}; {} more were refused\n{}",
        o_.seed, kernels_, filling_, runs_, refused_, instructions_, seconds(), text_of(probes_),
        refused_probes_,
        text_of(coverage_) + text_of(reached_) + text_of(reached_.hazards) + coverage_lines(reached_.blocks));
    const nlohmann::ordered_json coverage{{"kernels", json_of(coverage_)}, {"machines", json_of(reached_)}};
    WholeFile(o_.out / "coverage.json").write(coverage.dump(1) + "\n");
  }

  const CampaignOptions& o_;
  SeedLog log_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t kernels_ = 0, runs_ = 0, refused_ = 0, instructions_ = 0, filling_ = 0;
  fuzz::ProbeCounts probes_;
  std::uint64_t refused_probes_ = 0;  ///< drawn
  fuzz::Coverage coverage_;
  fuzz::MachineCoverage reached_;
};

}  // namespace

bool run_campaign(const CampaignOptions& options) { return Campaign(options).run(); }

}  // namespace heddle
