// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/buffers.hpp"

#include <fmt/format.h>

#include <cstring>

namespace heddle::fuzz {
namespace {

std::uint64_t word(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + 8 * at, 8);
  return value;
}

std::string name_of_slot(const KernelTree& k, std::size_t at) {
  const std::size_t thread = k.blocked_slots ? at / k.slots : at % k.shape.all_threads();
  const std::size_t slot = k.blocked_slots ? at % k.slots : at / k.shape.all_threads();
  return fmt::format("CTA {}, thread {}, slot {}", thread / k.shape.threads(), thread % k.shape.threads(),
                     slot);
}

template <class Name>
std::string compare(const std::vector<std::byte>& expected, const std::vector<std::byte>& got, Name&& name) {
  std::string first;
  std::size_t count = 0;
  for (std::size_t i = 0; 8 * i < expected.size(); ++i) {
    if (word(expected, i) == word(got, i)) continue;
    if (count++ == 0)
      first = fmt::format("{}: expected {:#018x}, got {:#018x}", name(i), word(expected, i), word(got, i));
  }
  return count < 2 ? first : fmt::format("{} (the first of {})", first, count);
}

}  // namespace

std::vector<std::byte> first_cells(const KernelTree& k) {
  return content_of({8 * k.cells, Pattern::random, k.cells});
}

std::string difference(const KernelTree& k, const Buffers& expected, const Buffers& got) {
  const std::string text =
      compare(expected.output, got.output, [&](std::size_t i) { return name_of_slot(k, i); });
  if (!text.empty()) return text;
  const std::string cells =
      compare(expected.cells, got.cells, [](std::size_t i) { return fmt::format("cell {}", i); });
  if (!cells.empty()) return cells;
  if (expected.observed.size() != got.observed.size()) return "other subroutines";
  for (std::size_t i = 0; i < expected.observed.size(); ++i)
    if (expected.observed[i] != got.observed[i])
      return fmt::format("the sum of subroutine p{}: expected {}, got {}", i, expected.observed[i],
                         got.observed[i]);
  return "";
}

}  // namespace heddle::fuzz
