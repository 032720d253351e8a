// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/transaction.hpp"

namespace heddle {

Transaction::Transaction(tlm::tlm_mm_interface& pool) : tlm_generic_payload(&pool) {
  set_data_ptr(data.data());
  set_extension<Origin>(&origin_);
  set_extension<CarriedFormat>(&format_);
  set_extension<RefusedPart>(&part_);
  set_extension<EncodedCopy>(&encoded_);
}

void Transaction::set_up(tlm::tlm_command command, std::uint64_t address, unsigned length) {
  set_command(command);
  set_address(address);
  set_data_length(length);
  set_streaming_width(length);
  set_byte_enable_ptr(nullptr);
  set_byte_enable_length(0);
  set_dmi_allowed(false);
  set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  clear_extension<AtomicRequest>();
  format_.format() = {};
  format_.undecided = false;
  format_.stored_as.reset();
  format_.version = 0;
  part_.state = RefusedPart::State::none;
  encoded_.state = EncodedCopy::State::none;
  origin_.kind = OriginKind::program;
}

AtomicRequest& Transaction::set_up_atomic(std::uint64_t address, unsigned length) {
  set_up(tlm::TLM_IGNORE_COMMAND, address, length);
  if (!atomic_) atomic_ = std::make_unique<OwnAtomic>();
  atomic_->count = 0;
  set_extension<AtomicRequest>(atomic_.get());
  return *atomic_;
}

Transaction& TransactionPool::acquire() {
  if (free_.empty()) free_.push_back(&all_.emplace_back(*this));
  Transaction& transaction = *free_.back();
  free_.pop_back();
  transaction.acquire();
  return transaction;
}

void TransactionPool::free(tlm::tlm_generic_payload* payload) {
  free_.push_back(static_cast<Transaction*>(payload));
}

}  // namespace heddle
