// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_buffer/assist_warp_buffer_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr unsigned long_hold = 20;  // edges
const Arises load = by_chance("how many assist warps wait at a time is the workload's choice");
const Arises code = by_chance("it depends on the code of the subroutines");
const Arises flushes = by_chance("it depends on when subroutines branch and end");
const Arises room_kept = never_in_system("the controller fetches only what there is room for");
const Arises one_priority = never_in_system("an assist warp has one priority");
const Arises no_such_entry = never_in_system("the controller names entries of its table");

}  // namespace

AssistWarpBufferCoverage::AssistWarpBufferCoverage(const AssistWarpBufferConfig& c)
    : config_(c),
      comes_high_(coverage.points("one of high priority comes for entry {}", 0, c.entries - 1, load)),
      comes_low_(coverage.points("one of low priority comes for entry {}", 0, c.entries - 1, load)),
      issued_high_(coverage.points("one of high priority is issued from entry {}", 0, c.entries - 1, load)),
      issued_low_(coverage.points("one of low priority is issued from entry {}", 0, c.entries - 1, load)),
      flushes_(coverage.points("something of entry {} is flushed", 0, c.entries - 1, flushes)),
      place_(coverage.points("one takes place {} of its FIFO", 0, c.depth - 1, load)),
      slot_(coverage.points("one takes slot {}", 0, c.low_slots - 1, load)),
      slot_issued_(
          coverage.points("one is issued from slot {}", 0, c.entries == 1 ? 0 : c.low_slots - 1, load)),
      slot_flushed_(coverage.points("a flush takes {} from the slots", 1, c.low_slots, flushes)),
      leave_(coverage.points("{} leave the slots at once", 1, c.low_slots, load)),
      bit_(coverage.points("an instruction with bit {}", 0, 63, code)),
      refills_(coverage.point("one leaves a full FIFO while the next one comes", load)),
      moves_up_(coverage.point("the only one of a FIFO leaves while the next one comes", load)),
      swaps_low_(coverage.point("one leaves the slots, all taken, while the next one comes", load)),
      dropped_high_(coverage.point("one finds its FIFO full", room_kept)),
      dropped_low_(coverage.point("one finds all slots taken", room_kept)),
      flush_and_high_(coverage.point("one of high priority comes while its entry is flushed", flushes)),
      flush_and_low_(coverage.point("one of low priority comes while its entry is flushed", flushes)),
      behind_high_(coverage.point("one of high priority comes an edge after a flush of its entry", flushes)),
      behind_low_(coverage.point("one of low priority comes an edge after a flush of its entry", flushes)),
      two_behind_(coverage.point("one comes two edges after a flush of its entry", flushes)),
      flush_nothing_(coverage.point("a flush of an entry of which nothing is staged", flushes)),
      flush_both_(coverage.point("a flush of an entry of both priorities", one_priority)),
      flush_issued_(coverage.point("an entry is flushed while one of it is issued", flushes)),
      flush_again_(coverage.point("an entry is flushed at two edges in turn", flushes)),
      comes_again_(coverage.point("an entry comes with its flush and at the next edge", flushes)),
      high_before_low_(
          coverage.point("one of high priority goes before one of low of its entry", one_priority)),
      issued_none_(coverage.point("an entry is issued of which nothing is staged",
                                  never_in_system("only what is staged is issued"))),
      zero_(coverage.point("an instruction of zero", code)),
      ones_(coverage.point("an instruction of all ones", code)),
      same_word_(coverage.point("an instruction comes again", code)),
      all_high_(coverage.point("all FIFOs have an instruction", load)),
      all_low_(coverage.point("all slots are taken", load)),
      empties_(coverage.point("the last one that is staged leaves")),
      held_(coverage.point("something is staged, and unchanged for 20 edges in turn", load)),
      idle_(coverage.point("nothing to do, and nothing is staged")),
      reset_high_(coverage.point("reset while one of high priority is staged", only_a_bench_resets())),
      reset_low_(coverage.point("reset while one of low priority is staged", only_a_bench_resets())),
      reset_flushed_(coverage.point("reset an edge after a flush", only_a_bench_resets())) {
  if (c.low_slots > 1)
    two_of_one_ = &coverage.point("one is issued, and a younger one of its entry stays in the slots", load);
  if (c.entries < most_assist_warps) {
    beyond_issued_ = &coverage.point("an entry that there is not is issued", no_such_entry);
    beyond_comes_ = &coverage.point("one comes for an entry that there is not", no_such_entry);
    beyond_flushed_ = &coverage.point("an entry that there is not is flushed", no_such_entry);
    beyond_before_ = &coverage.point("one comes an edge after that", no_such_entry);
  }
  if (c.entries == 1) return;
  other_now_ = &coverage.point("one comes while another entry is flushed", flushes);
  other_behind_ = &coverage.point("one comes an edge after a flush of another entry", flushes);
  flush_other_ = &coverage.point("two entries are flushed at edges in turn", flushes);
  two_behind_other_ = &coverage.point("one comes at the edge behind that, for the first of them", flushes);
  if (c.low_slots == 1) return;
  younger_leaves_ = &coverage.point("one is issued from the slots before an older one", load);
  flush_of_younger_ = &coverage.point("a flush leaves an older one in the slots", flushes);
  issue_and_flush_ = &coverage.point("one is issued from the slots, and others are flushed", flushes);
}

void AssistWarpBufferCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) return see_reset();
  in_reset_ = false;
  const auto& insert = *reinterpret_cast<const Beat<AssistWord>*>(in[0]);
  const AssistEntries issued = reinterpret_cast<const Level<AssistIssued>*>(in[1])->payload.entries.value;
  const auto& flush = *reinterpret_cast<const Beat<AssistEntry>*>(in[2]);
  const unsigned flushed = flush.valid ? flush.payload.entry.value : none;
  const unsigned before = staged();
  idle_ += before == 0 && !insert.valid && issued == 0 && !flush.valid;
  unchanged_ = insert.valid || issued != 0 || flush.valid ? 0 : unchanged_ + 1;
  held_ += before != 0 && unchanged_ == long_hold;
  see_issued(issued);
  if (flush.valid) see_flush(flushed, issued);
  if (left_low_ != 0) ++*leave_[static_cast<unsigned>(std::popcount(left_low_)) - 1];
  const unsigned full = static_cast<unsigned>(low_.size());
  for (unsigned s = full; s-- > 0;)
    if ((left_low_ >> s & 1) != 0) low_.erase(low_.begin() + s);
  swaps_low_ += full == config_.low_slots && left_low_ != 0 && insert.valid && insert.payload.low;
  came_at_flush_ = insert.valid ? came_at_flush_ : none;
  if (insert.valid) see_insert(insert.payload, flushed);
  empties_ += before != 0 && staged() == 0;
  flushed_before_ = flushed_;
  flushed_ = flushed;
}

unsigned AssistWarpBufferCoverage::staged() const {
  auto all = static_cast<unsigned>(low_.size());
  for (const unsigned n : high_) all += n;
  return all;
}

void AssistWarpBufferCoverage::see_reset() {
  if (!in_reset_) {
    reset_high_ += staged() != low_.size();
    reset_low_ += !low_.empty();
    reset_flushed_ += flushed_ < config_.entries;
  }
  in_reset_ = true;
  high_ = {};
  low_.clear();
  flushed_ = flushed_before_ = came_at_flush_ = none;
  unchanged_ = 0;
}

void AssistWarpBufferCoverage::see_issued(AssistEntries issued) {
  issued_high_now_ = 0;
  left_low_ = 0;
  if (beyond_issued_ != nullptr) *beyond_issued_ += issued >> config_.entries != 0;
  for (unsigned e = 0; e < config_.entries; ++e) {
    if ((issued >> e & 1) == 0) continue;
    const auto slot = std::find(low_.begin(), low_.end(), e);
    if (high_[e] != 0) {
      ++*issued_high_[e];
      --high_[e];
      issued_high_now_ |= AssistEntries{1} << e;
      high_before_low_ += slot != low_.end();
    } else if (slot == low_.end()) {
      ++issued_none_;
    } else {
      ++*issued_low_[e];
      const auto s = static_cast<unsigned>(slot - low_.begin());
      ++*slot_issued_[s];
      left_low_ |= 1u << s;
      if (two_of_one_ != nullptr) *two_of_one_ += std::find(slot + 1, low_.end(), e) != low_.end();
    }
  }
  // The lowest slots may be left, too.
  if (younger_leaves_ != nullptr) *younger_leaves_ += (left_low_ & (left_low_ + 1)) != 0;
}

void AssistWarpBufferCoverage::see_flush(unsigned entry, AssistEntries issued) {
  if (entry >= config_.entries) {
    ++*beyond_flushed_;
    return;
  }
  unsigned slots = 0;
  for (unsigned s = 0; s < low_.size(); ++s)
    if (low_[s] == entry) slots |= 1u << s;
  // Of what the issue has left.
  const unsigned flushed = slots & ~left_low_;
  if (flushed != 0) ++*slot_flushed_[static_cast<unsigned>(std::popcount(flushed)) - 1];
  if (flushed != 0 || high_[entry] != 0)
    ++*flushes_[entry];
  else
    ++flush_nothing_;
  flush_both_ += flushed != 0 && high_[entry] != 0;
  flush_issued_ += (issued >> entry & 1) != 0 && (slots != 0 || (issued_high_now_ >> entry & 1) != 0);
  flush_again_ += flushed_ == entry;
  if (flush_other_ != nullptr) *flush_other_ += flushed_ < config_.entries && flushed_ != entry;
  if (issue_and_flush_ != nullptr) {
    *issue_and_flush_ += flushed != 0 && (left_low_ & ~slots) != 0;
    *flush_of_younger_ += flushed != 0 && ((flushed | left_low_) & ((flushed | left_low_) + 1)) != 0;
  }
  left_low_ |= flushed;
  high_[entry] = 0;
}

void AssistWarpBufferCoverage::see_insert(const AssistWord& insert, unsigned flush) {
  const unsigned entry = insert.entry.value;
  if (entry >= config_.entries) {
    ++*beyond_comes_;
    return;
  }
  ++*(insert.low ? comes_low_ : comes_high_)[entry];
  see_word(insert.word);
  if (!see_early(insert, flush)) see_room(insert);
}

bool AssistWarpBufferCoverage::see_early(const AssistWord& insert, unsigned flush) {
  const unsigned entry = insert.entry.value;
  comes_again_ += flushed_ == entry && came_at_flush_ == entry;
  came_at_flush_ = flush == entry ? entry : none;
  if (flush == entry) {
    ++(insert.low ? flush_and_low_ : flush_and_high_);
    return true;
  }
  if (flushed_ == entry) {
    ++(insert.low ? behind_low_ : behind_high_);
    return true;
  }
  two_behind_ += flushed_before_ == entry;
  if (beyond_before_ != nullptr) *beyond_before_ += flushed_ >= config_.entries && flushed_ != none;
  if (other_now_ != nullptr) {
    *other_now_ += flush < config_.entries;
    *other_behind_ += flushed_ < config_.entries;
    *two_behind_other_ += flushed_before_ == entry && flushed_ < config_.entries;
  }
  return false;
}

void AssistWarpBufferCoverage::see_room(const AssistWord& insert) {
  const unsigned entry = insert.entry.value;
  if (insert.low) {
    if (low_.size() == config_.low_slots) {
      ++dropped_low_;
      return;
    }
    ++*slot_[low_.size()];
    low_.push_back(entry);
    all_low_ += low_.size() == config_.low_slots;
    return;
  }
  unsigned& count = high_[entry];
  if (count == config_.depth) {
    ++dropped_high_;
    return;
  }
  const bool leaves = (issued_high_now_ >> entry & 1) != 0;
  refills_ += leaves && count == config_.depth - 1;
  moves_up_ += leaves && count == 0;
  ++*place_[count++];
  all_high_ += std::all_of(high_.begin(), high_.begin() + config_.entries, [](unsigned n) { return n != 0; });
}

void AssistWarpBufferCoverage::see_word(std::uint64_t word) {
  zero_ += word == 0;
  ones_ += word == ~std::uint64_t{0};
  same_word_ += word == last_word_;
  last_word_ = word;
  for (unsigned b = 0; b < 64; ++b) *bit_[b] += word >> b & 1;
}

}  // namespace heddle
