// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

class Transaction;

/// What an SM's requests pass on their way to the edge of its port. It may keep stores, and send writes of
/// its own for them later; it answers these stores when memory has answered its writes. Loads must see what
/// it keeps, and what is ordered (RequestKind::ordered) goes behind all of it. One holder.
///
/// The port calls it at the end of each cycle in which the SM is awake. Its holder keeps the SM awake while
/// it has something to do (SmTechnique::busy).
class StorePath {
 public:
  virtual ~StorePath() = default;

  /// May `take` be called?
  virtual bool room() const = 0;
  /// Takes a request of the SM's; they come in order.
  virtual void take(Transaction& t) = 0;
  /// The next request for memory, that of the SM or its own; null: there is none.
  virtual Transaction* front() const = 0;
  virtual void pop() = 0;

  /// Memory has answered `t`. True if that was a request of its own, which it takes back.
  virtual bool answered(Transaction& t) = 0;
  /// Has it an answer for the SM by itself?
  virtual bool has_answer() const = 0;
  /// Gives that one away.
  virtual Transaction& take_answer() = 0;
};

}  // namespace heddle
