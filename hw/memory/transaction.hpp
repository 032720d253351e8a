#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <tlm>
#include <vector>

#include "hw/memory/atomic_request.hpp"

namespace heddle {

/// Bytes of a memory line: the largest piece that one transaction carries.
inline constexpr unsigned line_bytes = 128;
/// Bytes of one DRAM burst: the granularity of global memory traffic.
inline constexpr unsigned burst_bytes = 32;

/// Who sent a transaction. `tag` belongs to the initiator, which finds by it the instruction that waits.
class Origin : public tlm::tlm_extension<Origin> {
 public:
  std::uint32_t source = 0;  ///< index of the SM
  std::uint64_t tag = 0;

  tlm::tlm_extension_base* clone() const override { return new Origin(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const Origin&>(other); }
};

/// A generic payload with a line of data, byte enables and an Origin of its own.
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
  /// Of a transaction that was set up as one.
  const AtomicRequest& atomic() const { return *atomic_; }

  /// For the pool that lends it.
  explicit Transaction(tlm::tlm_mm_interface& pool);
  /// The payload would free its extensions after this one is gone.
  ~Transaction() override {
    clear_extension<Origin>();
    clear_extension<AtomicRequest>();
  }

  alignas(64) std::array<unsigned char, line_bytes> data{};
  alignas(64) std::array<unsigned char, line_bytes> enables{};

 private:
  /// Lives in the transaction, so a payload that dies must not delete it.
  struct EmbeddedOrigin : Origin {
    void free() override {}
  };
  struct OwnAtomic : AtomicRequest {
    void free() override {}
  };
  void set_up(tlm::tlm_command, std::uint64_t address, unsigned length);

  EmbeddedOrigin origin_;
  std::unique_ptr<OwnAtomic> atomic_;  ///< made for the first atomic
};

/// Lends transactions; one returns by itself when its last holder calls `release()`. Allocates only when
/// more are out than ever before. Must outlive the transactions that it lent.
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
