// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle::fuzz {

/// The value that an atomic leaves in place of `old`, as bits cut to the operation's width.
struct AtomicOperation {
  const char* text;  ///< "add.u32"
  unsigned bytes;
  bool order_free;  ///< the last value does not depend on the order of the threads
  std::uint64_t (*apply)(std::uint64_t old, std::uint64_t value);
};

const std::vector<AtomicOperation>& atomic_operations();
const AtomicOperation& atomic_named(std::string_view text);

}  // namespace heddle::fuzz
