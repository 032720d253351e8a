// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <span>
#include <sstream>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "models/host/context.hpp"
#include "tb/exec/application.hpp"
#include "tb/exec/protocol.hpp"

namespace heddle::exec {

/// Answers the calls of one program.
class Session {
 public:
  Session(Device& device, const GpuConfig& gpu, const Application& application);

  struct Answer {
    Reply reply{};
    std::vector<std::byte> bytes{};
  };
  /// A call that fails is answered with its status. Behind a kernel that has failed all are, with that of the
  /// kernel. Throws Error where a program cannot go on: a function of CUDA that Heddle does not have, PTX
  /// that it does not take.
  Answer answer(const Request& request, std::span<const std::byte> bytes);
  /// Throws what the kernel that has failed threw, if there is one.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Answer device() const;
  Answer load(std::span<const std::byte> binary);
  Answer function(std::uint64_t module, std::span<const std::byte> name);
  Answer variable(std::uint64_t module, std::span<const std::byte> name);
  Answer launch(std::uint64_t function, std::span<const std::byte> bytes);
  Answer occupancy(const Request& request) const;
  Answer call(const Request& request, std::span<const std::byte> bytes);
  static Answer refused(Status status, const std::string& text);
  Answer failed(const Request& request, Status status);

  const GpuConfig& gpu_;
  const Application& application_;
  std::ostringstream printed_;
  Context context_;
  std::vector<Module> modules_;
  std::vector<Function> functions_;
  std::exception_ptr failure_{};
  Status failed_ = Status::success;
};

}  // namespace heddle::exec
