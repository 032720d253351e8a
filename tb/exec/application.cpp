// SPDX-License-Identifier: Apache-2.0
#include "tb/exec/application.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "models/base/data_root.hpp"
#include "models/base/read_files.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/exec/session.hpp"

namespace heddle::exec {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

/// The program, which ends with this object.
class Child {
 public:
  Child(const std::vector<std::string>& words, int socket) {
    // The loader takes a library that is there already for the one that the program names.
    std::string preload;
    for (const char* name : {"libcudart.so.13", "libcuda.so.1"}) {
      const fs::path library = runtime_folder() / name;
      if (!fs::exists(library))
        throw Error({.place = library.string(), .what = "the library in place of CUDA's is missing"});
      preload += (preload.empty() ? "" : ":") + library.string();
    }
    std::vector<std::string> environment{fmt::format("{}={}", socket_variable, socket)};
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string text = *entry;
      if (text.starts_with("LD_PRELOAD="))
        preload += ":" + text.substr(std::strlen("LD_PRELOAD="));
      else
        environment.push_back(text);
    }
    environment.push_back("LD_PRELOAD=" + preload);
    std::vector<char*> arguments, variables;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& entry : environment) variables.push_back(const_cast<char*>(entry.c_str()));
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    if (const int problem =
            posix_spawn(&pid_, words[0].c_str(), nullptr, nullptr, arguments.data(), variables.data());
        problem != 0)
      throw Error({.place = "command line",
                   .what = fmt::format("the program cannot be started: {}", std::strerror(problem)),
                   .value = words[0]});
  }
  ~Child() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Returns the exit status; 128 + n when signal n ended it.
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
    pid_ = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  pid_t pid_ = 0;
};

/// Reads all of it; false at the end of the stream.
bool read_all(int fd, void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes != 0) {
    const ssize_t got = ::read(fd, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes != 0) {
    const ssize_t sent = ::send(fd, at, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
  return true;
}

/// Answers until the program closes its socket. Returns how many calls there were.
std::size_t serve(int socket, Session& session, const GpuConfig& gpu) {
  std::size_t calls = 0;
  for (Request request; read_all(socket, &request, sizeof(request)); ++calls) {
    if (request.bytes > (gpu.memory_mib << 20) + (std::uint64_t{1} << 30))
      throw Error({.place = "heddle exec",
                   .what = "a call of the program brings more bytes than the device's memory has",
                   .value = fmt::format("{}", request.bytes)});
    std::vector<std::byte> bytes(request.bytes);
    if (!read_all(socket, bytes.data(), bytes.size())) break;
    Session::Answer answer = session.answer(request, bytes);
    answer.reply.bytes = answer.bytes.size();
    if (!write_all(socket, &answer.reply, sizeof(answer.reply)) ||
        !write_all(socket, answer.bytes.data(), answer.bytes.size()))
      break;
  }
  return calls;
}

/// The program's file: a path, or the first of that name on the PATH.
std::string program_file(const std::string& name) {
  const std::string file = name.find('/') != name.npos || fs::exists(name) ? fs::absolute(name).string()
                                                                           : program_on_path(name).string();
  if (file.empty() || !fs::is_regular_file(file))
    throw Error({.place = "command line", .what = "there is no such program", .value = name});
  return file;
}

}  // namespace

fs::path runtime_folder() {
  const fs::path installed = data_root().parent_path().parent_path() / "lib" / "heddle" / "cuda";
  return fs::exists(installed) ? installed : fs::path(HEDDLE_CUDA_FOLDER);
}

int run_application(Device& device, const GpuConfig& gpu, const Application& application) {
  std::vector<std::string> words = application.words;
  words[0] = program_file(words[0]);
  std::ostringstream content;
  content << std::ifstream(words[0], std::ios::binary).rdbuf();
  note_read(words[0], "program", content.str());
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    throw Error({.place = "heddle exec",
                 .what = "there is no socket for the program",
                 .value = std::strerror(errno)});
  Descriptor ours(ends[0]), theirs(ends[1]);
  ::fcntl(ours.get(), F_SETFD, FD_CLOEXEC);
  Session session(device, gpu, application);
  Child child(words, theirs.get());
  theirs.close();
  const std::size_t calls = serve(ours.get(), session, gpu);
  const int status = child.wait();
  session.rethrow();
  if (calls == 0)
    throw Error(
        {.place = application.words.front(),
         .what = "the program has no CUDA runtime or driver library that Heddle could take the place of",
         .value = fmt::format("it ended with exit status {}", status),
         .legal = "a program of CUDA 13 that is linked with nvcc --cudart=shared, or made by heddle "
                  "compile --program"});
  return status;
}

}  // namespace heddle::exec
