// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <tlm>
#include <vector>

#include "hw/memory/atomic_request.hpp"
#include "hw/memory/line/encoded_copy.hpp"
#include "hw/memory/line/line_format.hpp"
#include "hw/memory/line/refused_part.hpp"

namespace heddle {

/// The unit of an SM that a request serves.
enum class Client : std::uint8_t { data, instruction, constant, texture };
inline constexpr unsigned clients = 4;

/// What sends a transaction: the program's warps and the caches on their behalf, or an edge (LineEdge) for
/// its own sake.
enum class OriginKind : std::uint8_t { program, edge };

/// Who sent a transaction. `tag` belongs to the initiator, which uses it to find the waiting instruction.
class Origin : public tlm::tlm_extension<Origin> {
 public:
  OriginKind kind = OriginKind::program;
  std::uint32_t source = 0;  ///< index of the SM
  Client client = Client::data;
  std::uint64_t tag = 0;
  std::uint8_t warp = 0;   ///< slot of the warp that caused it; of several the first
  std::uint64_t sent = 0;  ///< when, in cycles of the initiator's clock

  tlm::tlm_extension_base* clone() const override { return new Origin(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const Origin&>(other); }
};

/// Is it a request that an edge sends for its own sake?
inline bool is_of_edge(const tlm::tlm_generic_payload& payload) {
  const auto* origin = payload.get_extension<Origin>();
  return origin != nullptr && origin->kind == OriginKind::edge;
}

/// A generic payload with a line of data, byte enables, an Origin, a LineFormat, a RefusedPart and an
/// EncodedCopy of its own.
class Transaction : public tlm::tlm_generic_payload {
 public:
  /// `address` and `length` as in the payload: within one line, whole bursts. The data are not cleared.
  void set_up_read(std::uint64_t address, unsigned length) { set_up(tlm::TLM_READ_COMMAND, address, length); }
  /// Writes all `length` bytes.
  void set_up_write(std::uint64_t address, unsigned length) {
    set_up(tlm::TLM_WRITE_COMMAND, address, length);
  }
  /// Writes the bytes whose `enables` is TLM_BYTE_ENABLED, of `length`.
  void set_up_partial_write(std::uint64_t address, unsigned length) {
    set_up(tlm::TLM_WRITE_COMMAND, address, length);
    set_byte_enable_ptr(enables.data());
    set_byte_enable_length(length);
  }

  /// Read-modify-writes within `length` bytes; the caller adds the operations.
  AtomicRequest& set_up_atomic(std::uint64_t address, unsigned length);

  Origin& origin() { return origin_; }
  LineFormat& format() { return format_; }
  const LineFormat& format() const { return format_; }
  RefusedPart& part() { return part_; }
  EncodedCopy& encoded() { return encoded_; }
  /// The atomic of a transaction that was set up as one.
  const AtomicRequest& atomic() const { return *atomic_; }

  /// For the pool that lends it.
  explicit Transaction(tlm::tlm_mm_interface& pool);
  /// The payload would free its extensions after this one is gone.
  ~Transaction() override {
    clear_extension<Origin>();
    clear_extension<CarriedFormat>();
    clear_extension<RefusedPart>();
    clear_extension<EncodedCopy>();
    clear_extension<AtomicRequest>();
  }

  alignas(64) std::array<unsigned char, line_bytes> data{};
  alignas(64) std::array<unsigned char, line_bytes> enables{};

 private:
  /// Lives in the transaction, so a payload that dies must not delete it.
  struct EmbeddedOrigin : Origin {
    void free() override {}
  };
  struct EmbeddedFormat : CarriedFormat {
    void free() override {}
  };
  struct EmbeddedPart : RefusedPart {
    void free() override {}
  };
  struct EmbeddedCopy : EncodedCopy {
    void free() override {}
  };
  struct OwnAtomic : AtomicRequest {
    void free() override {}
  };
  void set_up(tlm::tlm_command, std::uint64_t address, unsigned length);

  EmbeddedOrigin origin_;
  EmbeddedFormat format_;
  EmbeddedPart part_;
  EmbeddedCopy encoded_;
  std::unique_ptr<OwnAtomic> atomic_;  ///< made for the first atomic
};

/// Lends transactions; one returns by itself when its last holder calls `release()`. Allocates only when more
/// are lent than ever before. Must outlive the transactions that it lent.
class TransactionPool : public tlm::tlm_mm_interface {
 public:
  /// A transaction held once by the caller.
  Transaction& acquire();
  void free(tlm::tlm_generic_payload* payload) override;

  std::size_t size() const { return all_.size(); }
  std::size_t lent() const { return all_.size() - free_.size(); }

 private:
  std::deque<Transaction> all_;
  std::vector<Transaction*> free_;
};

}  // namespace heddle
