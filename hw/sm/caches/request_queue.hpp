// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/transaction.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// What an answer serves: the upper half of a transaction's tag, above an index of its owner.
enum class RequestKind : std::uint32_t {
  fill,
  direct,
  ordered,  ///< direct, too; others must see at once what it does, or it must see what they did
  write_back
};
constexpr std::uint64_t tag_of(RequestKind kind, std::size_t index) {
  return std::uint64_t{static_cast<std::uint32_t>(kind)} << 32 | static_cast<std::uint32_t>(index);
}
constexpr RequestKind kind_of(std::uint64_t tag) { return static_cast<RequestKind>(tag >> 32); }
constexpr std::size_t index_of(std::uint64_t tag) { return static_cast<std::uint32_t>(tag); }

/// The requests of one unit of the SM that wait for the way to memory, in order.
class RequestQueue {
 public:
  RequestQueue(Client client, unsigned capacity) : client_(client), capacity_(capacity) {}

  bool empty() const { return requests_.empty(); }
  bool room(unsigned requests = 1) const { return requests_.size() + requests <= capacity_; }
  /// Takes a request; there must be room.
  void push(Transaction& t) { requests_.push(&t); }
  Transaction& pop() {
    Transaction& t = *requests_.front();
    requests_.pop();
    return t;
  }
  Client client() const { return client_; }

 private:
  const Client client_;
  const unsigned capacity_;
  Ring<Transaction*> requests_;
};

}  // namespace heddle
