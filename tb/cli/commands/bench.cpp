// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "models/base/whole_file.hpp"
#include "tb/bench/codec_bench.hpp"
#include "tb/bench/promises.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/run_progress.hpp"
#include "tb/run/demonstration.hpp"
#include "tb/run/named.hpp"
#include "tb/run/report.hpp"

namespace heddle::bench_command {
namespace {

struct Options {
  std::vector<std::string> workloads = promised_workloads();
  std::vector<unsigned> sms{15, 1};
  RunRequest request{};
  std::string technique{}, json{};
  std::vector<std::string> settings{};  ///< of the runs with the technique
  std::vector<std::filesystem::path> codec_data{};
  unsigned repeats = 1, threads = 1;
  bool all = false, lengths = false, check = false, codecs = false;
};

/// Sizes of a matrix product that give 0.1 M to 100 M warp instructions.
const std::vector<std::vector<std::string>> lengths{
    {"inner=16"}, {"inner=176"}, {"inner=1760"}, {"rows=384", "inner=8192"}};

std::string count(double n) { return grouped(static_cast<std::uint64_t>(n)); }

void print_title() {
  fmt::print("{:<12} {:>3}  {:<18} {:>12} {:>11} {:>7} {:>12} {:>10} {:>8}  {}\n", "workload", "SMs",
             "technique", "warp instr", "cycles", "CPU s", "warp instr/s", "cycles/s", "peak MB",
             "peer's best, times");
}

/// Formats how many times as fast as the fastest run of the peer this run is.
std::string against_peer(const BenchRow& r) {
  const PeerFigures* peer = peer_of(r.sms);
  if (peer == nullptr || !r.baseline()) return "";
  std::string text = fmt::format("{:.0f}", r.instructions_per_second() / peer->most_instructions);
  if (peer->most_cycles > 0)
    text += fmt::format(", cycles {:.0f}", r.cycles_per_second() / peer->most_cycles);
  return text;
}

void print(const BenchRow& r) {
  const bool timed = r.sms != 0;
  fmt::print("{:<12} {:>3}  {:<18} {:>12} {:>11} {:>7.2f} {:>12} {:>10} {:>8.0f}  {}{}\n", r.workload,
             timed ? fmt::format("{}", r.sms) : "-", timed ? r.technique : "without time",
             count(r.warp_instructions), timed ? count(r.cycles) : "-", r.host.launch_seconds,
             count(r.instructions_per_second()), timed ? count(r.cycles_per_second()) : "-",
             r.peak_megabytes(), against_peer(r), r.passed ? "" : "  RESULT CHECK FAILED");
  std::fflush(stdout);
}

void print(const Promise& p) {
  const auto text = [&](double n) { return n < 1000 ? fmt::format("{:.2f}", n) : count(n); };
  fmt::print("{:<52} {:>10}  {} {:>10} {:<12}  {}\n", p.what, text(p.measured),
             p.at_most ? "at most " : "at least", text(p.goal), p.unit, p.kept() ? "kept" : "MISSED");
}

RunRequest request_for(const Options& o, const std::string& workload, unsigned sms) {
  RunRequest request = o.request;
  request.on_start = show_progress;
  request.target = workload;
  if (sms != 0) request.platform.assignments.push_back(fmt::format("sms={}", sms));
  return request;
}

std::vector<BenchRow> rows_of(const Options& o) {
  std::vector<BenchRow> rows;
  const auto add = [&](const BenchRow& row) {
    print(row);
    rows.push_back(row);
  };
  for (const unsigned sms : o.sms)
    for (const std::string& workload : o.workloads) {
      std::array requests{request_for(o, workload, sms), request_for(o, workload, sms)};
      PlatformOptions& with = requests[1].platform;
      with.techniques = {o.technique};
      with.assignments.insert(with.assignments.end(), o.settings.begin(), o.settings.end());
      for (const BenchRow& row : measure_by_turns(requests, o.repeats)) add(row);
    }
  for (const std::string& workload : o.workloads)
    add(measure_functional(request_for(o, workload, 0), o.repeats));
  return rows;
}

/// Prints the rate of each run with the technique by that without it, over all turns.
void print_shares(const std::vector<BenchRow>& rows) {
  for (const BenchRow& run : rows)
    for (const BenchRow& other : rows) {
      if (run.baseline() || !other.baseline() || run.workload != other.workload || run.sms != other.sms)
        continue;
      const RateShare share = rate_share(run, other);
      fmt::print(
          "{:<12} {:>3}  {:.0f} % of the rate without {}  ({:.0f} .. {:.0f} % over {} runs), {:.0f} % by "
          "instruction executed\n",
          run.workload, run.sms, 100 * share.median, run.technique, 100 * share.least, 100 * share.most,
          run.all_seconds.size(), 100 * share.by_executed);
    }
}

std::vector<BenchRow> length_rows_of(const Options& o) {
  std::vector<BenchRow> rows;
  for (const auto& sizes : lengths) {
    RunRequest request = request_for(o, "matmul", 15);
    request.workload.sizes = sizes;
    rows.push_back(measure(request, o.repeats));
    print(rows.back());
  }
  return rows;
}

/// Measures the workloads under tandem execution, without a technique, on the first number of SMs.
std::vector<BenchRow> checked_rows_of(const Options& o) {
  std::vector<BenchRow> rows;
  for (const std::string& workload : o.workloads) {
    RunRequest request = request_for(o, workload, o.sms.front());
    request.check = true;
    rows.push_back(measure(request, o.repeats));
    rows.back().technique = "- (--check)";
    print(rows.back());
  }
  return rows;
}

/// Measures the bare machine by one thread and by several, by turns, and prints by how much these are faster.
/// Returns whether all results were right.
bool run_threads(const Options& o) {
  bool passed = true;
  for (const unsigned sms : o.sms)
    for (const std::string& workload : o.workloads) {
      std::array requests{request_for(o, workload, sms), request_for(o, workload, sms)};
      requests[1].threads = o.threads;
      const auto rows = measure_by_turns(requests, o.repeats);
      const SpeedUp s = speed_up(rows[1], rows[0]);
      fmt::print("{:<12} {:>3}  {:.2f} times as fast by {} threads  ({:.2f} .. {:.2f} over {} runs)\n",
                 workload, sms, s.median, o.threads, s.least, s.most, rows[0].all_wall.size());
      std::fflush(stdout);
      passed &= rows[0].passed && rows[1].passed;
    }
  return passed;
}

template <class T>
nlohmann::ordered_json list_of(const std::vector<T>& all) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const T& each : all) json.push_back(json_of(each));
  return json;
}

void write_json(const std::string& file, const std::vector<BenchRow>& rows,
                const std::vector<BenchRow>& by_length, const std::vector<Promise>& promises) {
  const auto range = [](double least, double most) { return nlohmann::ordered_json{least, most}; };
  const nlohmann::ordered_json json{
      {"rows", list_of(rows)},
      {"lengths", list_of(by_length)},
      {"promises", list_of(promises)},
      {"gpgpu_sim",
       {{"warp_instructions_per_cpu_second_15_sms",
         range(gpgpu_sim_15_sms.least_instructions, gpgpu_sim_15_sms.most_instructions)},
        {"warp_instructions_per_cpu_second_1_sm",
         range(gpgpu_sim_1_sm.least_instructions, gpgpu_sim_1_sm.most_instructions)},
        {"cycles_per_cpu_second_15_sms", range(gpgpu_sim_15_sms.least_cycles, gpgpu_sim_15_sms.most_cycles)},
        {"peak_megabytes", range(gpgpu_sim_least_megabytes, gpgpu_sim_most_megabytes)}}}};
  WholeFile(file).write(json.dump(2) + "\n");
}

/// Measures all codecs: the rates of a fast processor vary, so that five repeats are the least.
int run_codecs(const Options& o) {
  std::vector<CodecBench::Make> works;
  const auto& benches = Registry<CodecBench>::instance();
  for (const std::string& name : benches.names())
    for (auto& work : benches.find(name).works(o.codec_data)) works.push_back(std::move(work));
  std::optional<WholeFile> file;
  if (!o.json.empty()) file.emplace(o.json);
  fmt::print("{}", codec_title());
  std::vector<CodecRow> rows;
  for (const auto& make : works) {
    rows.push_back(measure(make(), std::max(o.repeats, 5u)));
    fmt::print("{}", text_of(rows.back()));
    std::fflush(stdout);
  }
  const std::vector<Promise> promises = codec_promises_of(rows);
  fmt::print("\n");
  for (const Promise& p : promises) print(p);
  const nlohmann::ordered_json json{{"codecs", list_of(rows)}, {"promises", list_of(promises)}};
  if (file) file->write(json.dump(2) + "\n");
  return 0;
}

int run(Options o) {
  if (o.codecs) return run_codecs(o);
  if (o.threads > 1) {
    for (const std::string& workload : o.workloads) named<Workload>(workload);
    return run_threads(o) ? 0 : 1;
  }
  if (o.technique.empty()) o.technique = demonstration().with.front();
  named<TechniqueEntry>(o.technique);
  if (o.all) o.workloads = Registry<Workload>::instance().names();
  for (const std::string& workload : o.workloads) named<Workload>(workload);
  print_title();
  const std::vector<BenchRow> rows = rows_of(o);
  fmt::print("\n");
  print_shares(rows);
  const std::vector<BenchRow> checked =
      o.check && !o.sms.empty() ? checked_rows_of(o) : std::vector<BenchRow>{};
  const std::vector<BenchRow> by_length = o.lengths ? length_rows_of(o) : std::vector<BenchRow>{};
  std::vector<Promise> promises;
  if (!o.request.workload.small) promises = promises_of(rows);
  for (const Promise& p : check_promises_of(rows, checked)) promises.push_back(p);
  for (const Promise& p : length_promises_of(by_length)) promises.push_back(p);
  if (!promises.empty()) fmt::print("\n");
  for (const Promise& p : promises) print(p);
  if (!o.json.empty()) write_json(o.json, rows, by_length, promises);
  const auto passed = [](const BenchRow& r) { return r.passed; };
  return std::all_of(rows.begin(), rows.end(), passed) &&
                 std::all_of(checked.begin(), checked.end(), passed) &&
                 std::all_of(by_length.begin(), by_length.end(), passed)
             ? 0
             : 1;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "bench",
    .help = "Measure the speed of simulation (workloads without techniques, with one, and without simulated "
            "time) or that of codecs",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      auto* some = app.add_option("--workloads", o->workloads, "Measure these workloads")
                       ->delimiter(',')
                       ->type_name("NAME,...")
                       ->capture_default_str();
      app.add_flag("--all", o->all, "Measure all workloads")->excludes(some);
      app.add_option("--sms", o->sms, "Measure with these numbers of SMs")
          ->delimiter(',')
          ->capture_default_str();
      app.add_option("--technique", o->technique,
                     "Use this technique in the second run of each workload (default: that of heddle demo)");
      app.add_option(
             "--set", o->settings,
             "Set one value in the runs with the technique, which overrides all files; may be repeated")
          ->allow_extra_args(false);
      app.add_option("--repeat", o->repeats,
                     "Repeat each run this many times, with and without the technique by turns; the fastest "
                     "counts, and the median of the shares")
          ->check(CLI::Range(1u, 100u))
          ->capture_default_str();
      app.add_flag("--lengths", o->lengths,
                   "Run matrix products of 0.1 M to 100 M warp instructions, too, which takes minutes");
      app.add_flag(
          "--check", o->check,
          "Measure the cost of tandem execution (heddle run --check), too, on the first number of SMs");
      app.add_flag("--small", o->request.workload.small,
                   "Use the workloads' small sizes, which the tests use");
      app.add_option("--gpu", o->request.platform.gpu,
                     "Simulate this GPU: a name in configs/gpus, or a YAML file")
          ->capture_default_str();
      app.add_option("--rtl", o->request.rtl, "Simulate these blocks as RTL: BLOCK[=FILE.sv],...");
      auto* codecs = app.add_flag("--codecs", o->codecs,
                                  "Measure how fast the models of codecs compress and decompress, instead");
      app.add_option("--codec-data", o->codec_data,
                     "Measure them on the contents of these files, too, which heddle lines reads")
          ->delimiter(',')
          ->type_name("FILE,...")
          ->needs(codecs);
      auto* json =
          app.add_option("--json", o->json, "Write the figures to this file as JSON")->type_name("FILE");
      app.add_option("--threads", o->threads,
                     "Measure by how much so many threads are faster than one, by the time that passes, "
                     "instead")
          ->check(CLI::Range(1u, 256u))
          ->capture_default_str()
          ->type_name("N")
          ->excludes(codecs)
          ->excludes(json);
      app.footer(
          "Each run has a process of its own. CPU s is the processor time of its launches, peak MB its "
          "largest resident memory. The peer is GPGPU-Sim 4.2 (GTX 480). On the machine on which the goals "
          "were set it simulates 9 to 21 thousand warp instructions per CPU second on 15 SMs, and 20 to 38 "
          "thousand on one SM; on 15 SMs, 0.9 to 2.5 thousand cycles.");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::bench_command
