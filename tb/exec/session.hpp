// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  /// A call that a program may survive is answered with its status. Throws what no program goes on after: a
  /// fault of a kernel, a function of CUDA that Heddle does not have, PTX that it does not take.
  Answer answer(const Request& request, std::span<const std::byte> bytes);
  std::size_t launches() const { return launches_; }

 private:
  Answer device() const;
  Answer load(std::span<const std::byte> binary);
  Answer function(std::uint64_t module, std::span<const std::byte> name);
  Answer variable(std::uint64_t module, std::span<const std::byte> name);
  Answer launch(std::uint64_t function, std::span<const std::byte> bytes);
  Answer occupancy(const Request& request) const;
  Answer call(const Request& request, std::span<const std::byte> bytes);

  const GpuConfig& gpu_;
  const Application& application_;
  std::ostringstream printed_;
  Context context_;
  std::vector<Module> modules_;
  std::vector<Function> functions_;
  std::size_t launches_ = 0;
  std::uint64_t allocated_ = 0;
};

}  // namespace heddle::exec
