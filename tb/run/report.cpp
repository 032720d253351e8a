// SPDX-License-Identifier: Apache-2.0
#include "tb/run/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "models/base/error.hpp"
#include "tb/run/coverage/block_activity.hpp"
#include "tb/run/difference.hpp"
#include "tb/run/machine_report.hpp"
#include "tb/run/named.hpp"
#include "tb/run/program.hpp"

namespace heddle {
namespace {

class Report {
 public:
  Report(const RunRequest& request, const RunResult& run, const RunResult* baseline)
      : request_(request), run_(run), baseline_(baseline) {}

  std::string text() {
    title();
    result();
    speed();
    divergence();
    compression();
    banks();
    gating();
    techniques();
    if (has_techniques()) out_ += block_activity(run_.stats, request_.platform.techniques);
    energy();
    out_ += machine_report(run_, baseline_);
    if (baseline_ != nullptr)
      out_ += "  what the techniques change\n" + text_of(difference(baseline_->stats, run_.stats));
    rtl();
    host();
    return std::move(out_);
  }

 private:
  double of(const std::string& path) const { return statistic(run_.stats, path); }
  double all(const std::string& path) const { return of("sm_total." + path); }
  bool has_techniques() const { return !request_.platform.techniques.empty(); }
  bool compresses() const { return run_.stats.at("summary").contains("compression_ratio"); }

  template <class... A>
  void line(const char* label, fmt::format_string<A...> format, A&&... arguments) {
    out_ += report_line(label, fmt::format(format, std::forward<A>(arguments)...));
  }
  static std::string count(double n) { return grouped(static_cast<std::uint64_t>(n)); }
  static std::string ratio(double r) { return std::isnan(r) ? "-" : fmt::format("{:.2f}", r); }
  static std::string percent(double share) {
    return std::isnan(share) ? "-" : fmt::format("{:.2f} %", 100 * share);
  }
  /// Formats by how much `now` differs from `before`: "-12.3 %".
  static std::string change(double now, double before) {
    return before == 0 ? "-" : fmt::format("{:+.1f} %", 100 * (now / before - 1));
  }

  /// Names the PTX variant that has run, where a technique has chosen it.
  std::string variant() const {
    if (!is_workload(request_) || !request_.workload.variant.empty()) return "";
    const std::string chosen = variant_of(request_, named<Workload>(request_.target));
    return chosen == default_variant ? "" : fmt::format(" ({})", chosen);
  }

  void title() {
    const auto& p = request_.platform;
    out_ += fmt::format(
        "{}{}{} on {}, {} SM{}, {}\n", request_.target, size_text(request_), variant(), p.gpu, run_.sms,
        run_.sms == 1 ? "" : "s",
        has_techniques() ? fmt::format("with {}", fmt::join(p.techniques, ", ")) : "no technique");
  }

  void result() {
    if (run_.quality)
      line("approximated result", "{}", text_of(*run_.quality));
    else
      line("result check", "{}", result_text(run_.result));
    out_ += figure_lines(run_.result);
  }

  void speed() {
    const double cycles = of("cycles");
    line("cycles", "{} ({:.1f} us at {} MHz){}", count(cycles), cycles / static_cast<double>(run_.core_mhz),
         run_.core_mhz, against("cycles"));
    line("warp instructions", "{}", count(all("warp_instructions")));
    line("thread instructions", "{}", count(all("thread_instructions")));
    line("IPC", "{} warp instructions, {} thread instructions a cycle", ratio(of("summary.ipc")),
         ratio(of("summary.thread_ipc")));
  }

  std::string against(const std::string& path) const {
    if (baseline_ == nullptr) return "";
    const double before = statistic(baseline_->stats, path);
    return fmt::format(", {} against {} without techniques", change(of(path), before), count(before));
  }

  void divergence() {
    line("divergent", "{} of the warp instructions", percent(of("summary.divergent_share")));
    if (has_techniques())
      line("injected MOVs", "{}, {} of the warp instructions (not in IPC)", count(all("injected_moves")),
           percent(of("summary.injected_move_share")));
  }

  void compression() {
    if (!compresses()) return;
    const double divergent = of("summary.compression_ratio_divergent");
    line("compression ratio", "{}: non-divergent {}, {}", ratio(of("summary.compression_ratio")),
         ratio(of("summary.compression_ratio_non_divergent")),
         std::isnan(divergent) ? "no divergent writes" : fmt::format("divergent {:.2f}", divergent));
    if (run_.stats.at("summary").contains("merge_buffer_area"))
      line("merge buffers", "{:.3f} mm2 an SM, {} cycles in which a warp lacked one",
           of("summary.merge_buffer_area"), count(all("merge_buffer_stalls")));
  }

  void techniques() {
    if (!has_techniques()) return;
    for (const auto& technique : resolve_platform(request_.platform).techniques)
      for (const auto& [label, text] :
           technique->report([this](const std::string& path) { return of(path); }))
        line(label.c_str(), "{}", text);
  }

  void banks() {
    const auto accesses = [&](const char* label, const char* counter, const char* uncompressed) {
      const double now = all(counter), before = of(uncompressed);
      line(label, "{}{}", count(now),
           has_techniques() ? fmt::format(", {} against {} with uncompressed registers", change(now, before),
                                          count(before))
                            : "");
    };
    accesses("bank accesses, read", "register_file.bank_reads", "summary.baseline_bank_reads");
    accesses("bank accesses, written", "register_file.bank_writes", "summary.baseline_bank_writes");
  }

  void energy() {
    out_ += "  register-file energy\n";
    for (const auto& [part, value] : run_.stats.at("register_file_energy").items()) {
      if (!value.is_number() || part == "dynamic_of_counted_wires") continue;
      const double now = of("register_file_energy." + part) * 1e-6;
      if (now == 0) continue;
      std::string text = fmt::format("{:>10.3f} uJ", now);
      if (has_techniques()) {
        const auto& before_all = baseline_ != nullptr ? baseline_->stats.at("register_file_energy")
                                                      : run_.stats.at("register_file_energy").at("baseline");
        const double before = before_all.value(part, 0.0) * 1e-6;
        if (before != 0) text += fmt::format(", {:>7} against {:.3f} uJ", change(now, before), before);
      }
      line(("  " + part).c_str(), "{}", text);
    }
    if (has_techniques() && baseline_ != nullptr)
      out_ += "    (against the run without techniques)\n";
    else if (has_techniques())
      out_ +=
          "    (against the same accesses with every register uncompressed, all banks on, and the same "
          "cycles;\n"
          "     --compare runs without the techniques)\n";
  }

  /// Prints the share of the bank cycles in which the bank was power-gated.
  void gating() {
    if (!run_.stats.at("sm_total").at("register_file").contains("power")) return;
    const double domains = all("register_file.power.domains") * of("cycles");
    line("gated", "{} of the bank cycles, {} wake-ups",
         percent(all("register_file.power.gated_domain_cycles") / domains),
         count(all("register_file.power.wake_ups")));
  }

  void rtl() {
    if (!request_.rtl.empty()) line("blocks that were RTL", "{}", request_.rtl);
    for (const std::string& note : run_.rtl_notes) line("note", "{}", note);
  }

  void host() {
    const HostCost& h = run_.host;
    if (!run_.one_thread.empty()) line("threads", "1 for all SMs: {}", run_.one_thread);
    const bool several = request_.threads > 1 && run_.one_thread.empty();
    const double seconds = several ? h.launch_wall : h.launch_seconds;
    line("host", "{:.2f} s in launches{}: {} warp instructions/s, {} cycles/s; peak memory {} MiB", seconds,
         several ? fmt::format(" by {} threads", request_.threads) : "",
         count(all("warp_instructions") / seconds), count(of("cycles") / seconds), h.peak_bytes >> 20);
  }

  const RunRequest& request_;
  const RunResult& run_;
  const RunResult* baseline_;
  std::string out_;
};

}  // namespace

std::string report_line(const std::string& label, const std::string& text) {
  return fmt::format("  {:<22} {}\n", label, text);
}

std::string size_text(const RunRequest& request) {
  const SizeName size = chosen_size(request.workload.sizes, request.workload.small).name;
  if (!is_workload(request) || size == SizeName::standard) return "";
  return fmt::format(" ({} size)", name_of(size));
}

std::string result_text(const WorkloadResult& r) {
  if (r.checked == 0) return "none: nothing was expected";
  if (!r.passed())
    return fmt::format("FAILED: {} of {} elements differ; {}", grouped(r.mismatches), grouped(r.checked),
                       r.first);
  std::vector<std::string> bounds;
  if (r.tolerance > 0) bounds.push_back(fmt::format("{:g}", r.tolerance));
  if (r.ulp > 0) bounds.push_back(fmt::format("{} ULP", r.ulp));
  return fmt::format("passed: {} elements equal the reference{}", grouped(r.checked),
                     bounds.empty() ? ""
                                    : fmt::format(" within {}, largest error {:.3g}",
                                                  fmt::join(bounds, " or "), r.max_error));
}

std::string figure_lines(const WorkloadResult& r) {
  std::string out;
  for (const Figure& f : r.figures)  // what a kernel measures has a unit, what is read back has none
    out += report_line(f.name, !f.text.empty()  ? f.text
                               : f.unit.empty() ? fmt::format("{:.10g}", f.value)
                                                : fmt::format("{:.2f} {}", f.value, f.unit));
  return out;
}

std::string grouped(std::uint64_t n) {
  std::string digits = fmt::format("{}", n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

double statistic_or_zero(const nlohmann::ordered_json& stats, std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  const nlohmann::ordered_json::json_pointer at("/" + path);
  return stats.is_object() && stats.contains(at) && stats[at].is_number() ? stats[at].get<double>() : 0;
}

double statistic(const nlohmann::ordered_json& stats, const std::string& path) {
  const nlohmann::ordered_json* at = &stats;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const auto it = at->find(path.substr(begin, end - begin));
    if (it == at->end()) {
      std::vector<std::string> known;  // beside it
      for (const auto& [name, value] : at->items()) known.push_back(path.substr(0, begin) + name);
      throw Error({.what = "no such statistic", .value = path, .nearest = nearest_name(path, known)});
    }
    at = &*it;
    begin = end + 1;
  }
  if (at->is_structured())
    throw Error({.what = "this is a group of statistics, not one of them",
                 .value = path,
                 .legal = at->empty() ? "" : fmt::format("such as {}.{}", path, at->items().begin().key())});
  return at->is_null() ? std::numeric_limits<double>::quiet_NaN() : at->get<double>();
}

std::string report(const RunRequest& request, const RunResult& run, const RunResult* baseline) {
  return Report(request, run, baseline).text();
}

}  // namespace heddle
