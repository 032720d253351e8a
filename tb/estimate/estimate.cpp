// SPDX-License-Identifier: Apache-2.0

#include "tb/estimate/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/bench_stimulus.hpp"
#include "tb/estimate/implementation.hpp"
#include "tb/estimate/liberty.hpp"
#include "tb/estimate/netlist.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tb/estimate/table_instances.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/lower/synthesizable.hpp"
#include "tb/run/register_recorder.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

double parse_frequency(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  const double scale = unit == "GHz"                  ? 1e9
                       : unit == "MHz"                ? 1e6
                       : unit == "kHz"                ? 1e3
                       : unit == "Hz" || unit.empty() ? 1
                                                      : 0;
  if (code != std::errc{} || scale == 0 || !(value > 0) || !std::isfinite(value * scale))
    throw Error({.what = "not a frequency",
                 .value = std::string(text),
                 .legal = "a positive number with GHz, MHz, kHz or Hz"});
  return value * scale;
}

namespace {

/// Returns the scaling to the node of the published figures, or else the first scaling.
std::optional<Scaling> choose_scaling(const Technology& technology, const BlockCard& card) {
  for (const PublishedFigure& figure : card.published)
    for (const Scaling& scaling : technology.scalings)
      if (figure.node_nm != 0 && figure.node_nm == scaling.node_nm) return scaling;
  if (technology.scalings.empty()) return std::nullopt;
  return technology.scalings.front();
}

/// Calls work(0) .. work(count - 1) on all processors, and throws the exception of the first that fails.
void in_parallel(unsigned count, const std::function<void(unsigned)>& work) {
  std::atomic<unsigned> next{0};
  std::vector<std::future<void>> workers;
  for (unsigned w = std::max(1u, std::min(count, std::thread::hardware_concurrency())); w > 0; --w)
    workers.push_back(std::async(std::launch::async, [&] {
      for (unsigned i; (i = next++) < count;) work(i);
    }));
  std::exception_ptr failure;
  for (auto& worker : workers) try {
      worker.get();
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
  if (failure) std::rethrow_exception(failure);
}

/// Can the latency of the RTL not be chosen?
bool keeps_its_stages(const EstimateRequest& request, RtlParameters parameters) {
  const auto latency = parameters.find("Latency");
  if (request.rtl.empty() || latency == parameters.end()) return false;
  latency->second = "any";
  const auto undeclared = undeclared_parameters(request.block, request.rtl, parameters);
  return std::find(undeclared.begin(), undeclared.end(), "Latency=any") != undeclared.end();
}

/// The inputs of an estimate, all of which are read before a tool starts.
class Estimation {
 public:
  explicit Estimation(const EstimateRequest& request)
      : request_(request), entry_(Registry<BlockEntry>::instance().find(request.block)) {
    require(yosys);
    require(open_sta);
    result_.card = block_card(request.block);
    result_.set = request.set.empty() ? "default" : request.set;
    result_.seed = request.seed;
    const ConfigTree tree = parameter_set(request.block, result_.set, request.overrides);
    result_.parameters = entry_.rtl_parameters(tree);
    tree.check_all_used();
    constexpr unsigned most = 1'000'000;
    if (request.random_operations < 1 || request.random_operations > most)
      throw Error({.place = "heddle estimate",
                   .what = "number of random operations out of range",
                   .value = fmt::format("{}", request.random_operations),
                   .legal = fmt::format("1 .. {}", most)});
    constexpr unsigned most_orders = 101;
    if (request.orders < 1 || request.orders > most_orders)
      throw Error({.place = "heddle estimate",
                   .what = "number of orders of synthesis out of range",
                   .value = fmt::format("{}", request.orders),
                   .legal = fmt::format("1 .. {}", most_orders)});
    if (request.recorded.empty()) draw_operations();
    result_.technology = choose_technology(request.liberty);
    result_.scaling = choose_scaling(result_.technology, result_.card);
    liberty_ = read_liberty(liberty_paths(result_.technology, request.liberty));
    result_.nand2_cell = liberty_.nand2().name;
    result_.nand2_um2 = liberty_.nand2().area_um2;
  }

  Estimate run() {
    summarise(orders_of(source(result_.parameters, request_.overrides),
                        [this](const Implementation& made) { return measure(made); }));
    if (request_.rtl.empty()) {
      weigh_tables();
      weigh_readers();
    }
    if (request_.clock_hz) count_stages(*request_.clock_hz);
    return std::move(result_);
  }

 private:
  void say(const std::string& step) const {
    const std::lock_guard lock(saying_);
    if (request_.progress) request_.progress(step);
  }

  /// What keeps the block busy, for all orders of its gates.
  void draw_operations() {
    const auto& stimuli = Registry<Stimulus>::instance();
    const Stimulus* const own = stimuli.contains(request_.block) ? &stimuli.find(request_.block) : nullptr;
    if (request_.vectors && (own == nullptr || !own->from_registers))
      throw Error({.place = request_.vectors->string(),
                   .what = fmt::format("{} handles no registers", request_.block)});
    if (own == nullptr) {
      operations_.emplace_back(
          fmt::format("requests as its co-simulation draws them, seed {}", request_.seed),
          bench_requests(request_.block, result_.set, request_.overrides, request_.random_operations,
                         request_.seed));
      return;
    }
    Random random(request_.seed);
    operations_.emplace_back(fmt::format("random, seed {}: {}", request_.seed, own->random_description),
                             own->random(result_.parameters, request_.random_operations, random));
    if (request_.vectors)
      operations_.emplace_back(fmt::format("recorded: {}", request_.vectors->string()),
                               own->from_registers(result_.parameters, read_registers(*request_.vectors)));
  }

  /// The block's RTL, or the user's, with these parameters, as yosys can read it.
  RtlSource source(const RtlParameters& parameters, std::vector<std::string> overrides) const {
    return lower::synthesizable(rtl_source(request_.block, request_.rtl, parameters),
                                {request_.block, result_.set, std::move(overrides)});
  }

  /// The figures of one synthesis, with the gates in one order.
  struct Order {
    double area_um2 = 0, flip_flop_area_um2 = 0, leakage_mw = 0, clock_pj = 0;
    std::size_t gates = 0, flip_flops = 0;
    Timing timing{};
    unsigned latency_cycles = 0;
    std::vector<OperationEnergy> energies{};
  };

  /// Synthesizes the module of `source` once for each order of its gates, and measures each result.
  template <class Measure>
  std::vector<Order> orders_of(const RtlSource& source, Measure&& measure) const {
    Implementer implementer(source, liberty_);
    say(fmt::format("synthesizing {}", source.block));
    implementer.prepare(request_.orders);
    std::vector<Order> orders(request_.orders);
    in_parallel(request_.orders, [&](unsigned order) {
      orders[order] = measure(implementer.make(order));
      say(fmt::format("measured order {} of its gates, of {}", order + 1, request_.orders));
    });
    return orders;
  }

  static double leakage_mw(const Implementation& made) {
    double sum = 0;
    for (const auto& [name, energy] : made.analysis.energies) sum += energy.leakage_mw;
    return sum;
  }

  Order measure(const Implementation& made) const {
    Order o{
        .area_um2 = made.netlist.area_um2(),
        .flip_flop_area_um2 = made.netlist.flip_flop_area_um2(),
        .leakage_mw = leakage_mw(made),
        .gates = made.netlist.gates().size(),
        .flip_flops = made.netlist.flip_flops().size(),
        .timing = made.analysis.timing,
        .latency_cycles = measure_latency(made.netlist, result_.card.latency.from, result_.card.latency.to)};
    if (!request_.recorded.empty()) {
      o.energies.push_back(measure_recorded(made.netlist, made.analysis.energies, request_.recorded));
      o.energies.back().vectors = "recorded in a run";
      return o;
    }
    for (const auto& [description, sequence] : operations_) {
      o.energies.push_back(
          measure_energy(made.netlist, made.analysis.energies, sequence, o.latency_cycles + 1));
      o.energies.back().vectors = description;
    }
    return o;
  }

  /// Returns the median order by `figure` (of two, the greater one), and the range of the figure.
  template <class F>
  static std::pair<const Order*, Spread> median(const std::vector<Order>& orders, F&& figure) {
    std::vector<const Order*> sorted;
    for (const Order& o : orders) sorted.push_back(&o);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Order* a, const Order* b) { return figure(*a) < figure(*b); });
    return {sorted[sorted.size() / 2], {figure(*sorted.front()), figure(*sorted.back())}};
  }

  void summarise(std::vector<Order> orders) {
    result_.orders = static_cast<unsigned>(orders.size());
    const auto [by_area, area_spread] = median(orders, [](const Order& o) { return o.area_um2; });
    result_.area_um2 = by_area->area_um2;
    result_.area_spread = area_spread;
    result_.flip_flop_area_um2 = by_area->flip_flop_area_um2;
    result_.gates = by_area->gates;
    result_.flip_flops = by_area->flip_flops;
    result_.leakage_mw = by_area->leakage_mw;
    const auto [by_path, path_spread] =
        median(orders, [](const Order& o) { return o.timing.critical_path(); });
    result_.timing = by_path->timing;
    result_.critical_path_spread = path_spread;
    result_.latency_cycles = by_path->latency_cycles;
    for (std::size_t v = 0; v < orders.front().energies.size(); ++v) {
      const auto [by_energy, spread] =
          median(orders, [v](const Order& o) { return o.energies[v].without_glitches_pj(); });
      result_.energies.push_back(by_energy->energies[v]);
      result_.energies.back().without_glitches_spread = spread;
    }
  }

  /// Synthesizes one module of the block's technique alone, and returns the order of median area.
  Order alone(const fs::path& folder, const std::string& module, const RtlParameters& parameters) const {
    RtlSource source = rtl_source(request_.block, {}, {});
    source.block = module;
    source.file = source.file.parent_path() / folder / (module + ".sv");
    source.parameters = parameters;
    const std::vector<Order> orders = orders_of(source, [](const Implementation& made) {
      Order o{.area_um2 = made.netlist.area_um2(),
              .leakage_mw = leakage_mw(made),
              .timing = made.analysis.timing};
      for (const auto& [name, energy] : made.analysis.energies) o.clock_pj += energy.cycle_pj;
      return o;
    });
    return *median(orders, [](const Order& o) { return o.area_um2; }).first;
  }

  /// Estimates the tables that the card names, as flip-flops and as SRAM macros. RTL of the user's own need
  /// not have them.
  void weigh_tables() {
    if (result_.card.memories.empty() || !request_.rtl.empty()) return;
    result_.sram = read_sram_model(data_file("configs/technologies/sram_45nm.yaml"));
    for (const TableInstances& table :
         table_instances(rtl_source(request_.block, {}, result_.parameters), result_.card.memories)) {
      const Order flip_flops = alone("", table.module, table.parameters);
      const SramMacro macro = result_.sram.macro(table.rows, table.width);
      result_.tables.push_back({table, flip_flops.area_um2, flip_flops.leakage_mw, flip_flops.clock_pj, macro,
                                macro.bits >= result_.sram.smallest_bits});
    }
  }

  void weigh_readers() {
    for (const CardReader& reader : result_.card.readers) {
      RtlParameters parameters;
      for (const std::string& name : reader.set) parameters[name] = result_.parameters.at(name);
      const Order one = alone("readers", reader.module, parameters);
      result_.readers.push_back(
          {reader, one.area_um2, one.leakage_mw, one.clock_pj, one.timing.critical_path()});
    }
  }

  /// Counts the stages that a clock needs. The block with a latency of 1 has all logic in one stage, which
  /// shows how much there is to divide.
  void count_stages(double clock_hz) {
    StagesForClock stages{.clock_hz = clock_hz};
    Timing whole = result_.timing;
    const auto latency = result_.parameters.find("Latency");
    stages.splittable = latency != result_.parameters.end();
    stages.fixed = stages.splittable && keeps_its_stages(request_, result_.parameters);
    if (stages.splittable && !stages.fixed && latency->second != "1") {
      RtlParameters one = result_.parameters;
      one["Latency"] = "1";
      std::vector<std::string> overrides = request_.overrides;
      overrides.push_back("latency=1");
      const auto orders = orders_of(source(one, overrides), [](const Implementation& made) {
        return Order{.timing = made.analysis.timing};
      });
      whole = median(orders, [](const Order& o) { return o.timing.critical_path(); }).first->timing;
    }
    stages.period_ns = 1e9 / clock_hz * (result_.scaling ? result_.scaling->delay : 1);
    stages.overhead_ns = std::max(whole.clock_to_output, whole.half_to_output) + whole.setup;
    // Register-to-register paths include the clock-to-output time, paths from inputs do not.
    stages.logic_ns = std::max({whole.logic_from_inputs, whole.logic_between - whole.clock_to_output,
                                2 * whole.half_cycle() - stages.overhead_ns});
    const double room = stages.period_ns - stages.overhead_ns;
    stages.needed = room > 0 ? static_cast<unsigned>(std::max(1.0, std::ceil(stages.logic_ns / room))) : 0;
    result_.stages = stages;
  }

  mutable std::mutex saying_;
  const EstimateRequest& request_;
  const BlockEntry& entry_;
  std::vector<std::pair<std::string, PinSequence>> operations_;  ///< and their descriptions
  Liberty liberty_;
  Estimate result_;
};

}  // namespace

std::vector<std::string> notes_of(const EstimateRequest& request) {
  std::vector<std::string> notes = heddle::notes_of(request.block, request.rtl);
  const RtlParameters parameters =
      Registry<BlockEntry>::instance()
          .find(request.block)
          .rtl_parameters(parameter_set(request.block, request.set, request.overrides));
  if (request.clock_hz && keeps_its_stages(request, parameters))
    notes.push_back(
        "the RTL does not declare Latency: it is compared with the clock as it is, and not in one stage");
  return notes;
}

Estimate estimate(const EstimateRequest& request) { return Estimation(request).run(); }

}  // namespace heddle::estimate
