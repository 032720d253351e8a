// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/gpu.hpp"

#include <fmt/format.h>

#include "hw/gpu/timeline.hpp"
#include "hw/sim/failure.hpp"
#include "models/base/error.hpp"

namespace heddle {

Gpu::Gpu(sc_core::sc_module_name name, const GpuConfig& config, const Techniques& techniques,
         const BlockMaker& blocks, StatGroup& stats, unsigned threads)
    : sc_module(name),
      config_(config),
      core_("core", config.core_period_fs(), config.clocking(), threads),
      dispatcher_(core_, config),
      edges_(edges(techniques, blocks)),
      memory_("memory", {config.icnt, config.l2, config.dram, config.memory_mib << 20}, config.sms,
              config.clocking(), stats, edges_),
      livelocks_(dispatcher_),
      cycles_(
          stats.counter("cycles", "core cycles", "from the first CTA of a launch to its end, all launches")),
      unallocated_(stats.counter("unallocated_registers", "warp register cycles",
                                 "of one SM's file, that no CTA and no technique has when as many CTAs are "
                                 "resident as fit")) {
  const SmConfig sm_config = adapted(config.sm, techniques);
  file_ = sm_config.registers;
  std::vector<StatGroup*> groups;
  for (unsigned k = 0; k < config.sms; ++k) {
    const std::string sm = fmt::format("sm{}", k);
    StatGroup& group = stats.group(sm);
    groups.push_back(&group);
    const SmTechniqueParts parts{core_, rst_n_, blocks, group, sm_config};
    sms_.emplace_back(sm.c_str(), k, parts, techniques, edges_);
    sms_.back().port.socket().bind(memory_.sm(k));
    dispatcher_.add(sms_.back());
  }
  for (StreamingMultiprocessor& sm : sms_) livelocks_.add(sm);
  livelocks_.attach(core_);
  if (blocks.watcher != nullptr) core_.serialise("the pins of all their blocks are observed");
  if (blocks.rtl != nullptr) core_.serialise("blocks of them are RTL");
  for (const auto& t : techniques)
    if (t->shares_among_sms()) core_.serialise("they share parts of a technique");
  StatGroup& total = stats.total("sm_total", groups);
  static_cast<void>(total);
}

LineEdges Gpu::edges(const Techniques& techniques, const BlockMaker& blocks) {
  LineEdges edges = edges_of(techniques);
  edges.rst_n = &rst_n_;
  edges.blocks = blocks;
  edges.clocking = config_.clocking();
  edges.instructions = [this] { return thread_instructions(); };
  edges.use = [this](std::uint64_t address) { return use_of ? use_of(address) : LineUse{}; };
  return edges;
}

std::uint64_t Gpu::thread_instructions() const {
  std::uint64_t sum = 0;
  for (const StreamingMultiprocessor& sm : sms_) sum += sm.thread_instructions();
  return sum;
}

std::map<std::string, std::string> Gpu::files() const {
  std::map<std::string, std::string> texts;
  for (const auto& [name, text] : edges_.files) texts[name] = text();
  return texts;
}

/// Once, before anything else: sockets are bound only when the simulation has begun.
void Gpu::reset() {
  if (is_reset_) return;
  rst_n_.write(false);
  sc_core::sc_start(sc_core::sc_time::from_value(2 * config_.core_period_fs()));
  rst_n_.write(true);
  core_.settle();  // cycles of the reset belong to no launch
  is_reset_ = true;
}

void Gpu::run(const Launch& launch) {
  reset();
  began_fs_ = sc_core::sc_time_stamp().value();
  counted_cycles_ = 0;
  unallocated_now_ = file_ - launch.allocated_registers(file_);
  // The parameters that ld.param reads are written to memory as the host's copies are.
  if (!launch.request.arguments.empty()) write(Launch::parameter_address, launch.request.arguments);
  write(launch.code_at, std::as_bytes(std::span(launch.code.words())));
  dispatcher_.begin(launch);
  livelocks_.begin(launch);
  if (timeline_ != nullptr)
    timeline_->kernel_begins(launch.kernel->name, launch.request.grid, launch.request.cta);
  sc_core::sc_start();
  livelocks_.end();
  rethrow_failure();
  if (!dispatcher_.done())
    throw Error({.place = fmt::format("{}: kernel {}", launch.kernel->file, launch.kernel->name),
                 .what = "the simulation ran out of events before the launch ended"});
  if (timeline_ != nullptr) timeline_->kernel_ends();
  settle();
  for (const StreamingMultiprocessor& sm : sms_) sm.check_balance();
  memory_.check_balance();
}

void Gpu::settle() {
  core_.settle();
  memory_.settle();
  if (!is_reset_) return;  // cycles of the reset belong to no launch
  const std::uint64_t cycles = (sc_core::sc_time_stamp().value() - began_fs_) / config_.core_period_fs();
  cycles_ += cycles - counted_cycles_;
  unallocated_ += unallocated_now_ * (cycles - counted_cycles_);
  counted_cycles_ = cycles;
}

void Gpu::observe(SmObserver& observer) {
  for (StreamingMultiprocessor& sm : sms_) sm.observe(observer);
}

void Gpu::draw(Timeline& timeline) {
  timeline_ = &timeline;
  observe(timeline);
  const auto of_edge = [&timeline](EdgePlace place, unsigned k) {
    return [&timeline, place, k](const auto& payload, const auto& phase) {
      timeline.edge_request(place, k, payload, phase);
    };
  };
  for (unsigned k = 0; k < sms_.size(); ++k) {
    sms_[k].port.taps().add(
        [&timeline, k](const auto& payload, const auto& phase) { timeline.request(k, payload, phase); });
    sms_[k].port.edge().taps.add(of_edge(EdgePlace::sm, k));
  }
  for (unsigned k = 0; k < memory_.map().slices(); ++k) {
    memory_.slice(k).out.taps.add(
        [&timeline](const auto& payload, const auto& phase) { timeline.fetch(payload, phase); });
    memory_.slice(k).edge().taps.add(of_edge(EdgePlace::l2, k));
    memory_.dram().controller_of(k).edge().taps.add(of_edge(EdgePlace::controller, k));
  }
}

LaunchProgress Gpu::progress() const {
  LaunchProgress p = dispatcher_.progress();
  p.cycles = (sc_core::sc_time_stamp().value() - began_fs_) / config_.core_period_fs();
  for (const StreamingMultiprocessor& sm : sms_) p.warp_instructions += sm.warp_instructions();
  return p;
}

void Gpu::copy(tlm::tlm_command command, std::uint64_t address, std::byte* data, std::size_t size) {
  constexpr std::size_t most = 1 << 30;  // a payload's length has 32 bits
  for (; size > most; address += most, data += most, size -= most) copy(command, address, data, most);
  reset();
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(size));
  payload.set_streaming_width(static_cast<unsigned>(size));
  if (sms_.front().port.socket()->transport_dbg(payload) != size)
    throw Error(
        {.place = name(), .what = "memory did not take a copy", .value = fmt::format("{} bytes", size)});
}

void Gpu::write(std::uint64_t address, std::span<const std::byte> from) {
  copy(tlm::TLM_WRITE_COMMAND, address, const_cast<std::byte*>(from.data()), from.size());
}

void Gpu::read(std::uint64_t address, std::span<std::byte> to) {
  copy(tlm::TLM_READ_COMMAND, address, to.data(), to.size());
}

}  // namespace heddle
