// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "models/base/random.hpp"
#include "tb/caba/pending_store_buffer/pending_store_buffer_coverage.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t every_line = (std::uint64_t{1} << line_number_bits) - 1;

/// An SM whose warps store parts of a few lines, or of many, and whole ones; loads and atomics among them,
/// releases of all kinds, and memory that takes what leaves more or less often. Sometimes requests come while
/// the block is not ready, or the pins obey no rule at all.
class PendingStoreBufferBench final : public BlockBench {
 public:
  using Block = PendingStoreBuffer;
  PendingStoreBufferBench(const PendingStoreBufferConfig& config, std::uint64_t seed)
      : random_(seed), entries_(config.entries), state_(config.entries) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,
    gather,    // parts of a few lines, until these are complete
    crowded,   // parts of more lines than there are entries
    whole,     // whole lines, which hardly leave
    loads,     // as often as stores
    ordered,   // often
    releases,  // often, of all kinds
    lawless,
    drained,  // no requests
    idle,
    count
  };
  void turn();
  void follow(DrivenPins in, PinValues out);
  std::uint64_t draw_line();
  PendingBytes draw_bytes(std::uint64_t line);
  PendingKind draw_kind();
  void draw_request(PendingRequest& r);
  bool draw_release(PendingRelease& r);
  unsigned draw_entry();
  /// Of the line; all zero where none is pending.
  PendingBytes pending_bytes(std::uint64_t line) const;

  Random random_;
  const unsigned entries_;
  PendingLinesState state_;  // behind the inputs that stand on the pins
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, request_one_in_ = 1, release_one_in_ = 20, room_one_in_ = 1;
  std::vector<std::uint64_t> pool_;
};

void PendingStoreBufferBench::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle      ? 1 + random_.below(random_.one_in(8) ? 60 : 6)
          : mood_ == Mood::drained ? 1 + random_.below(2 * entries_ + 8)
                                   : 10 + random_.below(4 * entries_ + 60);
  request_one_in_ = 1 + random_.below(random_.one_in(2) ? 1 : 4);
  release_one_in_ = mood_ == Mood::releases ? 2 + random_.below(6)
                    : mood_ == Mood::whole  ? 1000
                                            : 20 + random_.below(200);
  room_one_in_ =
      mood_ == Mood::crowded ? 2 + random_.below(12) : 1 + random_.below(random_.one_in(2) ? 1 : 6);
  // A few lines stay the same, so that what was left of them is found again.
  if (!random_.one_in(4) && !pool_.empty()) return;
  pool_.clear();
  const std::uint64_t base = random_() & every_line;
  const unsigned lines = mood_ == Mood::gather ? 1 + random_.below(3) : 1 + random_.below(2 * entries_ + 2);
  for (unsigned n = 0; n < lines; ++n)
    pool_.push_back(n == 0              ? base
                    : random_.one_in(3) ? base ^ std::uint64_t{1} << random_.below(line_number_bits)
                    : random_.one_in(2) ? (base + n) & every_line
                                        : random_() & every_line);
}

/// The state behind the edge that samples these inputs. It differs from what is shown only behind a reset.
void PendingStoreBufferBench::follow(DrivenPins in, PinValues out) {
  const bool ready = reinterpret_cast<const Level<PendingReady>*>(out[0])->payload.request;
  const std::uint32_t pending = reinterpret_cast<const Level<PendingState>*>(out[3])->payload.entries;
  if (ready != state_.ready() || pending != state_.pending()) state_.reset();
  state_.step(pending_step(PinValues(in.data(), in.size())));
}

std::uint64_t PendingStoreBufferBench::draw_line() {
  const std::uint64_t line = pool_[random_.below(static_cast<std::uint32_t>(pool_.size()))];
  const unsigned stranger = mood_ == Mood::gather ? 60 : 12;
  if (!random_.one_in(stranger)) return line;
  return (random_.one_in(2) ? line ^ std::uint64_t{1} << random_.below(line_number_bits) : random_()) &
         every_line;
}

PendingBytes PendingStoreBufferBench::pending_bytes(std::uint64_t line) const {
  for (unsigned e = 0; e < entries_; ++e)
    if (state_.entry(e).there && state_.entry(e).line == line) return state_.entry(e).bytes;
  return {};
}

PendingBytes PendingStoreBufferBench::draw_bytes(std::uint64_t line) {
  PendingBytes bytes{};
  const unsigned one = random_.below(128);
  switch (mood_ == Mood::whole && !random_.one_in(8) ? 0u : random_.below(9)) {
    case 0:
      bytes.fill(~0u);
      break;
    case 1:  // a sector, or two
    case 2:
      bytes[random_.below(4)] = ~0u;
      bytes[random_.below(4)] = ~0u;
      break;
    case 3:
      for (auto& word : bytes) word = static_cast<std::uint32_t>(random_());
      break;
    case 4:
      bytes[one / 32] = 1u << one % 32;
      break;
    case 5:
      bytes.fill(~0u);
      bytes[one / 32] &= ~(1u << one % 32);
      break;
    default: {  // what the line lacks, or nearly all of that
      const PendingBytes there = pending_bytes(line);
      for (unsigned w = 0; w < 4; ++w) bytes[w] = ~there[w];
      if (random_.one_in(4)) bytes[one / 32] &= ~(1u << one % 32);
    }
  }
  return bytes;
}

PendingKind PendingStoreBufferBench::draw_kind() {
  const unsigned ordered = mood_ == Mood::ordered ? 3 : mood_ == Mood::lawless ? 8 : 60;
  if (random_.one_in(ordered)) return static_cast<PendingKind>(random_.one_in(4) ? 3 : 2);
  const unsigned load = mood_ == Mood::loads ? 2 : mood_ == Mood::whole ? 40 : 8;
  return random_.one_in(load) ? PendingKind::load : PendingKind::store;
}

void PendingStoreBufferBench::draw_request(PendingRequest& r) {
  r.kind = draw_kind();
  r.line.value = draw_line();
  r.bytes = draw_bytes(r.line.value);
}

unsigned PendingStoreBufferBench::draw_entry() {
  const std::uint32_t pending = state_.pending();
  if (pending == 0 || random_.one_in(8)) return random_.below(most_pending_lines);
  unsigned e = random_.below(entries_);
  while ((pending >> e & 1) == 0) e = (e + 1) % entries_;
  return e;
}

bool PendingStoreBufferBench::draw_release(PendingRelease& r) {
  if (!random_.one_in(release_one_in_)) return false;
  const unsigned draw = random_.below(8);
  r.reach = draw < 4   ? PendingReach::one
            : draw < 6 ? PendingReach::aged
                       : (draw == 6 ? PendingReach::incomplete : PendingReach::all);
  r.entry.value = static_cast<std::uint8_t>(draw_entry());
  return true;
}

bool PendingStoreBufferBench::stimulate(DrivenPins in, PinValues out) {
  auto& request = *reinterpret_cast<Beat<PendingRequest>*>(in[0]);
  auto& release = *reinterpret_cast<Beat<PendingRelease>*>(in[1]);
  auto& room = reinterpret_cast<Level<PendingRoom>*>(in[2])->payload.line;
  follow(in, out);
  if (left_ == 0) turn();
  --left_;
  const bool quiet = mood_ == Mood::idle || mood_ == Mood::drained;
  request.valid = !quiet && random_.one_in(request_one_in_);
  if (request.valid) draw_request(request.payload);
  if (request.valid && mood_ != Mood::lawless && !random_.one_in(16)) request.valid = state_.ready();
  release.valid = mood_ != Mood::idle && draw_release(release.payload);
  // The line of the request leaves at the edge at which that comes.
  if (request.valid && random_.one_in(24))
    for (unsigned e = 0; e < entries_; ++e)
      if (state_.entry(e).there && state_.entry(e).line == request.payload.line.value) {
        release.valid = true;
        release.payload = {PendingReach::one, {static_cast<std::uint8_t>(e)}};
      }
  if (mood_ != Mood::idle) room = random_.one_in(room_one_in_);
  return request.valid || release.valid;
}

const Registration<CosimEntry> registration{
    cosim_entry<PendingStoreBufferBench, PendingStoreBufferCoverage>()};

}  // namespace
}  // namespace heddle
