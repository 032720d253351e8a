#include "tb/estimate/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/parameter_sets.hpp"
#include "tb/cosim/rtl_source.hpp"
#include "tb/estimate/liberty.hpp"
#include "tb/estimate/netlist.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

std::vector<WarpRegister> read_registers(const fs::path& file) {
  std::error_code failed;
  const auto bytes = fs::is_regular_file(file, failed) ? fs::file_size(file, failed) : 0;
  std::ifstream in(file, std::ios::binary);
  if (failed || !in) throw Error({.place = file.string(), .what = "cannot read the file of vectors"});
  if (bytes == 0 || bytes % sizeof(WarpRegister) != 0)
    throw Error({.place = file.string(),
                 .what = "the file of vectors is no sequence of warp registers",
                 .value = fmt::format("{} bytes", bytes),
                 .legal = "a positive multiple of 128 bytes"});
  std::vector<WarpRegister> registers(bytes / sizeof(WarpRegister));
  in.read(reinterpret_cast<char*>(registers.data()), static_cast<std::streamsize>(bytes));
  if (!in) throw Error({.place = file.string(), .what = "cannot read the file of vectors"});
  return registers;
}

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

/// The scaling to the node of the published figures, or the first there is.
std::optional<Scaling> choose_scaling(const Technology& technology, const BlockCard& card) {
  for (const PublishedFigure& figure : card.published)
    for (const Scaling& scaling : technology.scalings)
      if (figure.node_nm != 0 && figure.node_nm == scaling.node_nm) return scaling;
  if (technology.scalings.empty()) return std::nullopt;
  return technology.scalings.front();
}

/// Everything that is read before a tool starts.
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
    stimulus_ = &Registry<Stimulus>::instance().find(request.block);
    constexpr unsigned most = 1'000'000;
    if (request.random_operations < 1 || request.random_operations > most)
      throw Error({.place = "heddle estimate",
                   .what = "number of random operations out of range",
                   .value = fmt::format("{}", request.random_operations),
                   .legal = fmt::format("1 .. {}", most)});
    if (request.vectors) {
      if (!stimulus_->from_registers)
        throw Error({.place = request.vectors->string(),
                     .what = fmt::format("{} handles no registers", request.block)});
      registers_ = read_registers(*request.vectors);
    }
    result_.technology = choose_technology(request.liberty);
    result_.scaling = choose_scaling(result_.technology, result_.card);
    liberty_ = read_liberty(result_.technology.liberty);
    result_.nand2_cell = liberty_.nand2().name;
    result_.nand2_um2 = liberty_.nand2().area_um2;
  }

  Estimate run() {
    const ScratchFolder folder;
    const auto [netlist, analysis] = implement(result_.parameters, folder.path());
    result_.area_um2 = netlist.area_um2();
    result_.flip_flop_area_um2 = netlist.flip_flop_area_um2();
    result_.gates = netlist.gates().size();
    result_.flip_flops = netlist.flip_flops().size();
    result_.timing = analysis.timing;
    for (const auto& [name, energy] : analysis.energies) result_.leakage_mw += energy.leakage_mw;
    result_.latency_cycles = measure_latency(netlist, result_.card.latency.from, result_.card.latency.to);

    say("counting transitions on the netlist");
    Random random(request_.seed);
    weigh(netlist, analysis.energies,
          stimulus_->random(result_.parameters, request_.random_operations, random),
          fmt::format("random, seed {}: {}", request_.seed, stimulus_->random_description));
    if (request_.vectors)
      weigh(netlist, analysis.energies, stimulus_->from_registers(result_.parameters, registers_),
            fmt::format("recorded: {}", request_.vectors->string()));
    if (request_.clock_hz) count_stages(*request_.clock_hz);
    return std::move(result_);
  }

 private:
  void say(const std::string& step) const {
    if (request_.progress) request_.progress(step);
  }

  struct Implementation {
    Netlist netlist;
    TimingAndEnergy analysis;
  };
  Implementation implement(const RtlParameters& parameters, const fs::path& folder) const {
    const RtlSource source = rtl_source(request_.block, request_.rtl, parameters);
    const double load = output_load_ff(liberty_);
    say(fmt::format("synthesizing {}", request_.block));
    const Synthesized cells = synthesize(source, liberty_, load, folder);
    Netlist netlist(cells.json, source.block, liberty_);
    say("analyzing its timing and power");
    return {std::move(netlist), analyze(cells.verilog, source.block, liberty_, load, folder)};
  }

  void weigh(const Netlist& netlist, const CellEnergies& cells, const PinSequence& sequence,
             std::string description) {
    OperationEnergy energy = measure_energy(netlist, cells, sequence, result_.latency_cycles + 1);
    energy.vectors = std::move(description);
    result_.energies.push_back(std::move(energy));
  }

  /// All work of an operation in one stage shows how much there is to divide.
  void count_stages(double clock_hz) {
    StagesForClock stages{.clock_hz = clock_hz};
    Timing whole = result_.timing;
    const auto latency = result_.parameters.find("Latency");
    stages.splittable = latency != result_.parameters.end();
    if (stages.splittable && latency->second != "1") {
      RtlParameters one = result_.parameters;
      one["Latency"] = "1";
      const ScratchFolder folder;
      whole = implement(one, folder.path()).analysis.timing;
    }
    stages.period_ns = 1e9 / clock_hz * (result_.scaling ? result_.scaling->delay : 1);
    stages.overhead_ns = whole.clock_to_output + whole.setup;
    // Paths between registers include the clock-to-output time, paths from inputs do not.
    stages.logic_ns = std::max(whole.logic_from_inputs, whole.logic_between - whole.clock_to_output);
    const double room = stages.period_ns - stages.overhead_ns;
    stages.needed = room > 0 ? static_cast<unsigned>(std::max(1.0, std::ceil(stages.logic_ns / room))) : 0;
    result_.stages = stages;
  }

  const EstimateRequest& request_;
  const BlockEntry& entry_;
  const Stimulus* stimulus_ = nullptr;
  std::vector<WarpRegister> registers_;
  Liberty liberty_;
  Estimate result_;
};

}  // namespace

Estimate estimate(const EstimateRequest& request) { return Estimation(request).run(); }

}  // namespace heddle::estimate
