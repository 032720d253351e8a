// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Communication between the lanes of a warp: votes, shuffles, matches. With .sync the lanes of the member
/// mask take part that execute the instruction together; without it, all lanes that execute it. With one SIMT
/// stack, lanes on another path are not waited for; with independent threads a `gather` ahead of a .sync
/// brings all of the mask together. A lane that shuffles from a lane which does not execute the instruction
/// gets 0: PTX leaves the value open, GPUs give 0 (apache/tvm issue 12274, PaddlePaddle/CINN pull request
/// 938), and programs rely on it (NVIDIA/cuda-samples issue 398).
namespace heddle::ptx {
namespace {

/// The lanes that work together with each lane: the active ones of its member mask, operand[k].
class Members {
 public:
  Members(const Instruction& i, const WarpContext& c, const Operands& o, LaneMask active, unsigned k)
      : mask_(i.operand[k], c, o),
        active_(i.operand[k].kind == OperandRef::Kind::none ? 0 : active),
        all_(active) {}
  LaneMask operator[](unsigned lane) const { return active_ == 0 ? all_ : mask_[lane] & active_; }

 private:
  Source<std::uint32_t> mask_;
  LaneMask active_, all_;
};

enum class Vote { all, any, uniform };

template <Vote vote>
void vote_predicate(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const LaneMask value = predicate_of(i, 0, o);
  const Members members(i, c, o, active, 1);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const LaneMask group = members[lane], yes = value & group;
    const bool result = vote == Vote::any ? yes != 0 : yes == group || (vote == Vote::uniform && yes == 0);
    if (result) o.predicate[0] |= lane_bit[lane];
  }
}

void vote_ballot(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const LaneMask value = predicate_of(i, 0, o);
  const Members members(i, c, o, active, 1);
  Words32 words;
  for (unsigned lane = 0; lane < warp_size; ++lane) words[lane] = value & members[lane];
  merge(words, active, o.destination[0]);
}

void vote(const Spelling& s, Instruction& i) {
  i.exchanges_lanes = true;
  i.execute = s.has("ballot") ? vote_ballot
              : s.has("all")  ? vote_predicate<Vote::all>
              : s.has("any")  ? vote_predicate<Vote::any>
                              : vote_predicate<Vote::uniform>;
}

void active_mask(const Instruction&, const WarpContext&, LaneMask active, Operands& o) {
  Words32 words;
  words.fill(active);
  merge(words, active, o.destination[0]);
}

/// elect.sync: the lowest member is elected, and all members get its number.
void elect(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Members members(i, c, o, active, 0);
  Words32 words;
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    words[lane] = static_cast<std::uint32_t>(std::countr_zero(members[lane]));
    if (words[lane] == lane) o.predicate[0] |= lane_bit[lane];
  }
  if (i.destination_count != 0) merge(words, active, o.destination[0]);
}

enum class Shuffle { up, down, butterfly, index };

/// operand[1] is the distance or the source lane. operand[2] has the last lane of a segment in bits 0 to 4,
/// and in bits 8 to 12 a mask of those bits of a lane number that select the segment. A lane whose source
/// lies outside its segment gets its own value.
template <Shuffle mode>
void shuffle(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<std::uint32_t> value(i.operand[0], c, o), by(i.operand[1], c, o), bounds(i.operand[2], c, o);
  Words32 words;
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const unsigned segment = bounds[lane] >> 8 & 31, n = by[lane] & 31, first = lane & segment;
    const int last = static_cast<int>(first | (bounds[lane] & 31 & ~segment));
    const int from = static_cast<int>(mode == Shuffle::up          ? lane - n
                                      : mode == Shuffle::down      ? lane + n
                                      : mode == Shuffle::butterfly ? lane ^ n
                                                                   : first | (n & ~segment));
    const bool inside = mode == Shuffle::up ? from >= last : from <= last;
    const unsigned source = inside ? static_cast<unsigned>(from) : lane;
    words[lane] = (active >> source & 1) != 0 ? value[source] : 0;
    if (inside) o.predicate[0] |= lane_bit[lane];
  }
  merge(words, active, o.destination[0]);
}

void choose_shuffle(const Spelling& s, Instruction& i) {
  i.exchanges_lanes = true;
  i.execute = s.has("up")     ? shuffle<Shuffle::up>
              : s.has("down") ? shuffle<Shuffle::down>
              : s.has("bfly") ? shuffle<Shuffle::butterfly>
                              : shuffle<Shuffle::index>;
}

/// match.any returns the members that hold the same value; match.all returns all members if all values are
/// equal, else none.
template <class T, bool all>
void match(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const Source<T> value(i.operand[0], c, o);
  const Members members(i, c, o, active, 1);
  Words32 words;
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    LaneMask same = 0;
    for (unsigned other = 0; other < warp_size; ++other)
      if ((members[lane] & lane_bit[other]) != 0 && value[other] == value[lane]) same |= lane_bit[other];
    const bool agreed = same == members[lane];
    words[lane] = all && !agreed ? 0 : same;
    if (agreed) o.predicate[0] |= lane_bit[lane];
  }
  if (i.destination_count != 0) merge(words, active, o.destination[0]);
}

template <bool all>
void choose_match(const Spelling& s, Instruction& i) {
  i.exchanges_lanes = true;
  i.execute = bits_of(s.types[0]) == 64 ? match<std::uint64_t, all> : match<std::uint32_t, all>;
}

const Opcode rows[] = {
    {"vote.all|any|uni.pred", "=p p", Unit::sp, vote},
    {"vote.ballot.b32", "=0 p", Unit::sp, vote},
    {"vote.all|any|uni.sync.pred", "=p p u", Unit::sp, vote},  // older CUDA headers put .sync at the end
    {"vote.ballot.sync.b32", "=0 p u", Unit::sp, vote},
    {"vote.sync.all|any|uni.pred", "=p p u", Unit::sp, vote},
    {"vote.sync.ballot.b32", "=0 p u", Unit::sp, vote},
    {"activemask.b32", "=0", Unit::sp, always([](Instruction& i) -> Execute {
       i.exchanges_lanes = true;
       return active_mask;
     })},
    {"elect.sync", "=u| u", Unit::sp, always([](Instruction& i) -> Execute {
       i.exchanges_lanes = true;
       return elect;
     })},
    // Crossing lanes takes the narrow SFU.
    {"shfl.up|down|bfly|idx.b32", "=0| 0 u u", Unit::sfu, choose_shuffle},
    {"shfl.sync.up|down|bfly|idx.b32", "=0| 0 u u u", Unit::sfu, choose_shuffle},
    {"match.any.sync.b32|b64", "=u 0 u", Unit::sfu, choose_match<false>},
    {"match.all.sync.b32|b64", "=u| 0 u", Unit::sfu, choose_match<true>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
