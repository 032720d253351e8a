// SPDX-License-Identifier: Apache-2.0
#include "models/host/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/status.hpp"

namespace heddle {

void pack_argument(const ptx::Kernel& kernel, std::span<std::byte> block, std::size_t index,
                   std::span<const std::byte> argument) {
  const void* const value = argument.data();
  const std::size_t bytes = argument.size();
  if (index >= kernel.parameters.size()) return;  // check_argument_count reports it
  const ptx::Parameter& p = kernel.parameters[index];
  const auto* from = static_cast<const std::byte*>(value);
  // A kernel with 32-bit addresses takes the low word of a device pointer, if the high word is zero.
  const bool narrow = bytes == 8 && p.size == 4 &&
                      std::all_of(from + 4, from + 8, [](std::byte b) { return b == std::byte{0}; });
  if (bytes != p.size && !narrow)
    throw ApiError(Status::invalid_value, {.what = fmt::format("argument {} of '{}' ({}) has the wrong size",
                                                               index + 1, kernel.name, p.name),
                                           .value = fmt::format("{} bytes", bytes),
                                           .legal = fmt::format("{} bytes", p.size)});
  std::memcpy(block.data() + p.offset, from, p.size);
}

void check_argument_count(const ptx::Kernel& kernel, std::size_t given) {
  if (given != kernel.parameters.size())
    throw ApiError(Status::invalid_value,
                   {.what = fmt::format("wrong number of arguments for '{}'", kernel.name),
                    .value = fmt::format("{}", given),
                    .legal = fmt::format("{}", kernel.parameters.size())});
}

}  // namespace heddle
