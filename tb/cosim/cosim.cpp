// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/cosim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "models/base/error.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/reset_edges.hpp"
#include "tb/cosim/compare/lockstep.hpp"
#include "tb/cosim/compare/rates.hpp"
#include "tb/cosim/compare/reset_values.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t period_fs = 1'000'000;
constexpr std::uint64_t cycles_a_look = 20'000;  // between two reports of progress
constexpr unsigned slice_rounds = 8;             // rounds of the trace in a slice, for comparing speeds

std::uint64_t edge_number() { return sc_core::sc_time_stamp().value() / period_fs; }

/// When the RTL throws an error or shows a wrong value in reset, this wrapper records why and stops
/// evaluating the RTL, so that the mismatch can be reported. While other co-simulations run it drives zeros,
/// so that modules which sample the outputs may sleep.
class Watched final : public RtlModel {
 public:
  Watched(std::unique_ptr<RtlModel> rtl, const std::vector<Channel*>& channels, std::string& complaint,
          const std::unique_ptr<Lockstep>& lockstep, std::function<void()> record)
      : rtl_(std::move(rtl)),
        reset_values_(*rtl_, channels),
        complaint_(complaint),
        lockstep_(lockstep),
        record_(std::move(record)) {}
  std::map<std::string, RtlPort, std::less<>> ports() override { return rtl_->ports(); }
  void edge() override {
    if (!lockstep_ || lockstep_->done()) return fall_silent();
    if (silent_) speak_again();
    if (!complaint_.empty()) return;
    try {
      if (record_) record_();
      if (reset_edges_.edge(reset_values_.in_reset()))
        rtl_->edge();
      else
        rtl_->settle();
      complaint_ = reset_values_.complaint();
    } catch (const std::exception& problem) {
      complaint_ = problem.what();
    }
  }
  void settle() override { rtl_->settle(); }

 private:
  void fall_silent() {
    if (silent_ || !lockstep_) return;
    silent_ = true;
    for (const auto& [name, port] : rtl_->ports()) {
      if (port.input) continue;
      auto* data = static_cast<std::byte*>(port.data);
      kept_.emplace_back(data, std::vector(data, data + rtl_bytes(port.bits)));
      std::memset(data, 0, rtl_bytes(port.bits));
    }
  }
  /// Verilated modules drive outputs that are constant once, and no more.
  void speak_again() {
    silent_ = false;
    for (const auto& [data, bytes] : kept_) std::copy(bytes.begin(), bytes.end(), data);
    kept_.clear();
  }

  std::unique_ptr<RtlModel> rtl_;
  ResetValues reset_values_;
  ResetEdges reset_edges_;
  std::string& complaint_;
  const std::unique_ptr<Lockstep>& lockstep_;
  std::function<void()> record_;  ///< called ahead of each edge; may be empty
  bool silent_ = false;
  std::vector<std::pair<std::byte*, std::vector<std::byte>>> kept_{};  ///< outputs, while it is silent
};

/// The elaborated modules of one request.
class Cosimulation {
 public:
  Cosimulation(const CosimRequest& request, std::size_t index);
  CosimResult run(const std::function<void(std::uint64_t)>& progress);

 private:
  std::unique_ptr<RtlModel> make_rtl();
  std::vector<std::string> write_wave(const CosimResult& result) const;
  void wire_up(const std::string& name);
  bool has_holes() const;
  CosimRates rates(const Speed& lockstep, const Speed& beside);

  CosimRequest request_;
  const CosimEntry& entry_;
  VerilatedLibrary library_;
  CosimParts parts_;
  std::vector<std::string> notes_;
  std::unique_ptr<InnerSignals> inner_;
  std::function<void()> record_inner_;
  std::string complaint_;
  std::unique_ptr<Block> rtl_;
  std::unique_ptr<ClockDomain> domain_;
  std::unique_ptr<sc_core::sc_clock> clock_;
  std::unique_ptr<sc_core::sc_signal_inout_if<bool>> rst_n_;
  std::vector<LockstepChannel> channels_;
  std::unique_ptr<Lockstep> lockstep_;
  std::unique_ptr<Block> replayed_;
  std::unique_ptr<Replay> replay_;
  std::unique_ptr<BareLoop> bare_;
};

Cosimulation::Cosimulation(const CosimRequest& request, std::size_t index)
    : request_(request),
      entry_(Registry<CosimEntry>::instance().find(request.block)),
      library_({{request.block, request.rtl}}) {
  const std::string name = fmt::format("{}_{}", request.block, index);
  const ConfigTree tree = parameter_set(request.block, request.set, request.overrides);
  parts_ = entry_.make((name + "_model").c_str(), tree, request.seed);
  const auto open = [&] { return library_.open(request.block, parts_.parameters); };
  auto watched = make_rtl();
  rtl_ = entry_.make_rtl((name + "_rtl").c_str(),
                         std::make_unique<Watched>(std::move(watched), parts_.model->pins().channels,
                                                   complaint_, lockstep_, record_inner_),
                         request.sleeping ? parts_.settle : quiet_for_good);
  wire_up(name);
  lockstep_ = std::make_unique<Lockstep>(LockstepPlan{request.vectors, request.seed + 1, request.transactions,
                                                      request.checksum, request.sleeping},
                                         channels_, *rst_n_, *parts_.bench, *parts_.coverage, complaint_);
  if (domain_) {
    domain_->attach(*lockstep_);
  } else {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&clock_->posedge_event());
    sc_core::sc_spawn([this] { lockstep_->tick(0); }, (name + "_lockstep").c_str(), &options);
  }
  if (request.rates) {
    replayed_ = entry_.make_rtl((name + "_replayed").c_str(), open(), quiet_for_good);
    replay_ = std::make_unique<Replay>((name + "_replay").c_str(), *replayed_);
    std::vector<const PinLayout*> inputs, outputs;
    for (const LockstepChannel& c : channels_) (c.rtl ? outputs : inputs).push_back(&c.layout);
    bare_ = std::make_unique<BareLoop>(open(), inputs, outputs);
  }
}

std::unique_ptr<RtlModel> Cosimulation::make_rtl() {
  if (request_.made) return request_.made();
  RtlSource source = rtl_source(request_.block, request_.rtl, parts_.parameters);
  notes_ = notes_of(source);
  source.signals = !request_.wave.empty();
  const RtlObject object = open_rtl(source);
  auto rtl = object.make();
  if (source.signals) {
    inner_ = std::make_unique<InnerSignals>(rtl->signals(), request_.wave_levels, read_rtl(source).xml);
    record_inner_ = [this, object, model = rtl.get()] {
      // Those behind the pins' last cycle would only push out what belongs to the pins.
      const std::uint64_t edge = edge_number();
      if (lockstep_ && lockstep_->recorder().any() &&
          edge > lockstep_->recorder().last() + lockstep_->recorder().first_time() / period_fs)
        return;
      object.look(*model);
      inner_->record(edge);
    };
  }
  return rtl;
}

std::vector<std::string> Cosimulation::write_wave(const CosimResult& result) const {
  const Recorder& recorder = lockstep_->recorder();
  WaveExtras extras{.inner = inner_.get(), .first_edge = recorder.first_time() / period_fs};
  for (const CardValueNames& of : block_card(request_.block).value_names)
    for (std::size_t i = 0; i < of.names.size(); ++i) extras.names[of.pin].emplace_back(i, of.names[i]);
  if (result.mismatch) {
    extras.mismatch = result.mismatch->cycle;
    extras.message = short_text_of(*result.mismatch);
  }
  return recorder.write_wave(result.wave, period_fs / 1000, extras);
}

void Cosimulation::wire_up(const std::string& name) {
  if (request_.carrier == Carrier::wire) {
    domain_ = std::make_unique<ClockDomain>((name + "_clock").c_str(), period_fs, request_.skipping);
    rst_n_ = std::make_unique<Wire<bool>>((name + "_rst_n").c_str());
  } else {
    const sc_core::sc_time period = sc_core::sc_time::from_value(period_fs);
    clock_ = std::make_unique<sc_core::sc_clock>((name + "_clock").c_str(), period, 0.5, period);
    rst_n_ = std::make_unique<sc_core::sc_signal<bool>>((name + "_rst_n").c_str());
  }
  Pins& model = parts_.model->pins();
  Pins& rtl = rtl_->pins();
  for (Pins* pins : {&model, &rtl}) {
    if (domain_)
      pins->clk(*domain_);
    else
      pins->clk(*clock_);
    pins->rst_n(*rst_n_);
  }
  for (std::size_t i = 0; i < model.channels.size(); ++i) {
    Channel& c = *model.channels[i];
    LockstepChannel channel{PinLayout(c), c.make_net((name + "_" + c.name()).c_str(), request_.carrier),
                            nullptr};
    c.bind(*channel.model);
    if (c.input()) {
      rtl.channels[i]->bind(*channel.model);
    } else {
      channel.rtl = c.make_net((name + "_" + c.name() + "_rtl").c_str(), request_.carrier);
      rtl.channels[i]->bind(*channel.rtl);
    }
    channels_.push_back(std::move(channel));
  }
}

bool Cosimulation::has_holes() const {
  return std::ranges::any_of(parts_.coverage->coverage.all(),
                             [](const Coverage::Point& p) { return p.hits == 0; });
}

CosimRates Cosimulation::rates(const Speed& lockstep, const Speed& beside) {
  CosimRates rates{.lockstep = lockstep.rate()};
  if (!bare_) return rates;
  constexpr unsigned slices = 10;
  Speed pins, beside_pins;
  replay_->run(lockstep_->trace(),
               2 * quiet_for_good / Trace::max_cycles);  // the RTL under comparison has gone to sleep by then
  for (unsigned i = 0; i < slices; ++i) {
    pins += replay_->run(lockstep_->trace(), slice_rounds);
    beside_pins += bare_->run(lockstep_->trace(), slice_rounds);
  }
  rates.bare = (beside.vectors + beside_pins.vectors) / (beside.seconds + beside_pins.seconds);
  rates.pins = pins.rate();
  rates.pins_of_bare = pins.rate() / beside_pins.rate();
  rates.lockstep_of_bare = lockstep.rate() / beside.rate();
  return rates;
}

CosimResult Cosimulation::run(const std::function<void(std::uint64_t)>& progress) {
  Speed speed, beside;
  lockstep_->start();
  rtl_->wake();  // another co-simulation may have put it to sleep
  std::uint64_t end = request_.vectors;
  while (!lockstep_->done()) {
    // A cycle has a vector at most.
    if (end < request_.most_vectors && lockstep_->vectors() + cycles_a_look >= end && has_holes())
      lockstep_->end_after(end = std::min(end + cycles_a_look, request_.most_vectors));
    const double start = thread_seconds();
    const std::uint64_t before = lockstep_->vectors();
    sc_core::sc_start(sc_core::sc_time::from_value(cycles_a_look * period_fs));
    speed += {lockstep_->vectors() - before, thread_seconds() - start};
    progress(lockstep_->vectors());
    // The two loops alternate in slices, so that a change of the computer's speed affects both alike.
    if (bare_) beside += bare_->run(lockstep_->trace(), slice_rounds);
  }

  CosimResult result;
  result.request = request_;
  for (const auto& [name, value] : parts_.parameters)
    result.parameters += fmt::format("{}{}={}", result.parameters.empty() ? "" : " ", name, value);
  result.notes = notes_;
  result.vectors = lockstep_->vectors();
  result.cycles = lockstep_->cycles();
  result.resets = lockstep_->resets();
  result.checksum = lockstep_->checksum();
  result.coverage.assign(parts_.coverage->coverage.all().begin(), parts_.coverage->coverage.all().end());
  result.mismatch = lockstep_->mismatch();
  const std::optional<std::int64_t> offset = complaint_.empty() ? lockstep_->offset() : std::nullopt;
  result.offset = offset.value_or(0);
  if (result.mismatch)
    result.verdict = result.offset != 0 && !request_.transactions ? Verdict::shifted : Verdict::differs;
  for (const LockstepChannel& c : channels_) result.channels.push_back({c.layout, c.rtl == nullptr});
  if (!request_.no_wave && (result.mismatch || !request_.wave.empty())) {
    const bool named = !request_.set.empty() && request_.set != "default";
    result.wave = !request_.wave.empty() ? request_.wave
                                         : fmt::format("{}{}{}.fst", request_.block, named ? "-" : "",
                                                       named ? request_.set : "");
    for (std::string& note : write_wave(result)) result.notes.push_back(std::move(note));
  }
  result.rates = rates(speed, beside);
  return result;
}

}  // namespace

std::vector<std::string> CosimResult::holes() const {
  std::vector<std::string> all;
  for (const Coverage::Point& p : coverage)
    if (p.hits == 0) all.push_back(p.name);
  return all;
}

std::vector<CosimResult> cosimulate(const std::vector<CosimRequest>& requests,
                                    const CosimProgress& progress) {
  if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
    throw Error({.place = "co-simulation", .what = "SystemC simulates once in a process"});
  std::vector<std::unique_ptr<Cosimulation>> all;
  for (std::size_t i = 0; i < requests.size(); ++i)
    all.push_back(std::make_unique<Cosimulation>(requests[i], i));
  std::vector<CosimResult> results;
  for (std::size_t i = 0; i < all.size(); ++i)
    results.push_back(all[i]->run([&](std::uint64_t done) {
      if (progress) progress(i, done);
    }));
  return results;
}

std::vector<std::string> cosim_blocks() { return Registry<CosimEntry>::instance().names(); }

}  // namespace heddle
