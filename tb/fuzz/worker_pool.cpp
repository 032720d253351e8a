// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/worker_pool.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "models/base/error.hpp"
#include "tb/cosim/process/end_with_parent.hpp"

namespace heddle {
namespace {

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

WorkerPool::WorkerPool(unsigned workers, std::uint64_t begin, std::uint64_t end,
                       const std::function<std::string(std::uint64_t)>& work) {
  std::fflush(stdout);
  std::fflush(stderr);
  const pid_t self = ::getpid();
  for (unsigned w = 0; w < workers; ++w) {
    int ends[2];
    pid_t child = -1;
    if (::pipe(ends) == 0) child = ::fork();
    if (child < 0) throw Error({.what = "no process can be started", .value = std::strerror(errno)});
    if (child == 0) {
      end_with_parent(self, SIGKILL);
      ::close(ends[0]);
      for (const Worker& other : workers_) ::close(other.from);
      for (std::uint64_t n = begin + w; n < end; n += workers) write_all(ends[1], work(n) + "\n");
      _exit(0);
    }
    ::close(ends[1]);
    workers_.push_back({child, ends[0], {}});
  }
}

WorkerPool::~WorkerPool() {
  for (const Worker& w : workers_) ::kill(w.pid, SIGKILL);
  while (!workers_.empty()) end(0);
}

void WorkerPool::end(std::size_t index) {
  ::close(workers_[index].from);
  while (::waitpid(workers_[index].pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
}

std::string WorkerPool::next(double seconds) {
  while (lines_.empty() && !workers_.empty()) {
    std::vector<pollfd> waiting;
    for (const Worker& w : workers_) waiting.push_back({w.from, POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(seconds * 1000)) <= 0) return {};
    for (std::size_t i = workers_.size(); i-- > 0;) {
      if (waiting[i].revents == 0) continue;
      std::array<char, 1 << 16> part;
      const ssize_t n = ::read(workers_[i].from, part.data(), part.size());
      if (n == 0) end(i);
      if (n <= 0) continue;
      std::string& text = workers_[i].text;
      text.append(part.data(), static_cast<std::size_t>(n));
      for (std::size_t at; (at = text.find('\n')) != std::string::npos; text.erase(0, at + 1))
        lines_.push_back(text.substr(0, at));
    }
  }
  if (lines_.empty()) return {};
  std::string line = lines_.front();
  lines_.erase(lines_.begin());
  return line;
}

}  // namespace heddle
