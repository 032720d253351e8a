// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/compare/lockstep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

constexpr std::size_t shown_stimuli = 4;
/// Long enough for an offset to show itself; half of what is recorded lies before the mismatch.
constexpr std::uint64_t window_cycles = 256, wave_tail = Recorder::depth / 2;
constexpr std::uint64_t drain_cycles = TransactionMatcher::patience + 32;
constexpr std::uint64_t enough_transactions = 8;

std::vector<RecordedChannel> recorded(const std::vector<LockstepChannel>& channels) {
  std::vector<RecordedChannel> all;
  for (const LockstepChannel& c : channels)
    if (!c.rtl) all.push_back({"", &c.layout, c.model->value(), {}});
  for (const LockstepChannel& c : channels)
    if (c.rtl) all.push_back({"model", &c.layout, c.model->value(), {}});
  std::size_t twin = static_cast<std::size_t>(
      std::count_if(channels.begin(), channels.end(), [](const LockstepChannel& c) { return !c.rtl; }));
  for (const LockstepChannel& c : channels)
    if (c.rtl) all.push_back({"rtl", &c.layout, c.rtl->value(), twin++});
  return all;
}

std::vector<const PinLayout*> input_layouts(const std::vector<LockstepChannel>& channels) {
  std::vector<const PinLayout*> all;
  for (const LockstepChannel& c : channels)
    if (!c.rtl) all.push_back(&c.layout);
  return all;
}

}  // namespace

Lockstep::Lockstep(const LockstepPlan& plan, std::vector<LockstepChannel>& channels,
                   sc_core::sc_signal_inout_if<bool>& rst_n, BlockBench& bench, BlockCoverage& coverage,
                   const std::string& complaint)
    : plan_(plan),
      rst_n_(rst_n),
      bench_(bench),
      coverage_(coverage),
      complaint_(complaint),
      random_(plan.seed),
      recorder_(recorded(channels)),
      trace_(input_layouts(channels)) {
  for (LockstepChannel& c : channels) {
    if (c.rtl) {
      outputs_.push_back({&c.layout, c.model->value(), c.rtl->value(), TransactionMatcher(c.layout)});
      model_outputs_.push_back(c.model->value());
    } else {
      next_inputs_.push_back(c.model->staged());
      inputs_.push_back(c.model->value());
      input_nets_.push_back(c.model.get());
    }
  }
}

void Lockstep::start() {
  state_ = State::running;
  reset_left_ = 3;
  until_reset_ = 50;
  wake();
}

Cycle Lockstep::tick(Cycle now) {
  if (state_ == State::idle) return never;
  ++cycle_;
  const bool rst_n = rst_n_.read();
  // Ahead of the first edge the outputs say nothing yet.
  const bool equal = cycle_ == 1 || same();
  if (!mismatch_ || cycle_ <= mismatch_->cycle + wave_tail) recorder_.record(cycle_, rst_n, equal);
  if (!complaint_.empty())
    found(complaint_, {});
  else if (plan_.transactions || state_ == State::window)
    compare_transactions();
  else if (!equal)
    differ();
  coverage_.observe(inputs_, model_outputs_, rst_n);
  if (plan_.checksum && cycle_ > 1) sum_up();
  drive();
  advance();
  return state_ == State::idle ? never : now + 1;
}

bool Lockstep::same() const {
  for (const Output& o : outputs_)
    if (!o.layout->equal(o.model, o.rtl)) return false;
  return true;
}

void Lockstep::differ() {
  std::vector<PinDifference> pins;
  for (const Output& o : outputs_) {
    if (o.layout->equal(o.model, o.rtl)) continue;
    for (PinDifference& d : differences(*o.layout, o.model, o.rtl)) pins.push_back(std::move(d));
  }
  found("", std::move(pins));
  compare_transactions();  // the window begins with this cycle
}

void Lockstep::compare_transactions() {
  using Finding = TransactionMatcher::Finding;
  for (Output& o : outputs_) {
    const Finding finding = o.matcher.see(cycle_, o.model, o.rtl);
    if (finding == Finding::none || mismatch_) continue;
    const auto& m = o.matcher.model();
    const auto& r = o.matcher.rtl();
    if (finding == Finding::missing)
      found(m.value.empty()
                ? fmt::format("{}: the RTL does something at cycle {} that the model does not do within {} "
                              "cycles",
                              o.layout->channel(), r.cycle, TransactionMatcher::patience)
                : fmt::format("{}: the RTL does not do within {} cycles what the model does at cycle {}",
                              o.layout->channel(), TransactionMatcher::patience, m.cycle),
            {});
    else if (finding == Finding::latency)
      found(
          fmt::format("{}: the RTL is {} cycles later than the model, and was {} cycles later before",
                      o.layout->channel(), static_cast<std::int64_t>(r.cycle - m.cycle), *o.matcher.offset()),
          {});
    else
      found(fmt::format("{}: what the model does at cycle {} and the RTL at cycle {}", o.layout->channel(),
                        m.cycle, r.cycle),
            differences(*o.layout, m.value.data(), r.value.data()));
  }
}

void Lockstep::found(std::string reason, std::vector<PinDifference> pins) {
  if (mismatch_) return;
  mismatch_ = Mismatch{cycle_, std::move(reason), std::move(pins),
                       last_stimuli(recorder_, cycle_ - bench_.latency(), shown_stimuli)};
  // Go on for a while: the wave shows what follows, and a constant offset needs some transactions to be seen.
  left_ = plan_.transactions || !complaint_.empty() ? wave_tail : window_cycles;
  state_ = State::window;
}

std::optional<std::int64_t> Lockstep::offset() const {
  std::optional<std::int64_t> common;
  std::uint64_t matched = 0;
  for (const Output& o : outputs_) {
    if (o.matcher.finding() != TransactionMatcher::Finding::none) return std::nullopt;
    if (!o.matcher.offset()) continue;
    if (common.value_or(*o.matcher.offset()) != *o.matcher.offset()) return std::nullopt;
    common = o.matcher.offset();
    matched += o.matcher.matched();
  }
  return matched >= enough_transactions ? common : std::nullopt;
}

void Lockstep::sum_up() {
  for (Output& o : outputs_) {
    if (o.layout->valid(o.model)) checksum_ = o.layout->mix(checksum_, cycle_, o.model);
  }
}

/// Some resets follow each other closely; some come only when counters have run over and tables are full.
unsigned Lockstep::draw_until_reset() {
  switch (random_.below(16)) {
    case 0:
      return random_.below(4);
    case 1:
      return random_.below(20'000);
    default:
      return 100 + random_.below(400);
  }
}

bool Lockstep::resetting() {
  if (reset_left_ > 0) return --reset_left_ > 0;
  if (state_ != State::running) return false;
  if (until_reset_ > 0) {
    --until_reset_;
    return false;
  }
  if (plan_.transactions && quiet_left_ == 0) {
    quiet_left_ = drain_cycles;
    return false;
  }
  if (quiet_left_ > 1) {
    --quiet_left_;
    return false;
  }
  quiet_left_ = 0;
  until_reset_ = draw_until_reset();
  reset_left_ = 1 + random_.below(3);
  ++resets_;
  return true;
}

bool Lockstep::holding() {
  if (!plan_.holding) return false;
  if (held_left_ == 0) held_left_ = random_.one_in(20) ? 1 + random_.below(60) : 1;
  return --held_left_ != 0;
}

void Lockstep::drive() {
  const bool reset = resetting();
  if (reset != was_resetting_) rst_n_.write(!reset);
  was_resetting_ = reset;
  bool vector = false;
  // The last inputs are quiet ones, so that the block does not work on while others are simulated.
  const bool last = state_ == State::window && left_ == 1;
  const bool quiet = quiet_left_ > 0 || state_ == State::draining || last;
  if (quiet)
    for (std::size_t i = 0; i < next_inputs_.size(); ++i)
      std::memset(next_inputs_[i], 0, trace_.layout(i).bytes());
  if (quiet || !holding()) {
    if (!quiet) vector = bench_.stimulate(next_inputs_, model_outputs_);
    for (Net* net : input_nets_) net->commit();  // who reads them is woken
  }
  if (reset) return;
  vectors_ += vector;
  if (!trace_.full()) trace_.add(next_inputs_, vector);
}

void Lockstep::advance() {
  switch (state_) {
    case State::running:
      if (vectors_ < plan_.vectors) return;
      state_ = State::draining;
      left_ = drain_cycles;
      return;
    case State::draining:
    case State::window:
      if (--left_ == 0) state_ = State::idle;
      return;
    case State::idle:
      return;
  }
}

}  // namespace heddle
