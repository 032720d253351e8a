// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_set>
#include <vector>

#include "hw/memory/line/line_edges.hpp"
#include "hw/memory/payload_taps.hpp"
#include "hw/memory/transaction.hpp"
#include "models/base/ring.hpp"
#include "models/energy/storage_use.hpp"

namespace heddle {

/// What the edge of a controller knows of its DRAM.
struct EdgeDram {
  const AddressMapping* mapping = nullptr;
  /// Reads or writes bytes without simulated time.
  std::function<void(bool read, std::uint64_t address, std::span<unsigned char>)> debug{};
};

/// Where memory lines are encoded on their way down to DRAM and decoded on their way up to the SM. One stands
/// in each SM's port, at the entrance of each L2 slice, and in each channel's controller between the entrance
/// and the queues. It encodes lines that are written whole and decodes those that are read whole, in their
/// payloads; parts of lines, atomics, and payloads without a CarriedFormat pass as they are, so a cache that
/// holds an encoded line must decode it to serve them (L2Slice).
///
/// An edge may instead encode for one above it (EdgeUnits::encodes_for).
///
/// Lines overtake each other; payloads of one line keep their order in each direction. At most `buffer` - 1
/// lines are read before their format is known: their answers wait in the edge, and leave room for those that
/// bring it. The edge's directory may send requests of its own, whose answers come back to it and go no
/// further. Where the machine has no edge at a place, payloads pass in the cycle in which they come.
class LineEdge final : private EdgeRequests {
 public:
  using Payload = tlm::tlm_generic_payload;
  enum class Way : std::uint8_t { down, up };  ///< towards DRAM, towards the SM

  /// No edge: payloads pass as they are.
  LineEdge() = default;
  /// The edge that `edges` has for this place. A controller has a directory as soon as any edge encodes: an
  /// ideal one if its own units have none. Statistics: group `edge` of `stats`. `dram`: of a controller.
  LineEdge(const LineEdges& edges, EdgePlace place, unsigned index, Clocked& owner, ClockDomain& clock,
           StatGroup& stats, EdgeDram dram = {});
  LineEdge(const LineEdge&) = delete;
  LineEdge& operator=(const LineEdge&) = delete;

  /// A part of the owner's tick: takes up to `most` payloads and delivers up to `most`. `front()`: the next
  /// one, or null; `pop()` removes it; `room()`: may one be pushed; `push(payload)`.
  template <class Front, class Pop, class Room, class Push>
  void pass(Way way, Front&& front, Pop&& pop, Room&& room, Push&& push,
            unsigned most = std::numeric_limits<unsigned>::max()) {
    if (!stands_) {
      for (; most != 0 && room(); --most) {
        Payload* p = front();
        if (p == nullptr) return;
        pop();
        push(*p);
      }
      return;
    }
    for (unsigned n = most; n != 0 && inside_[index(way)].size() < buffer_; --n) {
      Payload* p = front();
      if (p == nullptr) break;
      pop();
      take(*p, way);
    }
    work(way);
    for (unsigned n = most; n != 0 && room(); --n) {
      Payload* p = give(way);
      if (p == nullptr) break;
      push(*p);
    }
  }

  /// The first cycle of the owner's clock in which `pass` has something to do in that direction, if nothing
  /// else comes; 0: at once; never: not before something comes or wakes the owner.
  Cycle next(Way way) const;
  /// May it take a payload?
  bool room(Way way) const { return !stands_ || inside_[index(way)].size() < buffer_; }
  /// Are lines decoded in it that come up? An executor may need the warp that has asked for one (LineJob).
  bool decodes() const { return units_.executor != nullptr; }
  /// Payloads of others that are inside.
  std::size_t inside(Way way) const { return inside_[index(way)].size(); }
  /// Is this a request of its own that is under way?
  bool sent(const Payload& payload) const {
    return std::find(own_.begin(), own_.end(), &payload) != own_.end();
  }
  /// Draws which lines wait inside it for something else than time.
  void waits(WaitGraph& graph) const {
    if (units_.executor != nullptr) units_.executor->waits(graph);
  }
  /// Its own transactions that are not back in their pool.
  std::size_t lent() const { return pool_.lent(); }
  /// Nothing is inside, and none of its own requests is under way.
  bool idle() const {
    return inside_[0].empty() && inside_[1].empty() && own_.empty() &&
           (units_.directory == nullptr || units_.directory->idle());
  }

  /// Does it keep the formats of the lines stored below?
  bool keeps_formats() const { return keeps_formats_; }
  /// Of such an edge: a copy by the host has set the format of a line below.
  void record_copy(std::uint64_t line, const LineFormat& f) { units_.directory->record_copy(line, f); }
  /// A copy by the host has written in a line below.
  void copied(std::uint64_t line) {
    if (units_.observe) written_.insert(line);
  }

  /// Observers of the edge's own requests when they leave it, and of their answers.
  PayloadTaps taps;

 private:
  /// known: how the line is stored; refused: the executor had no room for it.
  enum class Step : std::uint8_t { arrived, asked, known, refused, working, done };
  struct Entry {
    Payload* payload = nullptr;
    std::uint64_t line = 0;
    Step step = Step::arrived;
    bool undecided = false;  ///< leaves without its format
    bool first = false;      ///< nothing of its line is ahead of it
    LineJob job{};
  };
  using Entries = std::vector<Entry*>;  ///< in order of arrival
  struct Counters {
    Counter *encoded, *unencoded, *bytes, *decoded, *own;
  };

  static constexpr unsigned index(Way way) { return static_cast<unsigned>(way); }
  void take(Payload& payload, Way way);
  void observe(Payload& payload, Way way) const;
  void work(Way way);
  void advance(Entry& e, Way way);
  bool needs_work(Entry& e, Way way);
  void finish(Entry& e, Way way);
  void count_encoded(unsigned bytes);
  Payload* give(Way way);
  void leave(const Entry& e);
  bool knows(Entry& e, Way way);
  bool has_news(Way way);
  bool undecided(std::uint64_t line) const {
    return std::find(undecided_.begin(), undecided_.end(), line) != undecided_.end();
  }
  void consume(Payload& answer);
  Transaction& acquire() override;
  void send(Transaction& t) override;
  void debug(bool read, std::uint64_t address, std::span<unsigned char> bytes) override;

  bool stands_ = false, keeps_formats_ = false;
  EdgePlace place_{};
  EdgePlace layer_{};  ///< of the format that it writes: its own, or of an edge above
  std::string name_;
  const LineCodec* codec_ = nullptr;
  EdgeUnits units_;
  unsigned buffer_ = 0;
  std::array<Entries, 2> inside_;
  std::deque<Entry> all_;
  Entries free_;
  TransactionPool pool_;
  std::vector<Payload*> own_;             ///< of its own, that are under way
  std::vector<std::uint64_t> undecided_;  ///< lines that are read before their format is known
  std::array<std::optional<StorageUse>, 2> storage_{};
  EdgeDram dram_;
  Ring<Transaction*> to_send_;
  std::array<bool, 2> news_{};  ///< of its directory, by direction
  std::unordered_set<std::uint64_t>
      written_;  ///< lines that a kernel or the host has written; of an observer
  Counters counters_{};
};

}  // namespace heddle
