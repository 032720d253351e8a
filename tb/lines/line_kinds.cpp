// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/line_kinds.hpp"

#include <cstring>

#include "models/base/random.hpp"

namespace heddle::memory_lines {
namespace {

/// A line of values that are drawn one by one.
template <class Value, class Draw>
MemoryLine line_of(Draw draw) {
  std::array<Value, sizeof(MemoryLine) / sizeof(Value)> values;
  for (Value& value : values) value = draw();
  MemoryLine line;
  std::memcpy(line.data(), values.data(), sizeof line);
  return line;
}

}  // namespace

std::vector<LineKind> line_kinds(unsigned count) {
  Random random(20150601);
  const auto integer = [&] {
    const unsigned bits = 1 + random.below(12);
    const auto value = static_cast<std::int32_t>(random.below(1u << bits)) - (1 << (bits - 1));
    return random.one_in(4) ? 0 : value;
  };
  const auto number = [&] { return static_cast<float>(random.below(1000)) / 4; };
  std::vector<LineKind> kinds{{"zero"}, {"integers"}, {"pointers"}, {"floats"}, {"random"}};
  for (unsigned n = 0; n < count; ++n) {
    const std::uint64_t base = 0x7f0012340000 + (std::uint64_t{random.below(4096)} << 20);
    kinds[0].lines.push_back({});
    kinds[1].lines.push_back(line_of<std::int32_t>(integer));
    kinds[2].lines.push_back(line_of<std::uint64_t>([&] { return base + 8 * random.below(1u << 14); }));
    kinds[3].lines.push_back(line_of<float>(number));
    kinds[4].lines.push_back(line_of<std::uint64_t>([&] { return random(); }));
  }
  return kinds;
}

}  // namespace heddle::memory_lines
