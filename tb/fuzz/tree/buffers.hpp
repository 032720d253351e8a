// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// The contents, after a launch, of the buffers that the kernel may write.
struct Buffers {
  std::vector<std::byte> output{}, cells{};
  std::vector<std::uint64_t> observed{};  ///< by probe, the sum of its shares; 0 where it observes nothing
  bool operator==(const Buffers&) const = default;
};

/// The initial contents of the atomic cells.
std::vector<std::byte> first_cells(const KernelTree& kernel);

/// The first difference for a reader: "output, thread 33, slot 2: expected 0x..., got 0x..."; empty when
/// there is none.
std::string difference(const KernelTree& kernel, const Buffers& expected, const Buffers& got);

}  // namespace heddle::fuzz
