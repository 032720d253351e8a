// SPDX-License-Identifier: Apache-2.0
#include "tb/serve/server.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "tb/serve/client/heddle_client.h"

namespace heddle {
namespace {

[[noreturn]] void refuse(int file, std::size_t bytes) {
  throw Error({.place = "--memory",
               .what = "this is no memory that another process shares for this block and these parameters",
               .value = std::to_string(file),
               .legal = fmt::format("the number of an open file with room for {} bytes of ports", bytes)});
}

}  // namespace

void serve(ServedBlock& block, int file) {
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
