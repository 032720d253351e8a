// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/run_progress.hpp"

#include <fmt/format.h>

#include <array>

namespace heddle {
namespace {

/// Formats a number with three significant digits: "85.1 k".
std::string scaled(double n) {
  constexpr std::array prefixes{"", "k", "M", "G"};
  std::size_t k = 0;
  for (; n >= 999.5 && k + 1 < prefixes.size(); ++k) n /= 1000;
  return fmt::format("{:.3g} {}", n, prefixes[k]);
}

std::string clock_time(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds + 0.5);
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

std::string progress_text(const LaunchProgress& launch, std::uint64_t number, std::uint64_t warp_instructions,
                          double seconds) {
  const auto cycles = static_cast<double>(launch.cycles);
  const bool rates = seconds >= 0.05;
  std::string text = fmt::format("{} #{}: {}/{} CTAs", launch.kernel, number, launch.ctas_done, launch.ctas);
  // A narrow terminal cuts the end of the line off, so the most important figures come first.
  if (rates && launch.ctas_done != 0)
    text +=
        fmt::format(", {} left", clock_time(seconds * static_cast<double>(launch.ctas - launch.ctas_done) /
                                            static_cast<double>(launch.ctas_done)));
  text += fmt::format(", {}cycles", scaled(cycles));
  if (rates)
    text += fmt::format(", {}cycles/s, {}warp instr/s", scaled(cycles / seconds),
                        scaled(static_cast<double>(warp_instructions) / seconds));
  return text;
}

RunProgress::RunProgress(SimulatedGpu& gpu) : gpu_(gpu) {
  if (line_.terminal()) gpu_.gpu().on_pulse([this] { show(); });
}

RunProgress::~RunProgress() { gpu_.gpu().on_pulse({}); }

void RunProgress::show() {
  if (!line_.due()) return;
  const LaunchProgress now = gpu_.gpu().progress();
  if (now.kernel.empty()) return;
  if (launch_ != gpu_.launches()) {
    launch_ = gpu_.launches();
    begun_ = Clock::now();
    instructions_ = now.warp_instructions;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  line_.show(progress_text(now, launch_, now.warp_instructions - instructions_, seconds));
}

std::shared_ptr<void> show_progress(SimulatedGpu& gpu) { return std::make_shared<RunProgress>(gpu); }

}  // namespace heddle
