// SPDX-License-Identifier: Apache-2.0
#include "tb/dpi/dpi_server.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "tb/dpi/client/heddle_dpi.h"

namespace heddle {
namespace {

[[noreturn]] void refuse(int file, std::size_t bytes) {
  throw Error({.place = "command line",
               .what = "--serve is for the files that heddle dpi writes, and these are of another block, set "
                       "or version",
               .value = std::to_string(file),
               .legal = fmt::format("shared memory with {} bytes of ports", bytes)});
}

}  // namespace

void serve(DpiBlock& block, int file) {
  const std::size_t all = sizeof(HeddleShared) + block.bytes();
  struct stat found {};
  if (::fstat(file, &found) != 0 || static_cast<std::size_t>(found.st_size) != all)
    refuse(file, block.bytes());
  void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) refuse(file, block.bytes());
  auto* const shared = static_cast<HeddleShared*>(memory);
  if (shared->bytes != block.bytes()) refuse(file, block.bytes());
  const pid_t simulator = ::getppid();
  const std::span values(reinterpret_cast<std::byte*>(heddle_ports(shared)), block.bytes());
  for (;;) {
    while (heddle_await_turn(shared, heddle_model) == 0)
      if (::getppid() != simulator) return;
    block.edge(shared->rst_n != 0, values);
    heddle_give_turn(shared, heddle_simulator);
  }
}

}  // namespace heddle
