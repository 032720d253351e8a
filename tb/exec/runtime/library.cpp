// SPDX-License-Identifier: Apache-2.0
#include "library.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::exec {
namespace {

/// The simulating process has ended, and has said why.
[[noreturn]] void leave() { _exit(1); }

void move_all(int socket, void* data, std::size_t bytes, bool write) {
  auto* at = static_cast<char*>(data);
  while (bytes != 0) {
    const ssize_t moved = write ? ::write(socket, at, bytes) : ::read(socket, at, bytes);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0 && errno == EFAULT) {
      std::fputs("heddle: a copy reaches beyond the program's own memory\n", stderr);
      std::abort();
    }
    if (moved <= 0) leave();
    at += moved;
    bytes -= static_cast<std::size_t>(moved);
  }
}

bool holds(const Allocations& all, std::uint64_t address) {
  const auto next = all.upper_bound(address);
  return next != all.begin() && address - std::prev(next)->first < std::prev(next)->second.bytes;
}

}  // namespace

Library& library() {
  static auto* one = new Library;  // outlives the program's own static objects
  return *one;
}

Library::Library() {
  const char* socket = std::getenv(socket_variable);
  if (socket == nullptr) {
    std::fputs("This library stands in the place of the CUDA runtime for programs that heddle exec runs\n",
               stderr);
    _exit(1);
  }
  socket_ = std::atoi(socket);
}

Result Library::call(Call call, std::uint64_t a, std::uint64_t b, std::uint64_t c, const void* bytes,
                     std::size_t count, std::uint32_t element) {
  const std::lock_guard lock(one_call_);
  Request request{.call = call, .element = element, .a = a, .b = b, .c = c, .bytes = count};
  move_all(socket_, &request, sizeof(request), true);
  move_all(socket_, const_cast<void*>(bytes), count, true);
  Reply reply;
  move_all(socket_, &reply, sizeof(reply), false);
  Result result{static_cast<cudaError_t>(reply.status), reply.value, std::vector<char>(reply.bytes)};
  move_all(socket_, result.bytes.data(), result.bytes.size(), false);
  const bool explained = failed_ != cudaSuccess || (call == Call::launch && result.value != 0);
  if (result.status != cudaSuccess && !explained)
    std::fprintf(stderr, "heddle: %.*s\n", static_cast<int>(result.bytes.size()), result.bytes.data());
  return result;
}

void Library::refuse(const char* function) {
  const std::lock_guard lock(one_call_);
  Request request{.call = Call::refuse, .bytes = std::strlen(function)};
  move_all(socket_, &request, sizeof(request), true);
  move_all(socket_, const_cast<char*>(function), std::strlen(function), true);
  Reply reply;
  move_all(socket_, &reply, sizeof(reply), false);  // there is none: the other side ends
  leave();
}

const DeviceInfo& Library::device() {
  const std::lock_guard lock(one_call_);
  if (!knows_device_) {
    const Result result = call(Call::device);
    std::memcpy(&device_, result.bytes.data(), sizeof(device_));
    knows_device_ = true;
  }
  return device_;
}

cudaError_t Library::load(Binary& binary) {
  if (binary.loaded) return cudaSuccess;
  const Result result = call(Call::load, 0, 0, 0, binary.data, binary.bytes);
  binary.module = result.value;
  binary.loaded = result.status == cudaSuccess;
  return result.status;
}

cudaError_t Library::find(KernelState& kernel) {
  const std::lock_guard lock(one_call_);
  if (kernel.found) return cudaSuccess;
  if (const cudaError_t status = load(*kernel.binary); status != cudaSuccess) return status;
  const Result result =
      call(Call::function, kernel.binary->module, 0, 0, kernel.name.data(), kernel.name.size());
  if (result.status != cudaSuccess) return result.status;
  kernel.function = result.value;
  std::memcpy(&kernel.info, result.bytes.data(), sizeof(kernel.info));
  kernel.parameters.resize(kernel.info.parameters);
  std::memcpy(kernel.parameters.data(), result.bytes.data() + sizeof(kernel.info),
              kernel.parameters.size() * sizeof(ParameterInfo));
  kernel.found = true;
  return cudaSuccess;
}

cudaError_t Library::find(VariableState& variable) {
  const std::lock_guard lock(one_call_);
  if (variable.found) return cudaSuccess;
  if (const cudaError_t status = load(*variable.binary); status != cudaSuccess) return status;
  const Result result =
      call(Call::variable, variable.binary->module, 0, 0, variable.name.data(), variable.name.size());
  if (result.status != cudaSuccess) return result.status;
  variable.address = result.value;
  std::memcpy(&variable.bytes, result.bytes.data(), sizeof(variable.bytes));
  variable.found = true;
  return cudaSuccess;
}

KernelState* Library::kernel(const void* host, cudaError_t& status) {
  const std::lock_guard lock(one_call_);
  const auto there = kernels.find(host);
  status = there == kernels.end() ? cudaErrorInvalidDeviceFunction : find(there->second);
  return status == cudaSuccess ? &there->second : nullptr;
}

VariableState* Library::variable(const void* host, cudaError_t& status) {
  const std::lock_guard lock(one_call_);
  const auto there = variables.find(host);
  status = there == variables.end() ? cudaErrorInvalidSymbol : find(there->second);
  return status == cudaSuccess ? &there->second : nullptr;
}

cudaError_t Library::launch(KernelState& kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared) {
  std::vector<char> block(kernel.info.parameter_bytes);
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p)
    std::memcpy(block.data() + kernel.parameters[p].offset, arguments[p], kernel.parameters[p].size);
  return launch_block(kernel, grid, cta, block.data(), shared);
}

cudaError_t Library::launch_block(KernelState& kernel, dim3 grid, dim3 cta, const void* block,
                                  std::size_t shared) {
  const std::lock_guard lock(one_call_);
  const LaunchInfo launch{
      {grid.x, grid.y, grid.z}, {cta.x, cta.y, cta.z}, static_cast<std::uint32_t>(shared)};
  std::vector<char> bytes(sizeof(launch) + kernel.info.parameter_bytes);
  std::memcpy(bytes.data(), &launch, sizeof(launch));
  std::memcpy(bytes.data() + sizeof(launch), block, kernel.info.parameter_bytes);
  for (const auto& [address, memory] : shared_)
    call(Call::to_device, address, 0, 0, reinterpret_cast<const void*>(address), memory.bytes);
  const Result result = call(Call::launch, kernel.function, 0, 0, bytes.data(), bytes.size());
  const bool ran = result.status == cudaSuccess || result.value != 0;
  if (ran) std::fwrite(result.bytes.data(), 1, result.bytes.size(), stdout);
  if (result.value != 0) return failed_ = result.status;
  if (result.status != cudaSuccess)
    return result.status == cudaErrorInvalidValue ? cudaErrorInvalidConfiguration : result.status;
  for (const auto& [address, memory] : shared_) {
    const Result now = call(Call::to_host, address, memory.bytes);
    std::memcpy(reinterpret_cast<void*>(address), now.bytes.data(), memory.bytes);
  }
  return cudaSuccess;
}

cudaError_t Library::allocate_shared(void** pointer, std::size_t bytes) {
  const std::lock_guard lock(one_call_);
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t whole = (bytes + page - 1) / page * page;
  const Result result = call(Call::allocate, whole + page);
  if (result.status != cudaSuccess) return result.status;
  const std::uint64_t address = (result.value + page - 1) / page * page;
  void* const there = ::mmap(reinterpret_cast<void*>(address), whole, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (there == MAP_FAILED) return cudaErrorMemoryAllocation;
  shared_[address] = {whole, result.value};
  *pointer = there;
  return cudaSuccess;
}

cudaError_t Library::free_shared(void* pointer) {
  const std::lock_guard lock(one_call_);
  const auto there = shared_.find(reinterpret_cast<std::uint64_t>(pointer));
  if (there == shared_.end()) return cudaErrorInvalidValue;
  const Allocation memory = there->second;
  shared_.erase(there);
  ::munmap(pointer, memory.bytes);
  return call(Call::release, memory.begin).status;
}

bool Library::is_shared(const void* pointer) const {
  return holds(shared_, reinterpret_cast<std::uint64_t>(pointer));
}

bool Library::is_on_device(const void* pointer) const {
  return holds(allocations, reinterpret_cast<std::uint64_t>(pointer));
}

cudaError_t Library::fill(std::uint64_t to, std::uint64_t value, std::uint64_t count, std::uint32_t element) {
  if (count == 0) return cudaSuccess;
  if (!holds(shared_, to)) return call(Call::fill, to, value, count, nullptr, 0, element).status;
  for (std::uint64_t k = 0; k < count; ++k)
    std::memcpy(reinterpret_cast<void*>(to + k * element), &value, element);
  return cudaSuccess;
}

}  // namespace heddle::exec
