// SPDX-License-Identifier: Apache-2.0
#include "tb/run/child_process.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <systemc>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "models/base/error.hpp"
#include "models/base/read_files.hpp"
#include "models/host/status.hpp"
#include "tb/cosim/process/end_with_parent.hpp"
#include "tb/run/systemc_reports.hpp"

namespace heddle {
namespace {

constexpr int worked = 0, failed = 3;  // exit statuses; after `failed` the pipe holds an error

/// `status`: of an ApiError; success stands for an Error that is none.
std::string text_of_error(const Problem& p, Status status = Status::success) {
  return nlohmann::json{p.place, p.what, p.value, p.legal, p.nearest, static_cast<int>(status)}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

[[noreturn]] void throw_error_of(const std::string& text) {
  const auto all = nlohmann::json::parse(text);
  Problem problem{all.at(0), all.at(1), all.at(2), all.at(3), all.at(4)};
  const auto status = static_cast<Status>(all.at(5).get<int>());
  if (status == Status::success) throw Error(std::move(problem));
  throw ApiError(status, std::move(problem));
}

/// The files that the child has read, as a line ahead of what it returns.
std::string text_of_reads() {
  auto json = nlohmann::json::array();
  for (const ReadFile& f : read_files()) json.push_back({f.kind, f.path, f.hash, f.bytes});
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// Notes the files, and returns what follows them.
std::string take_reads(const std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == text.npos) return text;  // a child that has ended on its own way
  for (const auto& f : nlohmann::json::parse(text.substr(0, end))) note_read({f[0], f[1], f[2], f[3]});
  return text.substr(end + 1);
}

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n < 0 && errno != EINTR) _exit(failed + 1);
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 1 << 16> part;
  for (;;) {
    const ssize_t n = ::read(from, part.data(), part.size());
    if (n == 0) return text;
    if (n > 0) text.append(part.data(), static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) return text;
  }
}

int problems_to = -1;  // the pipe of a child

/// What cannot be caught ends here, such as what a static object of a plug-in throws.
[[noreturn]] void report_uncaught() {
  Problem problem{.what = "internal: the process was ended without an exception"};
  if (const std::exception_ptr thrown = std::current_exception()) try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      problem = error.problem();
    } catch (const std::exception& error) {
      problem = {.what = "an exception is not caught", .value = error.what()};
    } catch (...) {
      problem = {.what = "an exception of unknown type is not caught"};
    }
  write_all(problems_to, text_of_error(problem));
  _exit(failed);
}

[[noreturn]] void be_child(int to, const std::function<std::string()>& work) {
  int status = worked;
  std::string text;
  problems_to = to;
  std::set_terminate(report_uncaught);
  try {
    text = work();
    if (std::fflush(stdout) != 0)
      throw Error({.what = "the output cannot be written", .value = std::strerror(errno)});
    text.insert(0, text_of_reads());
  } catch (const sc_core::sc_report& report) {
    status = failed;
    text = text_of_error(error_of(report).problem());
  } catch (const ApiError& error) {
    status = failed;
    text = text_of_error(error.problem(), error.status());
  } catch (const Error& error) {
    status = failed;
    text = text_of_error(error.problem());
  } catch (const std::exception& error) {
    status = failed;
    text = text_of_error(problem_of(error));
  }
  write_all(to, text);
  _exit(status);  // no destructors and no exit handlers: they belong to the parent
}

}  // namespace

Problem problem_of(const std::exception& exception) {
  if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr ||
      dynamic_cast<const std::length_error*>(&exception) != nullptr)
    return {.what = "the memory does not suffice for this input",
            .legal = "a smaller one, or more memory (ulimit -v)"};
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&exception))
    return {.what = fmt::format("the file system refuses: {}", file->code().message()),
            .value = file->path1().string()};
  if (const auto* system = dynamic_cast<const std::system_error*>(&exception))
    return {.what = fmt::format("the system refuses: {}", system->code().message())};
  return {.what = fmt::format("internal: {}", exception.what())};
}

std::string in_child_process(const std::string& what, const std::function<std::string()>& work) {
  std::fflush(stdout);
  std::fflush(stderr);
  int ends[2];
  pid_t child = -1;
  const pid_t self = ::getpid();
  if (::pipe(ends) == 0) child = ::fork();
  if (child < 0) throw Error({.what = "no process can be started", .value = std::strerror(errno)});
  if (child == 0) {
    end_with_parent(self, SIGKILL);
    ::close(ends[0]);
    be_child(ends[1], work);
  }
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == worked) return take_reads(text);
  if (WIFEXITED(status) && WEXITSTATUS(status) == failed && !text.empty()) throw_error_of(text);
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  throw ProcessEnded(signal, {.place = what,
                              .what = "its process ended without a result",
                              .value = signal != 0 ? fmt::format("signal {} ({})", signal, strsignal(signal))
                                                   : fmt::format("status {}", WEXITSTATUS(status))});
}

void limit_processor_time(unsigned seconds) {
  const rlimit limit{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &limit);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

}  // namespace heddle
