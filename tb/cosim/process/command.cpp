// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/process/command.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "models/base/error.hpp"
#include "tb/cosim/process/end_with_parent.hpp"

namespace heddle {
namespace {

/// Becomes the program, in the child process; `to` receives both output streams. `timeout` passes a signal on
/// to its process group, so that no children of the program survive it, such as the abc of yosys.
[[noreturn]] void become(const std::vector<std::string>& words, const std::string& seconds, int to) {
  std::vector<char*> argv;
  for (const char* word : {"timeout", "--kill-after=5", seconds.c_str()})
    argv.push_back(const_cast<char*>(word));
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(to, STDOUT_FILENO);
  ::dup2(to, STDERR_FILENO);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

void raise_stack_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_STACK, &limit);
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n > 0)
      text.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR)
      return text;
  }
}

}  // namespace

std::filesystem::path program_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::error_code ignored;
    if (::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, ignored)) return file;
  }
  return {};
}

CommandResult run_command(const std::vector<std::string>& words, unsigned seconds, StackLimit stack) {
  const std::string limit = std::to_string(seconds);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error({.what = "cannot make a pipe", .value = std::strerror(errno)});
  const pid_t self = ::getpid(), child = ::fork();
  if (child == 0) {
    end_with_parent(self, SIGTERM);
    if (stack == StackLimit::highest) raise_stack_limit();
    become(words, limit, ends[1]);
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    throw Error({.what = "no process can be started", .value = std::strerror(errno)});
  }
  CommandResult result{.output = read_all(ends[0])};
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  constexpr int none = 127;
  if (result.exit_code == none &&
      (result.output.empty() || result.output.starts_with("timeout: failed to run command")))
    throw Error({.place = "PATH",
                 .what = "cannot run a program",
                 .value = words[0],
                 .legal = "a program that is installed"});
  return result;
}

}  // namespace heddle
