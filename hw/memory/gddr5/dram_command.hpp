// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tlm>
#include <vector>

namespace heddle {

enum class DramOp : std::uint8_t { activate, precharge, read, write, refresh };

constexpr std::string_view name_of(DramOp op) {
  constexpr std::string_view names[] = {"ACTIVATE", "PRECHARGE", "READ", "WRITE", "REFRESH"};
  return names[static_cast<unsigned>(op)];
}

/// What is on a DRAM's command bus. A read or write carries the bytes that are wanted of one burst, in a
/// payload whose address is (row x banks + bank) x row_bytes + column, so that a device which knows nothing
/// of rows can serve it. The other commands travel with TLM_IGNORE_COMMAND and no bytes; a refresh concerns
/// all banks.
class DramCommand : public tlm::tlm_extension<DramCommand> {
 public:
  DramOp op = DramOp::refresh;
  unsigned bank = 0;
  std::uint64_t row = 0;  ///< of a read or write: the one that the sender believes to be open
  unsigned column = 0;    ///< in bytes

  tlm::tlm_extension_base* clone() const override { return new DramCommand(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const DramCommand&>(other);
  }
};

/// A payload with a DramCommand of its own, and room for the byte enables of a burst.
class CommandPayload : public tlm::tlm_generic_payload {
 public:
  explicit CommandPayload(tlm::tlm_mm_interface& pool) : tlm_generic_payload(&pool) {
    set_extension<DramCommand>(&command);
  }
  /// The payload would free its extension after this one is gone.
  ~CommandPayload() override { clear_extension<DramCommand>(); }

  /// Makes it `op` without bytes.
  void set_up(DramOp op, unsigned bank, std::uint64_t row) {
    command.op = op;
    command.bank = bank;
    command.row = row;
    command.column = 0;
    set_command(tlm::TLM_IGNORE_COMMAND);
    set_data_ptr(nullptr);
    set_data_length(0);
    set_streaming_width(0);
    set_byte_enable_ptr(nullptr);
    set_byte_enable_length(0);
    set_dmi_allowed(false);
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  /// Makes it a read or write of `length` bytes at a column.
  void set_up_burst(DramOp op, unsigned bank, std::uint64_t row, unsigned column, unsigned char* data,
                    unsigned length) {
    set_up(op, bank, row);
    command.column = column;
    set_command(op == DramOp::read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    set_data_ptr(data);
    set_data_length(length);
    set_streaming_width(length);
  }

  struct Embedded : DramCommand {
    void free() override {}
  } command;
  unsigned char enables[128] = {};
  void* owner = nullptr;  ///< for the sender
};

/// Lends command payloads; one returns when its last holder releases it.
class CommandPool : public tlm::tlm_mm_interface {
 public:
  CommandPayload& acquire() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<CommandPayload>(*this));
      free_.push_back(all_.back().get());
    }
    CommandPayload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    return payload;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    free_.push_back(static_cast<CommandPayload*>(payload));
  }
  std::size_t lent() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<CommandPayload>> all_;
  std::vector<CommandPayload*> free_;
};

}  // namespace heddle
