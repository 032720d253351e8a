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

/// The bytes of a fat binary, as its head says.
std::size_t bytes_of(const void* binary) {
  std::uint16_t head = 0;
  std::uint64_t rest = 0;
  std::memcpy(&head, static_cast<const char*>(binary) + 6, sizeof(head));
  std::memcpy(&rest, static_cast<const char*>(binary) + 8, sizeof(rest));
  return head + rest;
}

}  // namespace

Library& Library::one() {
  static auto* library = new Library;  // outlives the program's own static objects
  return *library;
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
                     std::size_t count) {
  const std::lock_guard lock(one_call_);
  Request request{.call = call, .a = a, .b = b, .c = c, .bytes = count};
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
  const Result result = call(Call::load, 0, 0, 0, binary.data, bytes_of(binary.data));
  binary.module = result.value;
  binary.loaded = result.status == cudaSuccess;
  return result.status;
}

KernelState* Library::kernel(const void* host, cudaError_t& status) {
  const std::lock_guard lock(one_call_);
  const auto there = kernels.find(host);
  status = cudaErrorInvalidDeviceFunction;
  if (there == kernels.end()) return nullptr;
  KernelState& kernel = there->second;
  status = cudaSuccess;
  if (kernel.found) return &kernel;
  if (status = load(*kernel.binary); status != cudaSuccess) return nullptr;
  const Result result =
      call(Call::function, kernel.binary->module, 0, 0, kernel.name.data(), kernel.name.size());
  if (status = result.status; status != cudaSuccess) return nullptr;
  kernel.function = result.value;
  std::memcpy(&kernel.info, result.bytes.data(), sizeof(kernel.info));
  kernel.parameters.resize(kernel.info.parameters);
  std::memcpy(kernel.parameters.data(), result.bytes.data() + sizeof(kernel.info),
              kernel.parameters.size() * sizeof(ParameterInfo));
  kernel.found = true;
  return &kernel;
}

VariableState* Library::variable(const void* host, cudaError_t& status) {
  const std::lock_guard lock(one_call_);
  const auto there = variables.find(host);
  status = cudaErrorInvalidSymbol;
  if (there == variables.end()) return nullptr;
  VariableState& variable = there->second;
  status = cudaSuccess;
  if (variable.found) return &variable;
  if (status = load(*variable.binary); status != cudaSuccess) return nullptr;
  const Result result =
      call(Call::variable, variable.binary->module, 0, 0, variable.name.data(), variable.name.size());
  if (status = result.status; status != cudaSuccess) return nullptr;
  variable.address = result.value;
  std::memcpy(&variable.bytes, result.bytes.data(), sizeof(variable.bytes));
  variable.found = true;
  return &variable;
}

cudaError_t Library::launch(const void* host, dim3 grid, dim3 cta, void** arguments, std::size_t shared) {
  const std::lock_guard lock(one_call_);
  cudaError_t status{};
  KernelState* kernel = this->kernel(host, status);
  if (kernel == nullptr) return status;
  const LaunchInfo launch{
      {grid.x, grid.y, grid.z}, {cta.x, cta.y, cta.z}, static_cast<std::uint32_t>(shared)};
  std::vector<char> bytes(sizeof(launch) + kernel->info.parameter_bytes);
  std::memcpy(bytes.data(), &launch, sizeof(launch));
  for (std::size_t p = 0; p < kernel->parameters.size(); ++p)
    std::memcpy(bytes.data() + sizeof(launch) + kernel->parameters[p].offset, arguments[p],
                kernel->parameters[p].size);
  for (const auto& [address, count] : shared_)
    call(Call::to_device, address, 0, 0, reinterpret_cast<const void*>(address), count);
  const Result result = call(Call::launch, kernel->function, 0, 0, bytes.data(), bytes.size());
  if (result.value != 0) {
    std::fwrite(result.bytes.data(), 1, result.bytes.size(), stdout);
    return failed_ = result.status;
  }
  if (result.status != cudaSuccess)
    return result.status == cudaErrorInvalidValue ? cudaErrorInvalidConfiguration : result.status;
  for (const auto& [address, count] : shared_) {
    const Result now = call(Call::to_host, address, count);
    std::memcpy(reinterpret_cast<void*>(address), now.bytes.data(), count);
  }
  std::fwrite(result.bytes.data(), 1, result.bytes.size(), stdout);
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
  shared_[address] = whole;
  *pointer = there;
  return cudaSuccess;
}

cudaError_t Library::free_shared(void* pointer) {
  const std::lock_guard lock(one_call_);
  const auto there = shared_.find(reinterpret_cast<std::uint64_t>(pointer));
  if (there == shared_.end()) return cudaErrorInvalidValue;
  ::munmap(pointer, there->second);
  shared_.erase(there);
  return cudaSuccess;
}

bool Library::is_shared(const void* pointer) const {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const auto behind = shared_.upper_bound(address);
  return behind != shared_.begin() && address - std::prev(behind)->first < std::prev(behind)->second;
}

}  // namespace heddle::exec
