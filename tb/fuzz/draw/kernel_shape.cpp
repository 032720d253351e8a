// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/kernel_shape.hpp"

#include <algorithm>
#include <vector>

namespace heddle::fuzz {
namespace {

void draw_launch(Random& random, const GeneratorLimits& limits, Shape& shape) {
  static constexpr std::uint32_t whole[] = {32, 64, 96, 128, 192, 256, 256, 512, 1024};
  shape.cta_x = random.one_in(3) ? 1 + random.below(random.one_in(4) ? limits.threads_per_cta : 160)
                                 : whole[random.below(9)];
  if (random.one_in(4)) {
    shape.cta_y = 2 + random.below(7);
    shape.cta_x = std::max(1u, shape.cta_x / shape.cta_y);
  }
  shape.cta_x = std::min(shape.cta_x, limits.threads_per_cta / shape.cta_y);
  // Most grids fill an SM; with small CTAs, that takes many of them.
  const std::uint32_t most = random.one_in(4) ? std::max(1u, limits.threads / 8) : limits.threads;
  shape.grid = std::min(1 + most / shape.threads(), 24u);
  if (random.one_in(5)) shape.grid = 1;
}

InputBuffer draw_buffer(Random& random, std::uint32_t bytes) {
  return {bytes, static_cast<Pattern>(random.below(patterns)), random() >> 32};
}

std::uint64_t scalar_bits(Random& random, Kind k) {
  const std::uint64_t bits = random.one_in(2) ? random() : random.below(100);
  return k == Kind::b64 || k == Kind::f64 ? bits : bits & 0xffffffffu;
}

/// Draws a group size of whole warps that divides the CTA into 2 to 8 groups; 0 when there is none.
std::uint32_t draw_group(Random& random, std::uint32_t threads) {
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t groups = 2; groups <= KernelTree::group_barriers; ++groups)
    if (threads % (32 * groups) == 0) sizes.push_back(threads / groups);
  return sizes.empty() ? 0 : sizes[random.below(static_cast<std::uint32_t>(sizes.size()))];
}

}  // namespace

void draw_shape(Random& random, const GeneratorLimits& limits, KernelTree& k) {
  draw_launch(random, limits, k.shape);
  k.wide_addresses = !random.one_in(3);
  k.blocked_slots = random.one_in(2);
  k.blocked_shared = random.one_in(2);
  k.generic = random.one_in(6);
  k.remake = static_cast<Remake>(random.below(3));
  k.max_registers = random.one_in(5) ? 20 + random.below(24) : ptx::most_registers;
  k.slots = 1 + random.below(limits.slots);
  if (random.one_in(2)) {
    k.shared = true;
    if (random.one_in(2)) k.shared_slots = 1 + random.below(2);
    if (random.one_in(2)) k.shared_cells = 1u << random.below(7);
    while (k.shared_bytes() > limits.shared_bytes) --k.shared_slots;
    if (random.one_in(2)) k.group_threads = draw_group(random, k.shape.threads());
  }
  if (random.one_in(4)) k.local_bytes = 16u << random.below(3);
  if (random.one_in(2)) k.cells = 1u << random.below(8);
  k.constant_bytes = random.one_in(3) ? 64u << random.below(4) : 0;
  k.constants = draw_buffer(random, std::max(64u, k.constant_bytes));
  for (std::uint32_t n = 1 + random.below(3); n-- > 0;) {
    std::uint32_t bytes = 256;
    while (bytes < limits.input_bytes && !random.one_in(3)) bytes *= 2;
    k.inputs.push_back(draw_buffer(random, bytes));
  }
  static constexpr Kind scalar_kinds[] = {Kind::b32, Kind::b64, Kind::f32, Kind::f64};
  for (std::uint32_t n = 1 + random.below(4); n-- > 0;) {
    const Kind kind = scalar_kinds[random.below(4)];
    k.scalars.push_back({kind, scalar_bits(random, kind)});
  }
}

}  // namespace heddle::fuzz
