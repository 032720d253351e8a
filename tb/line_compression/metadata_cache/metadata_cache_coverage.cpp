// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/metadata_cache/metadata_cache_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr std::array<const char*, 4> op_names{"a look-up", "a record", "a fill", "a drop"};
constexpr unsigned block_bits = 32;

Arises by_addresses() { return by_chance("the addresses of a workload's lines decide"); }
Arises by_lengths() { return by_chance("the compressed lines of a workload decide"); }

unsigned number(MetadataOp op) { return static_cast<unsigned>(op); }

}  // namespace

MetadataCacheCoverage::MetadataCacheCoverage(const MetadataCacheConfig& config)
    : ways_(config.ways),
      state_(config.bytes, config.ways, config.block_bytes),
      hole_(state_.sets()),
      looked_up_(coverage.points("a look-up of entry {} hits", 0, state_.entries() - 1, by_addresses())),
      recorded_(coverage.points("entry {} recorded", 0, state_.entries() - 1, by_addresses())),
      answered_(coverage.points("a look-up finds {}", 0, 3, by_lengths())),
      written_(coverage.points("{} recorded over other bits", 0, 3, by_lengths())),
      full_(coverage.points("a fill of set {}, which is full", 0, state_.sets() - 1, by_addresses())),
      block_set_(
          coverage.points("a block leaves whose number has bit {}", 0, block_bits - 1, by_addresses())),
      block_clear_(
          coverage.points("a block leaves whose number lacks bit {}", 0, block_bits - 1, by_addresses())),
      near_(coverage.points("a miss of a block that is there but for bit {}",
                            static_cast<unsigned>(std::countr_zero(state_.sets())), block_bits - 1,
                            by_addresses())),
      first_fills_(coverage.point("a fill of a set with room")),
      into_hole_(coverage.point("a fill of room that a drop has left", by_addresses())),
      again_clean_(coverage.point("a fill of a clean block that is there", by_addresses())),
      again_dirty_(coverage.point("a fill of a dirty block that is there", by_addresses())),
      evicted_clean_(coverage.point("a fill evicts a clean block", by_addresses())),
      evicted_dirty_(coverage.point("a fill evicts a dirty block", by_addresses())),
      dropped_clean_(coverage.point("a clean block dropped", by_addresses())),
      dropped_dirty_(coverage.point("a dirty block dropped", by_addresses())),
      of_evicted_(
          coverage.point("a request for the block that the request before has evicted", by_addresses())),
      upper_entry_(coverage.point("an entry with bits that a block does not need",
                                  never_in_system("whoever asks takes the entry from an address"))),
      idle_between_(coverage.point("a look-up of what was recorded, idle cycles later", by_addresses())),
      back_to_back_(coverage.point("back to back")),
      isolated_(coverage.point("isolated")),
      reset_answer_(coverage.point("reset in the cycle of an answer", only_a_bench_resets())),
      reset_clean_(coverage.point("reset of a cache with a clean block", only_a_bench_resets())),
      reset_dirty_(coverage.point("reset of a cache with a dirty block", only_a_bench_resets())) {
  for (unsigned op = 0; op < ops; ++op) {
    hit_[op] = &coverage.point(fmt::format("{} of a block that is there", op_names[op]), by_addresses());
    miss_[op] = &coverage.point(fmt::format("{} of a block that is not", op_names[op]), by_addresses());
    hit_at_[op] =
        coverage.points(fmt::format("{} of a block after whose use {{}} others were used", op_names[op]), 0,
                        ways_ - 1, by_addresses());
    for (unsigned before = 0; before < ops; ++before)
      same_block_[before][op] = &coverage.point(
          fmt::format("{} right behind {} of its block", op_names[op], op_names[before]), by_addresses());
    for (unsigned before = 0; op < 2 && before < 2; ++before)
      same_entry_[before][op] = &coverage.point(
          fmt::format("{} right behind {} of its entry", op_names[op], op_names[before]), by_addresses());
  }
  if (config.block_bytes < longest_metadata_block)
    upper_data_ = &coverage.point("a fill with an upper half that does not matter",
                                  never_in_system("memory delivers as much as a block has"));
  if (ways_ > 1)
    not_in_turn_ =
        &coverage.point("a fill evicts a block that is not the first of its set's fills", by_addresses());
}

void MetadataCacheCoverage::see(const Beat<MetadataRequest>& in, const Beat<MetadataAnswer>&, bool rst_n) {
  if (!rst_n) {
    see_reset((history_ & 1) != 0);
    return;
  }
  history_ = history_ << 1 | in.valid;
  back_to_back_ += (history_ & 3) == 3;
  isolated_ += (history_ & 7) == 2;
  if (in.valid) see_request(in.payload);
}

void MetadataCacheCoverage::see_request(const MetadataRequest& request) {
  ++requests_;
  const auto& set = set_of(request.block);
  const auto found =
      std::find_if(set.begin(), set.end(), [&](const Kept& kept) { return kept.block == request.block; });
  const bool hit = found != set.end();
  ++*(hit ? hit_ : miss_)[number(request.op)];
  upper_entry_ += request.entry >= state_.entries();
  see_behind(request, hit);
  if (hit)
    see_hit(request, static_cast<unsigned>(found - set.begin()));
  else
    see_miss(request);
  last_ = request;
  last_held_ = hit || request.op == MetadataOp::fill;
  act(request);
}

void MetadataCacheCoverage::see_behind(const MetadataRequest& request, bool hit) {
  const bool follows = (history_ & 2) != 0;
  of_evicted_ += follows && left_ == request.block;
  if (!last_ || last_->block != request.block || !last_held_) return;
  const unsigned before = number(last_->op), now = number(request.op);
  const bool same_entry =
      hit && before < 2 && now < 2 && last_->entry % state_.entries() == request.entry % state_.entries();
  if (follows) {
    ++*same_block_[before][now];
    if (same_entry) ++*same_entry_[before][now];
  }
  idle_between_ +=
      !follows && same_entry && last_->op == MetadataOp::record && request.op == MetadataOp::look_up;
}

void MetadataCacheCoverage::see_hit(const MetadataRequest& request, unsigned place) {
  ++*hit_at_[number(request.op)][place];
  const Kept& kept = set_of(request.block)[place];
  const unsigned entry = request.entry % state_.entries();
  const unsigned bits = kept.data[entry / 4] >> 2 * (entry % 4) & 3;
  switch (request.op) {
    case MetadataOp::look_up:
      ++*looked_up_[entry];
      ++*answered_[bits];
      break;
    case MetadataOp::record:
      ++*recorded_[entry];
      *written_[request.bits.value] += bits != request.bits.value;
      break;
    case MetadataOp::fill:
      ++(kept.dirty ? again_dirty_ : again_clean_);
      break;
    case MetadataOp::drop:
      ++(kept.dirty ? dropped_dirty_ : dropped_clean_);
      break;
  }
}

void MetadataCacheCoverage::see_miss(const MetadataRequest& request) {
  for (const Kept& kept : set_of(request.block))
    if (const std::uint32_t other = kept.block ^ request.block; std::has_single_bit(other))
      ++*near_[near_.size() - block_bits + static_cast<unsigned>(std::countr_zero(other))];
  if (request.op == MetadataOp::fill) see_fill(request);
}

void MetadataCacheCoverage::see_fill(const MetadataRequest& request) {
  const unsigned set = request.block % state_.sets();
  const auto& blocks = state_.set(set);
  if (upper_data_ != nullptr)
    *upper_data_ += std::any_of(request.data.begin() + shortest_metadata_block, request.data.end(),
                                [](unsigned char byte) { return byte != 0; });
  into_hole_ += hole_[set];
  hole_[set] = false;
  if (blocks.size() < ways_)
    ++first_fills_;
  else
    see_full_set(set);
  filled_at_[request.block] = requests_;
}

void MetadataCacheCoverage::see_full_set(unsigned set) {
  ++*full_[set];
  const auto& blocks = state_.set(set);
  const Kept& leaving = blocks.back();
  ++(leaving.dirty ? evicted_dirty_ : evicted_clean_);
  if (not_in_turn_ != nullptr)
    *not_in_turn_ += std::any_of(blocks.begin(), blocks.end(), [&](const Kept& kept) {
      return filled_at_[kept.block] < filled_at_[leaving.block];
    });
}

void MetadataCacheCoverage::act(const MetadataRequest& request) {
  std::optional<Kept> left;
  switch (request.op) {
    case MetadataOp::look_up:
      state_.look_up(request.block, request.entry);
      break;
    case MetadataOp::record:
      state_.record(request.block, request.entry, request.bits.value);
      break;
    case MetadataOp::fill:
      left = state_.fill(request.block, request.data).evicted;
      break;
    case MetadataOp::drop:
      left = state_.drop(request.block);
      if (left) hole_[request.block % state_.sets()] = true;
      break;
  }
  left_ = left ? std::optional(left->block) : std::nullopt;
  if (!left) return;
  filled_at_.erase(left->block);
  for (unsigned bit = 0; bit < block_bits; ++bit)
    ++*(left->block >> bit & 1 ? block_set_ : block_clear_)[bit];
}

void MetadataCacheCoverage::see_reset(bool answers) {
  reset_answer_ += answers;
  bool clean = false, dirty = false;
  for (unsigned s = 0; s < state_.sets(); ++s)
    for (const Kept& kept : state_.set(s)) (kept.dirty ? dirty : clean) = true;
  reset_dirty_ += dirty;
  reset_clean_ += clean;
  state_.clear();
  filled_at_.clear();
  hole_.assign(hole_.size(), false);
  last_.reset();
  left_.reset();
  history_ = 0;
}

}  // namespace heddle
