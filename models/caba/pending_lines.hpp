// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace heddle {

inline constexpr unsigned most_pending_lines = 32;
inline constexpr unsigned pending_entry_bits = 5;
inline constexpr unsigned line_number_bits = 40;  ///< of an address divided by the 128 bytes of a line

/// Bit b of word w: byte 32 w + b of a line of 128 bytes.
using PendingBytes = std::array<std::uint32_t, 4>;
/// Is it all of the line?
bool all_bytes(const PendingBytes& bytes);

/// What an SM asks before a request of its goes to memory.
enum class PendingKind : std::uint8_t {
  store,  ///< of some bytes of a line
  load,
  ordered  ///< an atomic, or an access that others must see at once: all that is pending goes before it
};
/// Which lines a release makes leave.
enum class PendingReach : std::uint8_t {
  one,         ///< the one in an entry
  incomplete,  ///< those of which some byte has not been stored
  aged,        ///< those that were pending already at the release of this kind before
  all
};
enum class PendingOutcome : std::uint8_t {
  stored,    ///< the bytes of the store belong into the entry's line
  passes,    ///< the request goes on to memory, ahead of all that comes behind it
  forwarded  ///< the load is served by the entry's line, of which all bytes are pending
};

/// Which bytes of which lines wait in an SM for the rest of their line, and then for compression
/// (Vijaykumar2015, section 5.2.2: pending stores). Their values lie elsewhere, a line for each entry.
class PendingLinesState {
 public:
  /// Throws Error unless there are 1 to 32 entries.
  explicit PendingLinesState(unsigned entries);

  struct Request {
    PendingKind kind = PendingKind::store;
    std::uint64_t line = 0;
    PendingBytes bytes{};  ///< of a store
  };
  struct Release {
    PendingReach reach = PendingReach::one;
    unsigned entry = 0;
  };
  struct Answer {
    PendingOutcome outcome = PendingOutcome::stored;
    unsigned entry = 0;     ///< 0 where the request passes
    bool complete = false;  ///< a store after which all bytes of the line are pending
  };
  struct Leaving {
    unsigned entry = 0;
    std::uint64_t line = 0;
    PendingBytes bytes{};
  };
  /// What comes in a cycle.
  struct Step {
    std::optional<Request> request{};  ///< taken while `ready`
    std::optional<Release> release{};
    bool room = false;  ///< the line that `leaving` shows is taken
  };
  /// A cycle. What is released begins to leave; then the request is answered, or kept until it can be:
  /// - a store is put into the entry of its line, or into a free one; where none is free the oldest
  ///   incomplete line leaves, and where all are complete the store passes;
  /// - a load passes, is served by a complete line, or has its line leave before it passes;
  /// - an ordered request has all lines leave before it passes;
  /// - nothing is done for a request while its line leaves.
  /// Lines leave one by one, of those that may at the last step the oldest first.
  void step(const Step& s);

  bool ready() const { return !kept_; }
  const std::optional<Answer>& answer() const { return answer_; }  ///< to a request, in the order of these
  std::optional<Leaving> leaving() const;
  std::uint32_t pending() const;  ///< bit e: entry e has a line
  struct Entry {
    bool there = false, leaves = false;
    bool aged = false;  ///< it was there at a release of those that are old
    std::uint64_t line = 0;
    PendingBytes bytes{};
  };
  const Entry& entry(unsigned e) const { return entries_[e]; }
  /// May a step without inputs change something?
  bool settling() const;
  void reset();

 private:
  bool complete(unsigned e) const { return entries_[e].there && all_bytes(entries_[e].bytes); }
  bool any_leaves() const;
  void release(const Release& r);
  /// Empty: not yet.
  std::optional<Answer> answer(const Request& r);
  std::optional<Answer> store(const Request& r, std::optional<unsigned> pending);
  std::optional<Answer> load(std::optional<unsigned> pending);

  std::vector<Entry> entries_;
  std::list<unsigned> by_age_;  ///< entries that are there, the oldest first
  std::optional<Request> kept_;
  std::optional<Answer> answer_;
  std::optional<unsigned> shown_;
};

}  // namespace heddle
