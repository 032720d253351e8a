// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/virtual_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "hw/register_virtualization/register_demand.hpp"
#include "hw/sim/block_entry.hpp"
#include "hw/sim/failure.hpp"
#include "hw/sm/banks/bank_ports.hpp"
#include "hw/sm/banks/bank_power.hpp"
#include "hw/sm/issue/issue_station.hpp"
#include "hw/sm/launch/launch.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "hw/sm/sm_waits.hpp"

namespace heddle {
namespace {

void raise(Counter& most, std::uint64_t value) { most += value - std::min(value, most.value()); }

}  // namespace

VirtualRegisters::VirtualRegisters(sc_core::sc_module_name name, const RegisterVirtualizationConfig& config,
                                   const SmTechniqueParts& parts)
    : sc_module(name),
      config_(config),
      flags_({config.flag_entries}, parts),
      renaming_(config.registers, {config.table_entries(), config.table_ports},
                {config.registers, parts.config.power_gate.rows_per_domain}, parts),
      freed_(renaming_.unmapped(), parts),
      releases_(renaming_, freed_, parts),
      spills_(renaming_, releases_, parts),
      throttle_(make_block<CtaThrottle>("cta_throttle", {config.guaranteed_ctas}, parts.blocks)),
      throttled_cycles_(stats_of(parts).counter("throttled_cycles", "cycles",
                                                "in which CTAs were held back, so that others can finish")),
      live_cycles_(stats_of(parts).counter("live_register_cycles", "warp register cycles",
                                           "registers that are mapped, in each cycle")),
      most_live_(stats_of(parts).counter("live_registers_most", "warp registers",
                                         "registers that are mapped at one time, at most")),
      claimed_registers_(stats_of(parts).counter("registers_claimed", "warp registers",
                                                 "that warps of the same time would have without renaming, "
                                                 "at most")),
      claimed_cycles_(stats_of(parts).counter("claimed_register_cycles", "warp register cycles",
                                              "registers that the warps would have without renaming, in each "
                                              "cycle")),
      instructions_(stats_of(parts).counter("static_instructions", "instructions",
                                            "of the kernels that ran, each once")),
      flag_instructions_(stats_of(parts).counter("static_flag_instructions", "pir and pbr",
                                                 "in the code of the kernels that ran, each once")) {
  stats_of(parts).counter("table_bytes", "bytes", "of the renaming tables") += config.table_bytes;
  stats_of(parts).counter("flag_entries", "entries", "of the release flag caches") += config.flag_entries;
  releases_.unmapped = [this](unsigned w, unsigned r, RegisterId reg) { unmapped(w, r, reg); };
  throttle_->io.clk(parts.clock);
  throttle_->io.rst_n(parts.rst_n);
  throttle_->io.launch.port(launch_pins_);
  throttle_->io.cta.port(cta_pins_);
  throttle_->io.change.port(change_pins_);
  throttle_->io.allowed.port(allowed_pins_);
  SC_HAS_PROCESS(VirtualRegisters);
  SC_METHOD(between_edges);
  dont_initialize();
  sensitive << edge_;
}

void VirtualRegisters::attach(SmHooks& hooks, const SmStations& stations) {
  hooks.hold(static_cast<FetchHook&>(*this));
  hooks.hold(static_cast<RegisterMapper&>(*this));
  hooks.add(static_cast<IssueGate&>(*this));
  hooks.add(static_cast<InstructionSource&>(*this));
  allowed_pins_.add_reader(stations.sm);
  warps_ = &stations.warps;
  collectors_ = &stations.collectors;
  ports_ = &stations.ports;
  issue_ = &stations.issue;
  events_ = &stations.events;
  power_ = stations.power;
  releases_.attach(stations.warps);
}

void VirtualRegisters::begin(const Launch& launch, const KernelPlan* own) {
  const auto& planned = static_cast<const VirtualRegisterPlan&>(*own);
  const ReleasePlan& plan = planned.release;
  warps_per_cta_ = launch.warps_per_cta;
  resident_ctas_ = launch.resident_ctas();
  fixed_ = plan.exempt;
  claim_of_cta_ = launch.warps_per_cta * launch.kernel->registers;
  flags_.begin(launch.code.identity());
  if (codes_.insert(launch.code.identity()).second) {
    instructions_ += launch.kernel->code.size();
    if (plan.in_code) flag_instructions_ += plan.program.pirs() + plan.program.pbrs();
  }
  const RegisterDemand demand(*launch.kernel, plan.exempt, launch.warps_per_cta, resident_ctas_,
                              config_.registers);
  renaming_.begin(launch.kernel->registers, plan.exempt, resident_ctas_ * launch.warps_per_cta,
                  demand.capacity);
  releases_.begin(plan);
  spills_.begin(plan, planned.spill_offset);
  warp_claims_ = demand.of_warp;
  launch_ = {{.most = demand.of_cta, .margin = demand.margin(), .capacity = demand.balance_capacity}, true};
}

void VirtualRegisters::cta_begins(unsigned slot) {
  cta_.payload.started = static_cast<CtaSet>(cta_.payload.started | 1u << slot);
  renaming_.start_warps(slot * warps_per_cta_, warps_per_cta_);
  raise(claimed_registers_, ++resident_ * claim_of_cta_);
}

void VirtualRegisters::cta_ends(unsigned slot) {
  cta_.payload.ended = static_cast<CtaSet>(cta_.payload.ended | 1u << slot);
  --resident_;
}

void VirtualRegisters::fetching(unsigned w, std::uint32_t first, std::span<const std::uint64_t> words) {
  flags_.probe(w, first, words.size());
  if (metadata_of(words.front()) == Metadata::pbr) releases_.fetching(w, words.front());
}

FetchHook::Use VirtualRegisters::decoded(unsigned w, std::uint32_t word, std::uint64_t bits, bool first) {
  switch (metadata_of(bits)) {
    case Metadata::pbr:
      if (!first) return Use::next_fetch;
      releases_.branch(w);
      return Use::done;
    case Metadata::pir:
      flags_.decoded(w, word, bits);
      return Use::done;
    default:
      return Use::unknown;
  }
}

void VirtualRegisters::enter(InFlight& f) {
  const RenameStage::Claims claims = renaming_.enter(f);
  BalanceChanges& c = change_.payload;
  const unsigned slot = issued_++, cta = cta_of(f.warp);
  c.claim_ctas[slot] = static_cast<std::uint8_t>(cta);
  for (unsigned k = 0; k < claims.count; ++k) {
    const unsigned lane = slot * ptx::max_destinations + k;
    c.claimed.value |= static_cast<std::uint8_t>(1u << lane);
    c.claim_clusters[lane] = claims.clusters[k];
    events_->notify(&SmObserver::register_lives, f.warp, claims.registers[k]);
  }
  releases_.written(f.warp,
                    set_of(std::span(f.instruction->destinations).first(f.instruction->destination_count)));
  live_ += claims.count;
  raise(most_live_, live_);
}

bool VirtualRegisters::ended(unsigned w) {
  if (!releases_.decoded(w)) return false;
  // The throttle has counted the last registers of a CTA before the CTA ends.
  if (renaming_.mapped(w) == 0) return (unmapped_ >> w & 1) == 0;
  releases_.empty(w);
  return false;
}

/// The warps of CTAs that may issue, but those whose registers are in memory.
void VirtualRegisters::open_gate() {
  const std::uint32_t ctas = allowed_pins_.shown().payload.ctas;
  const WarpMask of_cta = warps_per_cta_ == 64 ? ~WarpMask{0} : (WarpMask{1} << warps_per_cta_) - 1;
  WarpMask warps = 0;
  for (unsigned slot = 0; slot < resident_ctas_; ++slot)
    if (ctas >> slot & 1) warps |= of_cta << slot * warps_per_cta_;
  set_open(warps & ~spills_.held());
}

const OfferedInstruction* VirtualRegisters::offer() {
  if (!spills_.active()) return nullptr;
  const OfferedInstruction* offered = room() ? spills_.offer() : nullptr;
  if (offered == nullptr) look_at_warps();
  return offered;
}

/// Tells the spill unit who waits for what, behind the issue of a cycle. Registers on their way back may be
/// what a starved warp waits for.
void VirtualRegisters::look_at_warps() {
  SpillStage::WarpsNow now;
  WarpMask present = 0;
  const WarpMask could = issue_->could_issue();
  now.starved = issue_->starved();
  for (unsigned w = 0; w < warps_->size(); ++w) {
    const Warp& warp = (*warps_)[w];
    if (!warp.live) continue;
    const WarpMask bit = WarpMask{1} << w;
    present |= bit;
    if (renaming_.mapped(w) != 0) now.resident |= bit;
    if (warp.at_barrier) now.waiting |= bit;
    if (warp.quiet() && !warp.withdrawn.any() && !warp.program.buffer.empty() && warp.unsent == 0)
      now.settled |= bit;
  }
  now.quiet = present != 0 && could == now.starved && now.settled == present &&
              (present & ~(now.starved | now.waiting | spills_.held())) == 0 && freed_.size() == 0 &&
              !renaming_.busy() && !releases_.busy();
  spills_.see(now, renaming_.left() >= warp_claims_);
}

RegisterId VirtualRegisters::freed() {
  if (freed_.size() == 0) return no_register;
  const RegisterId reg = freed_.front();
  if (reg >= config_.registers)
    throw Error({.place = name(),
                 .what = "freed_register_queue: a register is freed that the file does not have",
                 .value = std::to_string(reg),
                 .legal = fmt::format("0 to {}", config_.registers - 1)});
  if (!renaming_.free(reg)) return no_register;
  freed_.pop();
  return reg;
}

/// From now on the throttle counts the register as free.
void VirtualRegisters::unmapped(unsigned w, unsigned r, RegisterId reg) {
  BalanceChanges& c = change_.payload;
  const auto lane = static_cast<unsigned>(std::countr_one(c.released.value));
  c.released.value |= static_cast<std::uint8_t>(1u << lane);
  c.release_ctas[lane] = static_cast<std::uint8_t>(cta_of(w));
  c.release_clusters[lane] = static_cast<std::uint8_t>(cluster_of(reg));
  unmapped_ |= WarpMask{1} << w;
  --live_;
  events_->notify(&SmObserver::register_dies, w, r);
}

void VirtualRegisters::begin_cycle() {
  if (power_ != nullptr) renaming_.powered(power_->gated());
  cta_ = {};
  change_ = {};
  issued_ = 0;
  throttled_ = allowed_pins_.shown().payload.throttled;
  for (WarpMask rest = std::exchange(unmapped_, 0); rest != 0; rest &= rest - 1)
    warps_->changed(static_cast<unsigned>(std::countr_zero(rest)));
  flags_.begin_cycle();
  renaming_.begin_cycle();
  freed_.begin_cycle();
  releases_.begin_cycle();
  spills_.begin_cycle();
  open_gate();
}

void VirtualRegisters::end_cycle() {
  releases_.give_back();
  flags_.end_cycle();
  renaming_.end_cycle();
  freed_.end_cycle();
  releases_.end_cycle();
  spills_.end_cycle();
  if (renaming_.looks_up()) notify_after_edge(edge_);
  launch_pins_.write(launch_);
  cta_pins_.write(cta_);
  change_pins_.write(change_);
  told_ = launch_.valid || cta_.payload != CtaChanges{} || change_.payload.claimed.value != 0 ||
          change_.payload.released.value != 0;
  launch_.valid = false;
}

/// Behind each edge while instructions look their registers up: those whose sources the table's register
/// shows now request them of the banks at the next edge.
void VirtualRegisters::between_edges() {
  try {
    renaming_.take_lookups();
  } catch (...) {
    return fail(std::current_exception());
  }
  if (renaming_.starting().empty()) return;
  ports_->add([this](ArbiterRequests& requests) {
    for (const InFlight* f : renaming_.starting()) collectors_->request_first(*f, requests);
  });
}

void VirtualRegisters::credit(Cycle elapsed) {
  live_cycles_ += elapsed * live_;
  claimed_cycles_ += elapsed * resident_ * claim_of_cta_;
  if (throttled_) throttled_cycles_ += elapsed;
}

void VirtualRegisters::check_balance(const Balance& balance) const {
  balance.none("registers that are mapped", live_);
  balance.none("physical registers on their way back", freed_.size());
  balance.none("resident CTAs", resident_);
  renaming_.check_balance(balance);
}

/// A register is released when a warp that has some goes on, or when an instruction in memory gets its bytes.
/// While registers are being released or spilled, nothing waits for ever.
void VirtualRegisters::waits(SmWaits& waits) const {
  if (told_ || spills_.active() || freed_.size() != 0 || freed_.busy() || renaming_.busy() ||
      releases_.busy())
    return;
  const WarpMask open_warps = open();
  // A message names the first holder: a warp that may not issue tells more.
  std::vector<unsigned> order;
  for (const WarpMask side : {~open_warps, open_warps})
    for (unsigned w = 0; w < warps_->size(); ++w)
      if (side >> w & 1) order.push_back(w);
  std::vector<SmWaits::Node> claiming;  // warps of CTAs that may issue, and instructions in memory
  for (const unsigned w : order) {
    if (!(*warps_)[w].live) continue;
    if (!waits.rests(w)) return;
    if (open_warps >> w & 1) claiming.push_back(waits.warp(w));
  }
  const std::vector<SmWaits::Node> loads = waits.in_memory();
  claiming.insert(claiming.end(), loads.begin(), loads.end());
  for (const unsigned w : order) {
    if (!(*warps_)[w].live) continue;
    if (issue_->starved() >> w & 1) {
      std::vector<SmWaits::Node> holders;
      for (const unsigned v : order)
        if (v != w && renaming_.mapped(v) != 0) holders.push_back(waits.warp(v));
      holders.insert(holders.end(), loads.begin(), loads.end());
      waits.graph.wait(waits.warp(w), "a physical register", std::move(holders));
    } else if ((open_warps >> w & 1) == 0 && !claiming.empty()) {
      waits.graph.wait(waits.warp(w), "its CTA's turn to claim physical registers", claiming);
    }
  }
}

bool VirtualRegisters::busy() const {
  return told_ || freed_.busy() || flags_.busy() || renaming_.busy() || releases_.busy() ||
         (spills_.active() && resident_ != 0);
}

}  // namespace heddle
