// SPDX-License-Identifier: Apache-2.0
#include "tb/pairs/pair_run.hpp"

#include <fmt/format.h>

#include <csignal>

#include "models/host/status.hpp"
#include "tb/run/child_process.hpp"

namespace heddle::pairs {
namespace {

/// Tandem execution begins its messages so.
bool of_tandem(const Error& error) { return error.problem().what.starts_with("check: "); }

PairRun judge(const ApiError& error) {
  switch (error.status()) {
    case Status::launch_out_of_resources:
    case Status::not_supported:
      return {Verdict::refused, error.what()};
    case Status::launch_timeout:
      return {Verdict::no_progress, error.what()};
    default:
      return {Verdict::failed, error.what()};
  }
}

PairRun judge(const ProcessEnded& ended) {
  return {ended.signal() == SIGXCPU || ended.signal() == SIGKILL ? Verdict::no_progress : Verdict::crashed,
          ended.what()};
}

/// Runs in this process.
PairRun run_here(const RunRequest& request) {
  bool made = false;
  RunRequest told = request;
  told.on_start = [&made](SimulatedGpu&) {
    made = true;
    return std::shared_ptr<void>();
  };
  try {
    const RunResult r = run(told);
    if (!r.right())
      return {Verdict::wrong, fmt::format("{} of {} elements differ from the reference, the first is {}",
                                          r.result.mismatches, r.result.checked, r.result.first)};
    if (r.checked) r.checked->require_followed();
    return {};
  } catch (const ApiError& error) {
    return judge(error);
  } catch (const ProcessEnded& ended) {  // of a run ahead of this one
    return judge(ended);
  } catch (const Error& error) {
    if (!made) return {Verdict::refused, error.what(), true};
    return {of_tandem(error) ? Verdict::wrong : Verdict::failed, error.what()};
  }
}

}  // namespace

PairRun run_pair(const RunRequest& request, unsigned cpu_seconds) {
  try {
    const std::string text = in_child_process(request.target, [&] {
      limit_processor_time(cpu_seconds);
      const PairRun r = run_here(request);
      return nlohmann::json{r.verdict, r.text, r.machine}.dump(-1, ' ', false,
                                                               nlohmann::json::error_handler_t::replace);
    });
    const auto r = nlohmann::json::parse(text);
    return {r.at(0).get<Verdict>(), r.at(1), r.at(2)};
  } catch (const ProcessEnded& ended) {
    return judge(ended);
  } catch (const Error& error) {
    return {Verdict::failed, error.what()};
  }
}

}  // namespace heddle::pairs
