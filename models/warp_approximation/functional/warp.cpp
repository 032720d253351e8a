// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/functional/warp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/warp_approximation/functional/operands.hpp"

namespace heddle::approximate {

using ptx::Instruction;

namespace {
/// The low bits that the comparison of destination k ignores.
unsigned level(const Mark& mark, unsigned k) { return (mark.exact >> k & 1) != 0 ? 0 : mark.d; }
}  // namespace

Warp::Warp(const Parameters& parameters, unsigned registers, LaneMask launched)
    : parameters_(parameters), registers_(registers), lanes_{launched, 0} {}

std::uint32_t Warp::read(unsigned reg, unsigned lane) const {
  const RegisterState& r = registers_[reg];
  const Similarity& s = r.path[within(mask_of(lane), lanes_[0]) ? 0 : 1];
  return r.bank[s.stored ? s.holder : lane];
}

Execution Warp::execute(const Instruction& i, const Mark& mark, LaneMask lanes,
                        const ptx::Operands& operands) const {
  if (mark.d >= dissimilar)
    throw Error({.what = "this level of similarity is too high",
                 .value = fmt::format("{}", mark.d),
                 .legal = "0 to 31"});
  Execution e{.lanes = lanes, .executed = lanes};
  e.representative = mark.approximate && lanes != 0 && lanes == lanes_[path_] && may_have_representative(i) &&
                     predicates_are_uniform(i, operands, lanes);
  e.similar_inputs = true;
  bool equal_inputs = true;
  for (unsigned k = 0; k < i.source_count; ++k) {
    const Similarity& s = registers_[i.sources[k]].path[path_];
    e.similar_inputs &= s.counts_at(mark.d);
    equal_inputs &= s.counts_at(0);
  }
  e.representative &= e.similar_inputs;
  e.representative |= parameters_.scalar_execution && lanes != 0 && lanes == lanes_[path_] && equal_inputs &&
                      is_uniform_of_equal(i);
  if (e.representative) e.executed = mask_of(representative(path_));
  for (unsigned k = 0; k < i.source_count; ++k) {
    const Similarity& s = registers_[i.sources[k]].path[path_];
    e.read[k] = s.stored && lanes != 0 ? mask_of(s.holder) : e.executed;
  }
  if (e.representative && i.source_count != 0)
    for (unsigned k = 0; k < i.destination_count; ++k)
      e.input[k] = operands.source[std::min<unsigned>(k, i.source_count - 1u)][representative(path_)];
  return e;
}

Written Warp::commit(const Instruction& i, const Mark& mark, const Execution& e,
                     ptx::RegisterRefs<ptx::max_destinations>& results) {
  Written w;
  if (e.lanes == 0) return w;
  w.bypassed = bypass(i, mark, e, results);
  const bool counts = mark.counted && !e.similar_inputs && i.destination_count != 0 &&
                      (parameters_.count_equal || level_of(results[0], e.lanes) != 0);
  for (unsigned k = 0; k < i.destination_count; ++k)
    w.written[k] = write(i.destinations[k], mark, level(mark, k), e, w.bypassed, results[k]);
  w.newly_similar = counts && e.lanes == lanes_[path_] && registers_[i.destinations[0]].path[path_].similar;
  return w;
}

/// Section 3.1.1: the bits above d of an input are those of the output. Destination k is compared with source
/// register k, or the last one where there are fewer, as the representative reads it; all must pass. Literals
/// are no input.
bool Warp::bypass(const Instruction& i, const Mark& mark, const Execution& e,
                  const ptx::RegisterRefs<ptx::max_destinations>& results) const {
  bool same = e.representative && i.source_count != 0 && i.destination_count != 0;
  for (unsigned k = 0; same && k < i.destination_count; ++k)
    same = (results[k][representative(path_)] ^ e.input[k]) >> level(mark, k) == 0 &&
           scalar_allowed(i.destinations[k]);
  return same;
}

/// With a single bit, a path may store a scalar only where the other one has a scalar, too; with a register
/// file of scalars, none may.
bool Warp::scalar_allowed(unsigned reg) const {
  if (parameters_.scalar_file && split()) return false;
  return !parameters_.single_bit || !split() || registers_[reg].path[path_].stored;
}

LaneMask Warp::write(unsigned reg, const Mark& mark, unsigned d, const Execution& e, bool bypassed,
                     WarpRegister& value) {
  registers_[reg].written = true;
  if (e.lanes != lanes_[path_]) return write_some(reg, e.lanes, value);
  if (e.representative) {
    const std::uint32_t result = value[representative(path_)];
    each_lane(e.lanes, [&](unsigned lane) { value[lane] = result; });
  }
  return write_whole(reg, compared(reg, mark, d, e, bypassed, value), value);
}

/// What the comparison finds (section 3.1.1), and whether the result is stored as a scalar: where it may be
/// approximated, or all lanes are equal.
Similarity Warp::compared(unsigned reg, const Mark& mark, unsigned d, const Execution& e, bool bypassed,
                          const WarpRegister& value) const {
  const unsigned found = level_of(value, e.lanes);
  Similarity s{.similar = found <= d};
  const bool in_full = parameters_.compared_in_full && e.representative && !bypassed;
  s.stored = s.similar && (mark.approximate || (parameters_.exact_scalars && found == 0)) && !in_full &&
             scalar_allowed(reg);
  s.d = static_cast<std::uint8_t>(found == 0 || s.stored ? 0 : d);
  return s;
}

/// All lanes of the path are written.
LaneMask Warp::write_whole(unsigned reg, Similarity found, WarpRegister& value) {
  RegisterState& r = registers_[reg];
  Similarity& own = r.path[path_];
  const LaneMask lanes = lanes_[path_], scalar = mask_of(representative(path_));
  if (parameters_.single_bit && split()) share_bits(reg, found);
  if (found.stored) {
    found.holder = static_cast<std::uint8_t>(representative(path_));
    const std::uint32_t stands_for_all = value[found.holder];
    each_lane(lanes, [&](unsigned lane) { value[lane] = stands_for_all; });
    r.holds &= ~lanes;
  }
  own = found;
  const LaneMask written = found.stored ? scalar : lanes;
  r.write(value, written);
  return written;
}

/// With a single bit, what one path finds must hold for the other one, too.
void Warp::share_bits(unsigned reg, Similarity& found) {
  Similarity& other = registers_[reg].path[1 - path_];
  found.similar &= other.similar;
  found.d = std::max(found.d, other.d);
  if (other.stored && !found.stored) expand(reg, 1 - path_, Move::Cause::other_path);
  other = {.similar = found.similar, .stored = found.stored, .d = found.d, .holder = other.holder};
}

/// Some lanes of the path are written: what is known of the others is not known of the register any more.
LaneMask Warp::write_some(unsigned reg, LaneMask lanes, const WarpRegister& value) {
  expand(reg, path_, Move::Cause::partial_write);
  if (parameters_.single_bit && split()) expand(reg, 1 - path_, Move::Cause::other_path);
  registers_[reg].write(value, lanes);
  return lanes;
}

}  // namespace heddle::approximate
