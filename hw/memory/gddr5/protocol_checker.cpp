// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/gddr5/protocol_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace heddle {

ProtocolChecker::ProtocolChecker(sc_core::sc_module_name name, const Gddr5Config& config)
    : sc_module(name), config_(config), banks_(config.banks), in_group_(config.bank_groups, never) {
  from_controller.register_nb_transport_fw(this, &ProtocolChecker::nb_transport_fw);
  from_controller.register_b_transport(this, &ProtocolChecker::b_transport);
  from_controller.register_transport_dbg(this, &ProtocolChecker::transport_dbg);
  to_device.register_nb_transport_bw(this, &ProtocolChecker::nb_transport_bw);
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) check(payload, delay);
  return to_device->nb_transport_fw(payload, phase, delay);
}

void ProtocolChecker::b_transport(Payload& payload, sc_core::sc_time& delay) {
  check(payload, delay);
  to_device->b_transport(payload, delay);
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  return from_controller->nb_transport_bw(payload, phase, delay);
}

unsigned ProtocolChecker::transport_dbg(Payload& payload) { return to_device->transport_dbg(payload); }

void ProtocolChecker::refuse(const DramCommand& command, std::string what, std::string value,
                             std::string legal) const {
  const std::string bank = command.op == DramOp::refresh ? "" : fmt::format(" of bank {}", command.bank);
  throw Error({.place = name(),
               .what = fmt::format("{}{} {}", name_of(command.op), bank, what),
               .value = std::move(value),
               .legal = std::move(legal)});
}

void ProtocolChecker::require(const DramCommand& command, Cycle now, Cycle then, unsigned distance,
                              const char* timing) const {
  if (then == never || now >= then + distance) return;
  const auto cycles = [](Cycle n) { return fmt::format("{} cycle{}", n, n == 1 ? "" : "s"); };
  const Cycle passed = now - then;
  refuse(command, fmt::format("comes {} too early for {}", cycles(distance - passed), timing), cycles(passed),
         fmt::format("{}, or more", cycles(distance)));
}

void ProtocolChecker::check(const Payload& payload, const sc_core::sc_time& delay) {
  const DramCommand* command = payload.get_extension<DramCommand>();
  if (command == nullptr)
    throw Error({.place = name(), .what = "a payload on the command bus has no DramCommand"});
  const Cycle now = (sc_core::sc_time_stamp() + delay).value() / config_.period_fs();
  if (command_ != never && now <= command_)
    refuse(*command, "comes in the cycle of another command", fmt::format("cycle {}", now),
           "one command a cycle");
  if (command->op != DramOp::refresh && command->bank >= config_.banks)
    refuse(*command, "names a bank that is not there", std::to_string(command->bank),
           fmt::format("0 .. {}", config_.banks - 1));
  require(*command, now, refresh_, config_.t_rfc, "tRFC");
  switch (command->op) {
    case DramOp::activate:
      check_activate(*command, now);
      break;
    case DramOp::precharge:
      check_precharge(*command, now);
      break;
    case DramOp::read:
    case DramOp::write:
      check_burst(*command, now);
      break;
    case DramOp::refresh:
      check_refresh(*command, now);
      break;
  }
  command_ = now;
  ++commands_;
}

void ProtocolChecker::check_activate(const DramCommand& command, Cycle now) {
  Bank& bank = banks_[command.bank];
  if (bank.open) refuse(command, "finds a row open", fmt::format("row {}", bank.row), "a closed bank");
  require(command, now, bank.activate, config_.t_rc, "tRC");
  require(command, now, bank.precharge, config_.t_rp, "tRP");
  require(command, now, activate_, config_.t_rrd, "tRRD");
  if (config_.refresh) {
    // JEDEC allows at most eight refreshes to be postponed for every DRAM of this kind.
    const Cycle since = refresh_ == never ? now : now - refresh_;
    if (since > 9ull * config_.t_refi)
      refuse(command, "comes though a refresh is overdue", fmt::format("{} cycles since the last", since),
             fmt::format("at most 9 x tREFI = {}", 9ull * config_.t_refi));
  }
  bank.open = true;
  bank.row = command.row;
  bank.activate = activate_ = now;
}

void ProtocolChecker::check_precharge(const DramCommand& command, Cycle now) {
  Bank& bank = banks_[command.bank];
  if (!bank.open) return;
  require(command, now, bank.activate, config_.t_ras, "tRAS");
  require(command, now, bank.read, config_.t_rtp, "tRTP");
  require(command, now, bank.write, config_.t_wl + config_.burst_cycles() + config_.t_wr, "tWR");
  bank.open = false;
  bank.precharge = now;
}

void ProtocolChecker::check_burst(const DramCommand& command, Cycle now) {
  Bank& bank = banks_[command.bank];
  const bool read = command.op == DramOp::read;
  const unsigned burst = config_.burst_cycles();
  if (!bank.open) refuse(command, "finds its bank closed");
  if (bank.row != command.row)
    refuse(command, "is meant for a row that is not open", fmt::format("row {}", command.row),
           fmt::format("row {}", bank.row));
  require(command, now, bank.activate, config_.t_rcd, "tRCD");
  if (read) {
    require(command, now, write_, config_.t_wl + burst + config_.t_cdlr, "tCDLR");
  } else {
    const unsigned turn = config_.t_cl + burst + config_.t_rtw;
    require(command, now, read_, turn > config_.t_wl ? turn - config_.t_wl : 0, "tRTW");
  }
  require(command, now, read_, config_.t_ccd, "tCCD");
  require(command, now, write_, config_.t_ccd, "tCCD");
  Cycle& in_group = in_group_[config_.group_of(command.bank)];
  require(command, now, in_group, config_.t_ccdl, "tCCDL");
  const Cycle data = now + (read ? config_.t_cl : config_.t_wl);
  if (data < data_end_)
    refuse(command, "moves data while another burst is on the bus", fmt::format("from cycle {}", data),
           fmt::format("from cycle {}", data_end_));
  data_end_ = data + burst;
  in_group = now;
  (read ? bank.read : bank.write) = now;
  (read ? read_ : write_) = now;
}

void ProtocolChecker::check_refresh(const DramCommand& command, Cycle now) {
  for (std::size_t b = 0; b < banks_.size(); ++b) {
    const Bank& bank = banks_[b];
    if (bank.open) refuse(command, "finds a bank open", fmt::format("bank {}", b), "all banks closed");
    require(command, now, bank.precharge, config_.t_rp, "tRP");
    require(command, now, bank.activate, config_.t_rc, "tRC");
  }
  refresh_ = now;
}

}  // namespace heddle
