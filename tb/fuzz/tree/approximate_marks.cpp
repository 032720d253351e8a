// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/approximate_marks.hpp"

#include <algorithm>

namespace heddle::fuzz {
namespace {

using K = Statement::Kind;

/// Returns whether the statement can leave a region without passing its end. A call counts, too, because the
/// function may also be called from outside of the region.
bool leaves(const Statement& s, bool in_loop) {
  if (s.kind == K::exit || s.kind == K::call) return true;
  if (s.kind == K::leave) return !in_loop;
  const auto any = [&](const std::vector<Statement>& all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Statement& inner) { return leaves(inner, in_loop || s.kind == K::loop); });
  };
  return any(s.body) || any(s.otherwise);
}

std::uint32_t mixed(std::uint32_t id) {
  id = (id ^ id >> 16) * 0x45d9f3b;
  return id ^ id >> 16;
}

}  // namespace

ApproximateMark approximate_mark(const Statement& s) {
  const std::uint32_t draw = mixed(s.id) % 4;
  if (s.kind == K::compute) return draw < 2 ? ApproximateMark::one : ApproximateMark::none;
  if ((s.kind == K::branch || s.kind == K::loop) && draw == 0 && !leaves(s, false))
    return ApproximateMark::region;
  return ApproximateMark::none;
}

}  // namespace heddle::fuzz
