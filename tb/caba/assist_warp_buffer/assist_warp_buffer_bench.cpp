// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/base/random.hpp"
#include "tb/caba/assist_warp_buffer/assist_warp_buffer_coverage.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {
namespace {

/// A controller that fetches for assist warps of either priority while there is room for them, an SM that
/// issues what is staged, and redirects that flush it; each of them more or less often. Sometimes there is no
/// room, a flush meets what was fetched before it, or the pins obey no rule at all.
class AssistWarpBufferBench final : public BlockBench {
 public:
  using Block = AssistWarpBuffer;
  AssistWarpBufferBench(const AssistWarpBufferConfig& config, std::uint64_t seed)
      : random_(seed), config_(config), staged_(config.entries, config.depth, config.low_slots) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,
    crowded,  // more is fetched than there is room for
    filling,  // for one entry after another, and hardly anything is issued
    low,      // nearly all of low priority, of few assist warps
    lone,     // one assist warp, of both priorities in turn
    flushes,  // often, of what is just fetched
    drained,  // nothing is fetched
    lawless,
    idle,
    count
  };
  void turn();
  void follow(const AssistWord* insert, AssistEntries issued, const AssistEntry* flush, PinValues out);
  unsigned draw_entry();
  bool room(unsigned entry, bool low) const;
  std::uint64_t draw_word();
  bool draw_insert(AssistWord& word);
  AssistEntries draw_issued();
  bool draw_flush(AssistEntry& flush, bool inserts, const AssistWord& word);

  Random random_;
  const AssistWarpBufferConfig config_;
  AssistBufferState staged_;                          // behind the inputs that stand on the pins
  std::array<unsigned, most_assist_warps> counts_{};  // of high priority; at least as many as there are
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, lone_ = 0, issue_one_in_ = 2, insert_one_in_ = 2, flush_one_in_ = 30;
  AssistEntries low_ = 0;  // entries of low priority
  unsigned flushed_ = most_assist_warps;
  std::uint64_t word_ = 0;
};

void AssistWarpBufferBench::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle      ? 1 + random_.below(random_.one_in(8) ? 60 : 6)
          : mood_ == Mood::drained ? 1 + random_.below(12)
                                   : 10 + random_.below(60);
  lone_ = random_.below(config_.entries);
  if (mood_ == Mood::filling) left_ += config_.entries * config_.depth;
  insert_one_in_ = mood_ == Mood::steady ? 1 + random_.below(4) : 1 + random_.below(2);
  issue_one_in_ = mood_ == Mood::crowded   ? 2 + random_.below(30)
                  : mood_ == Mood::filling ? 100
                                           : 1 + random_.below(6);
  const bool flushes = mood_ == Mood::flushes || mood_ == Mood::lawless;
  flush_one_in_ = flushes ? 2 + random_.below(6) : 20 + random_.below(80);
  low_ = random_();
}

/// The state behind the edge that samples these inputs. It differs from what is shown only behind a reset.
void AssistWarpBufferBench::follow(const AssistWord* insert, AssistEntries issued, const AssistEntry* flush,
                                   PinValues out) {
  const auto& high = reinterpret_cast<const Level<StagedHigh>*>(out[0])->payload;
  const auto& low = reinterpret_cast<const Level<StagedLow>*>(out[1])->payload;
  bool same = (low.valid.value == 0) == staged_.low().empty();
  for (unsigned e = 0; e < config_.entries; ++e)
    same = same && (high.valid.value >> e & 1) == (staged_.first(e) != nullptr);
  if (!same) staged_.reset();
  AssistBufferState::Step s;
  s.issued = issued;
  for (unsigned e = 0; e < config_.entries; ++e)
    if ((issued >> e & 1) != 0 && counts_[e] != 0) --counts_[e];
  if (insert != nullptr) {
    s.insert = {insert->entry.value, insert->low, insert->word};
    unsigned& count = counts_[insert->entry.value];
    if (!insert->low && count < config_.depth) ++count;
  }
  if (flush != nullptr) s.flush = flush->entry.value;
  staged_.step(s);
  for (unsigned e = 0; e < config_.entries; ++e)
    if (staged_.first(e) == nullptr) counts_[e] = 0;
}

/// The assist warp that something happens to.
unsigned AssistWarpBufferBench::draw_entry() {
  switch (mood_) {
    case Mood::lone:
      return random_.one_in(12) ? random_.below(config_.entries) : lone_;
    case Mood::low:
    case Mood::flushes:
      return (lone_ + random_.below(3)) % config_.entries;
    case Mood::filling:
      return lone_ = (lone_ + 1) % config_.entries;
    case Mood::lawless:
      return random_.below(most_assist_warps);
    default:
      return random_.below(config_.entries);
  }
}

bool AssistWarpBufferBench::room(unsigned entry, bool low) const {
  return low ? staged_.low().size() < config_.low_slots : counts_[entry] < config_.depth;
}

std::uint64_t AssistWarpBufferBench::draw_word() {
  switch (random_.below(10)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return std::uint64_t{1} << random_.below(64);
    case 3:  // of a loop, whose only instruction it is
      return word_;
    default:
      return random_();
  }
}

bool AssistWarpBufferBench::draw_insert(AssistWord& word) {
  if (mood_ == Mood::drained || mood_ == Mood::idle || !random_.one_in(insert_one_in_)) return false;
  unsigned entry = draw_entry();
  // What was under way when its assist warp was flushed, and what it is fetched for from then on.
  if (flushed_ < config_.entries && random_.one_in(2)) entry = flushed_;
  bool low = (low_ >> entry & 1) != 0;
  if (mood_ == Mood::low) low = !random_.one_in(8);
  if (mood_ == Mood::filling) low = random_.one_in(16);
  if (mood_ == Mood::lone || mood_ == Mood::lawless) low = random_.one_in(2);
  const bool lawful = mood_ == Mood::steady || (mood_ != Mood::lawless && !random_.one_in(3));
  if (lawful && !room(entry, low)) return false;
  word = {{static_cast<std::uint8_t>(entry)}, low, word_ = draw_word()};
  return true;
}

AssistEntries AssistWarpBufferBench::draw_issued() {
  if (mood_ == Mood::idle) return 0;
  if (mood_ == Mood::lawless) return random_() & random_();
  AssistEntries staged = 0, issued = 0;
  for (unsigned e = 0; e < config_.entries; ++e)
    if (staged_.first(e) != nullptr) staged |= assist_entry(e);
  for (const auto& l : staged_.low()) staged |= assist_entry(l.entry);
  for (unsigned e = 0; e < config_.entries; ++e)
    if ((staged >> e & 1) != 0 && random_.one_in(issue_one_in_)) issued |= assist_entry(e);
  return issued;
}

bool AssistWarpBufferBench::draw_flush(AssistEntry& flush, bool inserts, const AssistWord& word) {
  if (mood_ == Mood::idle || !random_.one_in(flush_one_in_)) return false;
  flush.entry.value =
      static_cast<std::uint8_t>(inserts && random_.one_in(3)                      ? word.entry.value
                                : flushed_ < config_.entries && random_.one_in(3) ? flushed_
                                                                                  : draw_entry());
  return true;
}

bool AssistWarpBufferBench::stimulate(DrivenPins in, PinValues out) {
  auto& insert = *reinterpret_cast<Beat<AssistWord>*>(in[0]);
  auto& issued = reinterpret_cast<Level<AssistIssued>*>(in[1])->payload.entries.value;
  auto& flush = *reinterpret_cast<Beat<AssistEntry>*>(in[2]);
  if (left_ == 0) turn();
  --left_;
  follow(insert.valid ? &insert.payload : nullptr, issued, flush.valid ? &flush.payload : nullptr, out);
  insert.valid = draw_insert(insert.payload);
  issued = draw_issued();
  flush.valid = draw_flush(flush.payload, insert.valid, insert.payload);
  if (flush.valid)
    flushed_ = flush.payload.entry.value;
  else if (random_.one_in(3))
    flushed_ = most_assist_warps;
  return insert.valid || issued != 0 || flush.valid;
}

const Registration<CosimEntry> registration{cosim_entry<AssistWarpBufferBench, AssistWarpBufferCoverage>()};

}  // namespace
}  // namespace heddle
