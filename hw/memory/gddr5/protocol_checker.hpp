// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <string>
#include <systemc>
#include <vector>

#include "hw/memory/gddr5/dram_command.hpp"
#include "hw/memory/gddr5/gddr5_config.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// Stands in the connection between a controller and a DRAM device, passes everything on, and throws Error
/// for any command that breaks the device's rules: its timings, the state of its banks, one command a cycle,
/// no two bursts on the data bus at once. It derives all of that from the commands and their times alone, so
/// it knows nothing of who sends them. Precharging a closed bank is legal and does nothing.
class ProtocolChecker : public sc_core::sc_module {
 public:
  using Payload = tlm::tlm_generic_payload;
  tlm_utils::simple_target_socket<ProtocolChecker> from_controller{"from_controller"};
  tlm_utils::simple_initiator_socket<ProtocolChecker> to_device{"to_device"};

  ProtocolChecker(sc_core::sc_module_name name, const Gddr5Config& config);

  std::uint64_t commands() const { return commands_; }

 private:
  /// When something happened last; `never` before it did.
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycle activate = never, precharge = never, read = never, write = never;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&);
  void b_transport(Payload&, sc_core::sc_time&);
  unsigned transport_dbg(Payload&);
  void check(const Payload&, const sc_core::sc_time& delay);
  void check_activate(const DramCommand&, Cycle now);
  void check_precharge(const DramCommand&, Cycle now);
  void check_burst(const DramCommand&, Cycle now);
  void check_refresh(const DramCommand&, Cycle now);
  /// `now` must be at least `distance` after `then`.
  void require(const DramCommand&, Cycle now, Cycle then, unsigned distance, const char* timing) const;
  [[noreturn]] void refuse(const DramCommand&, std::string what, std::string value = "",
                           std::string legal = "") const;

  const Gddr5Config config_;
  std::vector<Bank> banks_;
  std::vector<Cycle> in_group_;  // last read or write of each bank group
  Cycle activate_ = never, read_ = never, write_ = never, refresh_ = never, command_ = never;
  Cycle data_end_ = 0;
  std::uint64_t commands_ = 0;
};

}  // namespace heddle
