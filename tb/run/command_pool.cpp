#include "tb/run/command_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "models/base/error.hpp"
#include "tb/cosim/command.hpp"
#include "tb/cosim/progress.hpp"

namespace heddle {
namespace {

/// The state that the threads share; each thread runs one command at a time.
class Pool {
 public:
  explicit Pool(const std::vector<PooledCommand>& commands) : commands_(commands) {}

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

  void rethrow() const {
    if (failure_) throw Error(*failure_);
  }

 private:
  const PooledCommand* next() {
    const std::lock_guard lock(mutex_);
    if (failure_ || next_ == commands_.size()) return nullptr;
    bar_.show(commands_[next_].label, done_, commands_.size());
    return &commands_[next_++];
  }

  void done(const PooledCommand& command, std::optional<std::string> failure = {}) {
    const std::lock_guard lock(mutex_);
    ++done_;
    bar_.show(command.label, done_, commands_.size());
    if (!failure || failure_) return;
    while (failure->ends_with('\n')) failure->pop_back();
    failure_ = {.place = command.label,
                .what = "the run failed; " + *failure,
                .value = fmt::format("{}", fmt::join(command.words, " "))};
  }

  const std::vector<PooledCommand>& commands_;
  std::mutex mutex_;
  std::size_t next_ = 0, done_ = 0;
  std::optional<Problem> failure_;
  ProgressBar bar_;
};

}  // namespace

void run_commands(const std::vector<PooledCommand>& commands, unsigned jobs) {
  Pool pool(commands);
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(commands.size(), 1));
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&] { pool.work(); });
  }
  pool.rethrow();
}

}  // namespace heddle
