// SPDX-License-Identifier: Apache-2.0
#include "tb/run/command_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/progress.hpp"

namespace heddle {
namespace {

/// The state that the threads share; each thread runs one command at a time.
class Pool {
 public:
  Pool(const std::vector<PooledCommand>& commands, bool all) : commands_(commands), all_(all) {}

  /// Starts the threads, and waits for them. Returns the failures by the command's number.
  std::map<std::size_t, Problem> run(unsigned jobs) {
    {
      std::vector<std::jthread> threads;
      const std::size_t count = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(commands_.size(), 1));
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&] { work(); });
    }
    return failures_;
  }

 private:
  void work() {
    while (const PooledCommand* command = next()) {
      try {
        const CommandResult result = run_command(command->words);
        if (result.exit_code == 0)
          done(*command);
        else if (result.output.empty())
          done(*command, fmt::format("it said nothing; exit status {}", result.exit_code));
        else
          done(*command, "it said: " + result.output);
      } catch (const Error& error) {
        done(*command, std::string("it said: ") + error.what());
      }
    }
  }

  const PooledCommand* next() {
    const std::lock_guard lock(mutex_);
    if ((!failures_.empty() && !all_) || next_ == commands_.size()) return nullptr;
    bar_.show(commands_[next_].label, done_, commands_.size());
    return &commands_[next_++];
  }

  void done(const PooledCommand& command, std::optional<std::string> failure = {}) {
    const std::lock_guard lock(mutex_);
    ++done_;
    bar_.show(command.label, done_, commands_.size());
    if (!failure || (!failures_.empty() && !all_)) return;
    while (failure->ends_with('\n')) failure->pop_back();
    failures_[static_cast<std::size_t>(&command - commands_.data())] = {
        .place = command.label,
        .what = "the run failed; " + *failure,
        .value = fmt::format("{}", fmt::join(command.words, " "))};
  }

  const std::vector<PooledCommand>& commands_;
  std::mutex mutex_;
  std::size_t next_ = 0, done_ = 0;
  const bool all_;  ///< go on when one has failed
  std::map<std::size_t, Problem> failures_;
  ProgressBar bar_;
};

}  // namespace

void run_commands(const std::vector<PooledCommand>& commands, unsigned jobs) {
  const auto failures = Pool(commands, false).run(jobs);
  if (!failures.empty()) throw Error(failures.begin()->second);
}

std::vector<Problem> run_all_commands(const std::vector<PooledCommand>& commands, unsigned jobs) {
  std::vector<Problem> all;
  for (auto& [number, problem] : Pool(commands, true).run(jobs)) all.push_back(problem);
  return all;
}

}  // namespace heddle
