// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <systemc>
#include <vector>

#include "hw/memory/gddr5/dram_command.hpp"
#include "hw/memory/gddr5/gddr5_config.hpp"
#include "hw/memory/sparse_memory.hpp"

namespace heddle {

/// One GDDR5 channel: banks with their open rows, and the bytes. A TLM-2.0 target of DramCommands, blocking
/// or not; each is answered at once (TLM_COMPLETED) with the annotated delay to the end of what it starts: of
/// a read's or write's data, of an activate, precharge or refresh.
///
/// A read or write acts on the row that is open in its bank. The bytes are read or stored when the command
/// comes and not when the data are due; commands to a bank are in order, so the result is the same. A command
/// that the state of the banks forbids gets TLM_COMMAND_ERROR_RESPONSE; timing is the sender's duty, which
/// ProtocolChecker watches. transport_dbg sees the bytes at addresses as in DramCommand.
class Gddr5Channel : public sc_core::sc_module {
 public:
  using Payload = tlm::tlm_generic_payload;
  tlm_utils::simple_target_socket<Gddr5Channel> socket{"socket"};

  Gddr5Channel(sc_core::sc_module_name name, const Gddr5Config& config);

  /// `see` gets each command when the bytes of a read are there and those of a write are still to be stored.
  void tap(std::function<void(Payload&, const DramCommand&)> see) { tap_ = std::move(see); }

 private:
  static constexpr std::uint64_t closed = ~std::uint64_t{0};

  tlm::tlm_sync_enum nb_transport_fw(Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  void b_transport(Payload&, sc_core::sc_time&);
  unsigned transport_dbg(Payload&);
  tlm::tlm_response_status perform(Payload&, const DramCommand&);
  tlm::tlm_response_status transfer(Payload&, const DramCommand&);
  unsigned cycles_of(DramOp op) const;

  const Gddr5Config config_;
  std::vector<std::uint64_t> open_row_;  // a bank each
  SparseMemory memory_;
  std::function<void(Payload&, const DramCommand&)> tap_;
};

}  // namespace heddle
