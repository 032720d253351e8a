// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tb/exec/protocol.hpp"
#include "types.hpp"

// The library that stands in the place of the CUDA runtime in a program that `heddle exec` runs. All that a
// GPU does is asked of the process that simulates; calls are answered in the order in which they are made, so
// that all streams are in order and each call has ended when it returns.

#define HEDDLE_CUDA extern "C" __attribute__((visibility("default")))

namespace heddle::exec {

/// A fat binary of the program, or PTX, which is loaded when a kernel or a variable of it is first used.
struct Binary {
  const void* data = nullptr;
  std::size_t bytes = 0;
  bool loaded = false;
  std::uint64_t module = 0;
};

struct KernelState {
  Binary* binary = nullptr;
  std::string name{};
  bool found = false;
  std::uint64_t function = 0;
  FunctionInfo info{};
  std::vector<ParameterInfo> parameters{};
};

struct VariableState {
  Binary* binary = nullptr;
  std::string name{};
  bool found = false;
  std::uint64_t address = 0, bytes = 0;
};

/// What a call came to: its status, its value, and the bytes that follow.
struct Result {
  cudaError_t status = cudaSuccess;
  std::uint64_t value = 0;
  std::vector<char> bytes{};
};

/// Memory of the device, by address.
struct Allocation {
  std::uint64_t bytes = 0;
  std::uint64_t begin = 0;  ///< of what the device has allocated, which need not begin with a page
};
using Allocations = std::map<std::uint64_t, Allocation>;

/// The program's side of the socket, and what the program has registered and allocated.
class __attribute__((visibility("default"))) Library {
 public:
  /// Asks the simulating process, and waits for its answer. What was wrong is told on standard error. Ends
  /// the program when the other side has ended.
  Result call(Call call, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0,
              const void* bytes = nullptr, std::size_t count = 0, std::uint32_t element = 1);
  /// Ends the program: Heddle does not have this function of CUDA.
  [[noreturn]] void refuse(const char* function);

  /// Keeps the status of the program's last call that failed, and returns it; that of a kernel that failed
  /// stays for all calls.
  cudaError_t keep(cudaError_t status) {
    if (failed_ != cudaSuccess) return failed_;
    if (status != cudaSuccess) last_ = status;
    return status;
  }
  cudaError_t failed() const { return failed_; }
  cudaError_t last() const { return failed_ != cudaSuccess ? failed_ : last_; }
  void forget() { last_ = cudaSuccess; }

  const DeviceInfo& device();

  /// By the program's own address of it. Null where it has registered none, or it cannot be loaded: `status`
  /// says why.
  KernelState* kernel(const void* host, cudaError_t& status);
  VariableState* variable(const void* host, cudaError_t& status);
  /// Loads what it lies in, and finds it there, the first time.
  cudaError_t find(KernelState& kernel);
  cudaError_t find(VariableState& variable);
  cudaError_t load(Binary& binary);
  cudaError_t launch(KernelState& kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared);
  /// The same with a parameter block, which has at least the kernel's bytes.
  cudaError_t launch_block(KernelState& kernel, dim3 grid, dim3 cta, const void* block, std::size_t shared);

  /// Memory that host and device share: it lies at the device's address on the host, too, and is copied there
  /// before each launch, and back after it.
  cudaError_t allocate_shared(void** pointer, std::size_t bytes);
  cudaError_t free_shared(void* pointer);
  bool is_shared(const void* pointer) const;
  /// Does the pointer lie in memory of the device's own?
  bool is_on_device(const void* pointer) const;
  /// `count` elements of 1, 2 or 4 bytes with the same value, in memory of the device or of both.
  cudaError_t fill(std::uint64_t to, std::uint64_t value, std::uint64_t count, std::uint32_t element);

  std::map<const void*, KernelState> kernels{};
  std::map<const void*, VariableState> variables{};
  Allocations allocations{};                    ///< of the device's own memory
  std::map<const void*, std::size_t> pinned{};  ///< bytes of the host's

 private:
  friend Library& library();
  Library();

  int socket_ = -1;
  std::recursive_mutex one_call_{};
  cudaError_t last_ = cudaSuccess, failed_ = cudaSuccess;
  DeviceInfo device_{};
  bool knows_device_ = false;
  Allocations shared_{};
};

/// The one of the program.
__attribute__((visibility("default"))) Library& library();

}  // namespace heddle::exec
