// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/tandem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "models/host/fault.hpp"
#include "models/ptx/program/operand_source.hpp"
#include "models/ptx/text/joined_files.hpp"
#include "models/tandem/lane_exchange.hpp"

namespace heddle {
namespace {

constexpr RegisterId no_place = 0xffff;

}  // namespace

using ptx::Instruction;

void Tandem::begin_launch(const ptx::Kernel& kernel, const LaunchRequest& request, unsigned sms,
                          unsigned warps_per_sm) {
  kernel_ = &kernel;
  if (values_ != nullptr) cta_models_ = values_->of_launch(kernel);
  file_ = kernel.file;
  files_ = kernel.files;
  name_ = kernel.name;
  request_ = &request;
  sms_ = sms;
  warps_per_sm_ = warps_per_sm;
  warps_per_cta_ = warps_per_cta(request.cta);
  warps_.resize(std::size_t{sms} * warps_per_sm);
  ctas_.resize(sms);
  for (auto& slots : ctas_) slots.clear();
  global_.begin_launch();
  atomics_.clear();
  loads_ = {};
}

void Tandem::begin_cta(unsigned sm, unsigned slot, Dim3 id) {
  const Dim3& grid = request_->grid;
  Cta& cta = ctas_[sm][slot];
  cta.number = id.x + std::uint64_t{grid.x} * (id.y + std::uint64_t{grid.y} * id.z);
  cta.warps = warps_per_cta_;
  cta.first = slot * warps_per_cta_;
  cta.unfollowed = false;
  cta.barriers = CtaBarriers(warps_per_cta_);
  cta.clocks = BarrierClocks(warps_per_cta_);
  cta.shared.clear();
  cta.atomics.clear();
  cta.mbarriers = {};
  cta.results = cta_models_ ? cta_models_() : nullptr;
  if (cta.results) cta.results->begin_cta(0, warps_per_cta_);
  for (unsigned k = 0; k < warps_per_cta_; ++k) {
    TandemWarp& w = warp(sm, cta.first + k);
    w.context = warp_context(*request_, id, k);
    w.context.sm = sm;
    w.context.sm_count = sms_;
    w.context.slot = cta.first + k;
    w.live = true;
    w.sm = sm;
    w.slot = cta.first + k;
    w.cta_slot = slot;
    w.launched = launched_lanes(request_->cta, k);
    const auto first = static_cast<std::uint32_t>(cta.number * warps_per_cta_);
    w.agent = {.warp = first + k, .cta = static_cast<std::uint32_t>(cta.number), .first = first};
    show(cta, w);
    w.predicates.fill(0);
    w.predicate_defined.fill(0);
    w.stack = ptx::SimtStack(w.launched, kernel_->divergence == ptx::Divergence::threads);
    w.waiting = w.awaits_phase = false;
    w.alive = w.launched;
    w.registers.assign(kernel_->registers, {});
    w.defined.assign(kernel_->registers, 0);
    w.lost.assign(kernel_->registers, 0);
    w.local.assign(std::size_t{kernel_->local_bytes} * warp_size, std::byte{0});
    w.local_defined.assign(kernel_->local_bytes, 0);
    w.last.clear();
    w.executed = 0;
  }
}

void Tandem::end_cta(unsigned sm, unsigned slot) {
  Cta& cta = ctas_[sm].at(slot);
  for (unsigned k = 0; k < cta.warps; ++k) {
    TandemWarp& w = warp(sm, cta.first + k);
    if (!w.queue.empty())
      fail_tandem(*kernel_, w, w.queue.front(), {.what = "the CTA has ended, and this instruction has not"});
    if (!w.stack.done())
      fail_tandem(*kernel_, w, nullptr,
                  {.what = "the CTA has ended ahead of the warp's next instruction",
                   .expected = instruction_place(*kernel_, kernel_->code[w.stack.pc()])});
    check_final(w);
    w.live = false;
  }
  replay_atomics(cta);
}

TandemRecord& Tandem::issue(unsigned sm, unsigned slot) {
  if (free_.empty()) free_.push_back(&storage_.emplace_back());
  TandemRecord& r = *free_.back();
  free_.pop_back();
  r.reset();
  warp(sm, slot).queue.push_back(&r);
  return r;
}

TandemRecord& Tandem::record(unsigned sm, unsigned slot, std::uint64_t sequence) {
  TandemWarp& w = warp(sm, slot);
  for (TandemRecord* r : w.queue)
    if (r->sequence == sequence && r->kind == TandemRecord::Kind::instruction) return *r;
  fail_tandem(*kernel_, w, nullptr,
              {.what = "something happens to an instruction that is not under way",
               .got = fmt::format("number {} of SM {}", sequence, sm)});
}

void Tandem::advance(unsigned sm, unsigned slot) {
  TandemWarp& w = warp(sm, slot);
  while (!w.queue.empty() && step(w)) {
  }
}

void Tandem::final_register(unsigned sm, unsigned slot, unsigned r, RegisterId place,
                            const WarpRegister& value) {
  warp(sm, slot).last.push_back({r, place, value});
}

/// Compares the registers of a warp that has ended: a register that another warp has overwritten shows here
/// at the latest.
void Tandem::check_final(TandemWarp& w) {
  for (const TandemWarp::Final& f : w.last) {
    ++counts_.values;
    // Under a ResultModel the registers of lanes that have left the kernel are not defined.
    const LaneMask lanes = w.defined[f.reg] & (cta_of(w).results ? w.alive : w.launched);
    const unsigned lane = first_difference(w.registers[f.reg], f.value, lanes);
    if (lane != warp_size)
      fail_tandem(*kernel_, w, nullptr,
                  {.what = fmt::format("register {} (physical {}) when the warp has ended", f.reg, f.place),
                   .lane = lane,
                   .expected = fmt::format("{:#010x}", w.registers[f.reg][lane]),
                   .got = fmt::format("{:#010x}", f.value[lane]),
                   .reg = static_cast<int>(f.reg)});
  }
  w.last.clear();
}

/// Executes the oldest instruction of the warp that is still to be executed; returns false when it has to
/// wait.
bool Tandem::step(TandemWarp& w) {
  TandemRecord& r = *w.queue.front();
  if (assisted(w, r)) return true;
  if (w.waiting || r.pc >= kernel_->code.size() || !r.complete(kernel_->code[r.pc])) return false;
  const Instruction& i = kernel_->code[r.pc];
  if ((w.awaits_phase = awaits_phase(w, r, i))) return false;
  const auto differs = [&](const char* what, auto expected, auto got) {
    if (expected == got) return;
    fail_tandem(*kernel_, w, &r,
                {.what = what, .expected = fmt::format("{:#x}", expected), .got = fmt::format("{:#x}", got)});
  };
  if (w.stack.done())
    fail_tandem(*kernel_, w, &r, {.what = "an instruction is issued behind the warp's end"});
  if (w.stack.pc() != r.pc)
    fail_tandem(*kernel_, w, &r,
                {.what = "the warp goes on with this instruction",
                 .expected = instruction_place(*kernel_, kernel_->code[w.stack.pc()])});
  differs("the mask of active lanes", w.stack.active(), r.active);
  LaneMask lanes = ptx::guarded(i, w.predicates, w.stack.active());
  const LaneMask unset =
      i.guard < 0 ? 0 : w.stack.active() & ~w.predicate_defined[static_cast<unsigned>(i.guard)];
  if (unset != 0) {  // the guard may be anything there: the executor goes the way of the platform
    lanes = (lanes & ~unset) | (r.mask & unset);
    loads_.unset[i.line] += static_cast<unsigned>(std::popcount(unset));
  }
  differs("the mask of lanes that pass the guard", lanes, r.mask);
  ++counts_.instructions;
  w.context.cycle = &r.issued;
  w.alive = w.stack.alive();
  bind(w, i);
  observe(w, r);
  if (r.collects) execute(w, r, i);
  w.queue.pop_front();
  w.remember(r);
  free_.push_back(&r);
  if (i.control != ptx::Control::none)
    control(w, i, lanes);
  else
    w.stack.advance();
  if (i.memory.mbarrier != ptx::MbarrierAccess::none) advance_waiting(w);
  return true;
}

/// Compares the source operands, executes the instruction, and compares the results.
void Tandem::execute(TandemWarp& w, const TandemRecord& r, const Instruction& i) {
  const auto compare = [&](const char* what, unsigned reg, RegisterId place, LaneMask lanes,
                           const WarpRegister& expected, const WarpRegister& got) {
    ++counts_.values;
    const unsigned lane = first_difference(expected, got, lanes);
    if (lane != warp_size)
      fail_tandem(*kernel_, w, &r,
                  {.what = place == no_place ? fmt::format("{} register {}", what, reg)
                                             : fmt::format("{} register {} (physical {})", what, reg, place),
                   .lane = lane,
                   .expected = fmt::format("{:#010x}", expected[lane]),
                   .got = fmt::format("{:#010x}", got[lane]),
                   .reg = static_cast<int>(reg)});
  };
  const auto compare_mask = [&](const char* what, unsigned p, LaneMask lanes, LaneMask expected,
                                LaneMask got) {
    if (const LaneMask wrong = (expected ^ got) & lanes; wrong != 0)
      fail_tandem(*kernel_, w, &r,
                  {.what = fmt::format("{} predicate {}", what, p),
                   .lane = static_cast<unsigned>(std::countr_zero(wrong)),
                   .expected = fmt::format("{:#010x} in lanes {:#010x}", expected & lanes, lanes),
                   .got = fmt::format("{:#010x}", got & lanes)});
  };
  // Under a ResultModel only the active lanes' source values are defined.
  const bool changes = cta_of(w).results != nullptr;
  const LaneMask present = changes ? r.active : w.launched;
  LaneMask defined = all_lanes;
  for (unsigned k = 0; k < i.source_count; ++k) {
    const unsigned reg = i.sources[k];
    if (const LaneMask gone = r.mask & w.lost[reg]; gone != 0)
      fail_tandem(
          *kernel_, w, &r,
          {.what = fmt::format("source register {} has lost its value: its physical register was given "
                               "back too early",
                               reg),
           .lane = static_cast<unsigned>(std::countr_zero(gone)),
           .reg = static_cast<int>(reg)});
    compare("source", reg, no_place, present & w.defined[reg] & r.read, w.registers[reg], r.sources[k]);
    defined &= w.defined[reg];
  }
  for (unsigned k = 0; k < ptx::max_operands; ++k) {
    if (i.operand[k].kind != ptx::OperandRef::Kind::predicate) continue;
    const unsigned p = i.operand[k].index;
    compare_mask("source", p, w.launched & w.predicate_defined[p], w.predicates[p], r.predicate_sources[k]);
    defined &= w.predicate_defined[p];
  }
  if (i.control != ptx::Control::none) return;  // a barrier; control() completes it

  LaneMask defined_predicates = defined;
  if (i.exchanges_lanes) {
    const SettledLanes settled = settled_lanes(w, i, r.mask);
    defined = settled.registers;
    defined_predicates = settled.predicates;
  }
  for (unsigned k = 0; k < i.destination_count; ++k)
    operands_.destination.bind(k, w.registers[i.destinations[k]]);
  if (i.execute != nullptr) {
    operands_.barrier_result = w.context.barrier_result;
    ptx::execute(i, w.context, r.mask, operands_);
  } else {
    access(w, r, i);
    if (i.memory.store) return;
    defined = all_lanes;
    if (i.memory.space == ptx::Space::local || i.memory.space == ptx::Space::generic)
      defined = local_defined_;
  }
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned reg = i.destinations[k];
    const LaneMask known = defined & r.mask;
    compare("result in", reg, r.registers[k], known & (changes ? r.computing : all_lanes), w.registers[reg],
            r.delivered[k]);
    if (known != r.mask)  // lanes whose result is undefined take the platform's value
      for (unsigned lane = 0; lane < warp_size; ++lane)
        if (r.mask >> lane & ~(known >> lane) & 1) w.registers[reg][lane] = r.delivered[k][lane];
    if ((r.fresh >> k & 1) != 0) {
      w.lost[reg] |= w.defined[reg];
      w.defined[reg] = 0;
    }
    w.lost[reg] &= ~r.mask;
    w.defined[reg] = (w.defined[reg] & ~r.mask) | known;
  }
  change(w, r, i);
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned reg = i.destinations[k];
    compare("the file's", reg, r.registers[k], (changes ? w.alive : w.launched) & w.defined[reg],
            w.registers[reg], r.held[k]);
  }
  for (unsigned k = 0; k < i.predicate_count; ++k) {
    const unsigned p = i.predicate_destinations[k];
    compare_mask("result in", p, r.mask & defined_predicates, operands_.predicate[k], r.predicates[k]);
    w.predicate_defined[p] = (w.predicate_defined[p] & ~r.mask) | (r.mask & defined_predicates);
  }
  commit_predicates(i, operands_, r.mask, w.predicates);
}

/// Binds the source operands of the instruction to the warp's registers and predicates.
void Tandem::bind(TandemWarp& w, const Instruction& i) {
  for (unsigned k = 0; k < i.source_count; ++k) operands_.source.bind(k, w.registers[i.sources[k]]);
  collect_predicates(i, w.predicates, operands_);
  collect_constant(i, w.context, operands_);
}

/// Shows the instruction to the ResultModel of the CTA.
void Tandem::observe(TandemWarp& w, const TandemRecord& r) {
  if (ResultModel* const results = cta_of(w).results.get())
    results->observe(
        {*kernel_, r.pc, w.context.warp_id, r.mask, w.stack.active(), w.alive, operands_, r.setting});
}

/// Passes the exact results to the ResultModel, which replaces them by the values that it expects.
void Tandem::change(TandemWarp& w, const TandemRecord& r, const Instruction& i) {
  ResultModel* const results = cta_of(w).results.get();
  if (results == nullptr || r.mask == 0) return;
  if (i.destination_count != 0 && results->computing() != r.computing)
    fail_tandem(*kernel_, w, &r,
                {.what = "the mask of lanes that compute",
                 .expected = fmt::format("{:#x}", results->computing()),
                 .got = fmt::format("{:#x}", r.computing)});
  results->executed(operands_.destination);
}

std::string Tandem::place_of(std::uint32_t line) const {
  return files_ != nullptr ? files_->place_of(line) : fmt::format("{}:{}", file_, line);
}

void Tandem::end_launch(const std::function<void(std::uint64_t, std::span<std::byte>)>& read) {
  const auto fail = [&](std::uint32_t line, const std::string& what, std::string expected, std::string got) {
    throw Error({.place = line == 0 ? fmt::format("{}: kernel {}", file_, name_) : place_of(line),
                 .what = "check: " + what,
                 .value = std::move(got),
                 .legal = std::move(expected)});
  };
  for (const auto& [address, word] : atomics_.words()) {
    const std::string of = fmt::format("atomics on the word at {:#x}", address);
    if (word.served != word.executed)
      fail(word.line, "memory has served another number of " + of, fmt::format("{}", word.executed),
           fmt::format("{}", word.served));
    if (word.served_sum != word.executed_sum)
      fail(word.line, "memory has served other operands of " + of, "those of the instructions", "others");
    if (word.returned == word.served && word.returned_olds != word.served_olds)
      fail(word.line, "other values have come back from " + of, "those that memory gave", "others");
    for (const std::uint64_t value : word.unexplained)
      if (global_.check(address, std::as_bytes(std::span(&value, 1)).first(word.width), outsider) >
          LoadVerdict::possible)
        fail(word.line, of + " found a value that nobody has left there", "the one before it",
             fmt::format("{:#x}", value));
    std::array<std::byte, 8> bytes{};
    std::memcpy(bytes.data(), &word.value, word.width);
    if (!word.plain) global_.write(address, std::span(bytes).first(word.width), outsider, true);
  }
  std::array<std::byte, ShadowMemory::page_bytes> got;
  std::vector<std::uint64_t> pages;
  global_.for_each_written([&](std::uint64_t address, const ShadowMemory::View& page) {
    read(address, got);
    for (std::size_t k = 0; k < got.size(); ++k) {
      if (!page.written(k)) continue;
      std::uint64_t begin = 0;
      const bool atomic = atomics_.find(address + k, begin) != nullptr;
      const bool right = page.exact(k) ? got[k] == page.value(k) : atomic || page.possible(k, got[k]);
      if (!right)
        fail(0, fmt::format("memory at {:#x} after the launch", address + k),
             fmt::format("{:#04x}{}", std::to_integer<unsigned>(page.value(k)),
                         page.exact(k) ? "" : ", or another value that was written there"),
             fmt::format("{:#04x}", std::to_integer<unsigned>(got[k])));
    }
    pages.push_back(address);
  });
  for (const std::uint64_t address : pages) {  // after races, memory holds the right value
    read(address, got);
    global_.set(address, got);
  }
  count_launch();
}

void Tandem::count_launch() {
  counts_.loads.add(loads_);
  if (!counts_.worst || loads_.followed_share() < counts_.worst->loads.followed_share())
    counts_.worst = {file_, name_, loads_};
}

}  // namespace heddle
