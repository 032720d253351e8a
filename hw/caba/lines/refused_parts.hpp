// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <span>
#include <vector>

#include "hw/caba/warps/assist_warps.hpp"
#include "hw/memory/cache/byte_mask.hpp"
#include "hw/memory/transaction.hpp"
#include "hw/sm/hooks/store_path.hpp"
#include "models/base/statistics.hpp"
#include "models/caba/line_slot.hpp"
#include "models/energy/storage_use.hpp"

namespace heddle {

/// The accesses of an SM to parts of lines, and its atomics, until the L2 has performed them
/// (Vijaykumar2015, section 5.2.2). They are sent as if their lines were not compressed, and a copy of each
/// is kept. Where the L2 refuses one and answers with the line, an assist warp decompresses that. A load then
/// takes its bytes; a store or an atomic is sent again, with the line.
///
/// What accesses a byte that one of these changes waits until that has been performed; all else overtakes.
/// It stands behind the SM's pending stores.
class RefusedParts final : public StorePath {
 public:
  /// Keeps copies of `most` accesses; more wait. `gives_back`: will lines be given back? `sm`: the SM's
  /// statistics.
  RefusedParts(StorePath& stores, AssistWarps& warps, unsigned most, bool gives_back, StatGroup& sm);

  /// The copies and what waits, what their bytes are compared by, the lines that the L2 has answered with,
  /// and the lines that are given back.
  static std::array<Storage, 4> storage(unsigned most, bool gives_back);

  bool room() const override { return stores_.room(); }
  void take(Transaction& t) override { stores_.take(t); }
  Transaction* front() const override { return next().transaction; }
  void pop() override;
  bool answered(Transaction& t) override;
  bool has_answer() const override { return !answers_.empty() || stores_.has_answer(); }
  Transaction& take_answer() override;

  /// A line that was decompressed for the SM, for the L2 to keep it so; its copy there has this version. Lost
  /// where others wait.
  void give_back(std::uint64_t address, std::span<const unsigned char, line_bytes> line,
                 std::uint64_t version);

  // Of its owner, around those of the pending stores.
  void begin_cycle();
  void end_cycle();
  bool busy() const;
  void check_balance(const Balance& balance) const;

 private:
  struct Access {
    Transaction* transaction = nullptr;
    std::uint64_t line = 0;
    ByteMask bytes{};
    bool changes = false;
    bool part = false;  ///< of a line, or an atomic: the L2 may refuse it

    bool must_follow(const Access& older) const {
      return line == older.line && (changes || older.changes) && bytes.meets(older.bytes);
    }
  };
  /// An access that the L2 has refused, and the line that it has answered with.
  struct Restoration {
    Transaction* transaction = nullptr;  ///< null: the entry is free
    AssistTask task{};
    LineSlot slot{};
    bool submitted = false;  ///< its event has found room
  };
  enum class Queue : std::uint8_t { none, resends, waiting, stores, given_back };
  struct Next {
    Queue queue = Queue::none;
    std::size_t index = 0;
    Transaction* transaction = nullptr;
  };

  RefusedParts(StorePath& stores, AssistWarps& warps, unsigned most, const std::array<Storage, 4>& storage,
               StatGroup& sm, StatGroup& group);
  static Access access_of(Transaction& t);
  Next next() const;
  /// Must it wait for what is under way, or for the first `ahead` of those that wait?
  bool blocked(const Access& a, std::size_t ahead) const;
  void hold_copy();
  void restore(Transaction& t);
  void submit();
  void finish(Restoration& r);

  StorePath& stores_;
  AssistWarps& warps_;
  const unsigned most_;
  static constexpr unsigned most_waiting = 16, most_given_back = 4;
  std::vector<Access> under_way_;  ///< that the L2 may refuse
  std::vector<Access> waiting_;    ///< in order, which others overtake
  std::deque<Restoration> restorations_;
  unsigned restoring_ = 0;  ///< of these, those that are not free
  Ring<Restoration*> unsubmitted_;
  Ring<Transaction*> resends_, answers_, given_back_;
  StorageUse copies_use_, bytes_use_, lines_use_, given_back_use_;
  TransactionPool pool_;  ///< of what is given back
  Counter &sent_, &refused_, &loads_, &overtaken_, &lines_given_back_;
};

}  // namespace heddle
