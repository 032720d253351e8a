// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/line_owners.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {

CodeOwner LineOwners::now(std::uint64_t address) {
  if (codes_ == CodesFor::run || !use_) return {};
  const LineUse use = use_(address);
  if (codes_ == CodesFor::allocation) {
    allocations_ = use.buffers;
    return {.allocation = use.buffer};
  }
  if (!use.kernel.empty() && !kernels_.contains(use.kernel)) kernels_.emplace(use.kernel);
  return {.kernel = std::string(use.kernel)};
}

CodeOwner LineOwners::stored_by(const SeenLine& seen) {
  if (codes_ != CodesFor::kernel) return now(seen.address);
  if (seen.to_dram) return writers_[seen.address] = now(seen.address);
  const auto it = writers_.find(seen.address);
  return it == writers_.end() ? CodeOwner{} : it->second;
}

unsigned LineOwners::number_of(const CodeOwner& owner) const {
  const auto it = std::find(owners_.begin(), owners_.end(), owner);
  return it == owners_.end() ? 0 : static_cast<unsigned>(it - owners_.begin());
}

void LineOwners::require_known() const {
  const auto refuse = [](const char* what, std::string value, std::string legal) {
    throw Error({.place = "line_compression.e2mc.own_codes",
                 .what = what,
                 .value = std::move(value),
                 .legal = std::move(legal)});
  };
  for (const auto& [kernel, allocation] : owners_) {
    if (!kernel.empty() && !kernels_.contains(kernel))
      refuse("there is a code for a kernel that the program has not launched", kernel,
             fmt::format("{}", fmt::join(kernels_, ", ")));
    if (allocation > allocations_)
      refuse("there is a code for an allocation that the program has not made", fmt::format("{}", allocation),
             fmt::format("1 .. {}", allocations_));
  }
}

}  // namespace heddle
