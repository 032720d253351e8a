// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_program.hpp"

#include "models/register_virtualization/release_instruction.hpp"

namespace heddle {

ReleaseProgram::ReleaseProgram(const ReleasePoints& points) {
  unsigned covered = 0;  // instructions that the last pir still has flags for
  for (std::uint32_t i = 0; i < points.flags.size(); ++i) {
    if (points.head[i]) {
      add_pbrs(points.ahead[i], i);
      covered = 0;
    }
    if (covered == 0) {
      add_pir(points, i);
      covered = flags_of_pir;
    }
    --covered;
    place_.push_back(static_cast<std::uint32_t>(words_.size()));
    words_.push_back({.instruction = i});
  }
}

void ReleaseProgram::add_pbrs(RegisterSet released, std::uint32_t ahead_of) {
  while (released != 0) {
    RegisterSet some = 0;
    for (unsigned k = 0; k < registers_of_pbr && released != 0; ++k, released &= released - 1)
      some |= released & (~released + 1);
    add(encode_pbr(some), ahead_of);
    ++pbrs_;
  }
}

/// Flags up to the end of the block, which is where the next pir stands.
void ReleaseProgram::add_pir(const ReleasePoints& points, std::uint32_t ahead_of) {
  std::uint32_t end = ahead_of + 1;
  while (end < points.flags.size() && !points.head[end] && end - ahead_of < flags_of_pir) ++end;
  add(encode_pir(std::span(points.flags).subspan(ahead_of, end - ahead_of)), ahead_of);
  ++pirs_;
}

}  // namespace heddle
