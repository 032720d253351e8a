// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "models/base/config.hpp"
#include "tb/experiment/linear_fit.hpp"
#include "tb/workloads/size_name.hpp"

namespace heddle {

/// A row of an experiment: a workload, or a program of the user's.
struct ExperimentWorkload {
  std::string workload{};              ///< a name that `heddle workloads` lists; or
  std::vector<std::string> program{};  ///< PTX files, which are linked, or a recording
  std::string launch{};                ///< of PTX files
  std::string label{};                 ///< in tables and charts: the benchmark that it stands for
  std::string group{};                 ///< part of the list, whose mean is reported, too
  SizeName size = SizeName::standard;  ///< as --size
  std::vector<std::string> sizes{};    ///< as --size, over those of this name
  unsigned max_registers = 63;         ///< as --max-registers, of configurations with few_registers
  unsigned ctas = 0;                   ///< as --set sm.ctas, on all machines; 0: as the machine has it

  /// Name and assignments, as WorkloadOptions has them.
  std::vector<std::string> all_sizes() const {
    std::vector<std::string> all = sizes;
    if (size != SizeName::standard) all.emplace(all.begin(), name_of(size));
    return all;
  }

  static constexpr auto parameters() {
    using W = ExperimentWorkload;
    return std::tuple{
        parameter(&W::workload, "workload", "", "name of a workload; or"),
        parameter(
            &W::program, "program", "",
            "PTX files, which are linked, or the recording of a CUDA application; relative to this file"),
        parameter(&W::launch, "launch", "", "of PTX files, as --launch; relative to this file"),
        parameter(&W::label, "label", "",
                  "in tables and charts; the benchmark that the workload stands for; none: its name"),
        parameter(&W::group, "group", "", "part of the list whose mean is also told"),
        parameter(&W::size, "size", "", "as --size: the workload's sizes of this name"),
        parameter(&W::sizes, "sizes", "", "as --size: NAME=VALUE; those left out are as `size` says"),
        parameter(&W::max_registers, "max_registers", "registers", 2u, 255u, "",
                  "as --max-registers, in the configurations with few_registers"),
        parameter(&W::ctas, "ctas", "CTAs", 0u, 32u, "",
                  "CTAs that an SM holds at a time, as sm.ctas; 0: as many as the machine's")};
  }
};

/// Workloads that several experiments share: the file that `workloads` names.
struct ExperimentWorkloads {
  std::vector<ExperimentWorkload> workloads{};

  static constexpr auto parameters() {
    using W = ExperimentWorkloads;
    return std::tuple{section(&W::workloads, "workloads", "in the order of tables and charts")};
  }
};

/// A machine of an experiment; every workload runs on it.
struct ExperimentConfiguration {
  std::string name{};  ///< what expressions call it
  std::vector<std::string> with{}, config{}, set{};
  std::string gpu{}, technology{};  ///< none: the experiment's
  bool few_registers = false;       ///< kernels are compiled for their workload's max_registers

  static constexpr auto parameters() {
    using C = ExperimentConfiguration;
    return std::tuple{
        parameter(&C::name, "name", "", "by which expressions call it: small letters, digits and _"),
        parameter(&C::with, "with", "", "techniques, as --with"),
        parameter(&C::config, "config", "", "configuration files, as --config; relative to this one"),
        parameter(&C::set, "set", "", "values, as --set: SECTION.KEY=VALUE"),
        parameter(&C::gpu, "gpu", "", "as --gpu; a file is relative to this one; none: the experiment's"),
        parameter(&C::technology, "technology", "",
                  "as --technology; a file is relative to this one; none: the experiment's"),
        parameter(&C::few_registers, "few_registers", "",
                  "compile each workload for its max_registers; what does not fit is spilled")};
  }
};

/// Something drawn for each workload.
struct ExperimentSeries {
  std::string name{}, bar{}, value{}, at{};

  static constexpr auto parameters() {
    using S = ExperimentSeries;
    return std::tuple{
        parameter(&S::name, "name", "", "in the legend"),
        parameter(&S::bar, "bar", "", "series with the same bar are stacked; without one, it is its own"),
        parameter(&S::value, "value", "", "expression over CONFIGURATION.STATISTIC"),
        parameter(&S::at, "at", "", "with x: pareto: an expression, too, for the horizontal axis")};
  }
};

enum class Unit { number, percent };
constexpr auto names_of(Unit) { return std::array{Named{Unit::number, "number"}, Named{Unit::percent, "%"}}; }

/// A mean over the workloads beside the published value; with `points`, a figure (`fit`) of the least-squares
/// line through those of all workloads.
struct ExperimentComparison {
  std::string name{}, value{};
  std::vector<FitPoint> points{};
  FitValue fit = FitValue::r_squared;
  double highest = 1e9;
  Unit unit = Unit::number;
  bool arithmetic = false;          ///< its mean, whatever the experiment's is
  std::vector<double> published{};  ///< one value, or none where the paper gives no number
  std::string source{}, why{};
  std::string mark{};  ///< height in the chart at which the published value stands, as an expression of it

  static constexpr auto parameters() {
    using C = ExperimentComparison;
    return std::tuple{
        parameter(&C::name, "name", "", "what is compared"),
        parameter(&C::value, "value", "", "expression over CONFIGURATION.STATISTIC, a workload at a time"),
        section(&C::points, "points", "instead of `value`: those of each workload, for a straight line"),
        parameter(&C::fit, "fit", "",
                  "with points: the figure of the least-squares line through those of all workloads that is "
                  "compared"),
        parameter(&C::highest, "highest", "", -1e9, 1e9, "", "with points: those of a larger y are left out"),
        parameter(&C::unit, "unit", "", "% prints hundredths as whole ones"),
        parameter(&C::arithmetic, "arithmetic", "",
                  "the mean is arithmetic although the experiment's is geometric: of shares, which may be 0"),
        parameter(&C::published, "published", "", -1e9, 1e9, "",
                  "the paper's mean; none where it gives none"),
        parameter(&C::source, "source", "", "where the paper says so"),
        parameter(&C::why, "why", "",
                  "why the measured value differs, with {LABEL}, {mean}, {LABEL: EXPRESSION} or {mean: "
                  "EXPRESSION} for values of this page; left out where it names workloads that are not run"),
        parameter(&C::mark, "mark", "",
                  "where the chart marks the published value: an expression over `published`")};
  }
};

enum class Mean { arithmetic, geometric };
constexpr auto names_of(Mean) {
  return std::array{Named{Mean::arithmetic, "arithmetic"}, Named{Mean::geometric, "geometric"}};
}

enum class ChartAxis { workloads, series, time, lives, pareto };
constexpr auto names_of(ChartAxis) {
  return std::array{Named{ChartAxis::workloads, "workloads"}, Named{ChartAxis::series, "series"},
                    Named{ChartAxis::time, "time"}, Named{ChartAxis::lives, "lives"},
                    Named{ChartAxis::pareto, "pareto"}};
}

/// What `x: time` shows: series of the increase of statistics from each sample to the next.
struct ExperimentSamples {
  std::uint64_t every = 100, until = 10'000;  ///< core cycles

  static constexpr auto parameters() {
    using S = ExperimentSamples;
    return std::tuple{
        parameter(&S::every, "every", "core cycles", 1u, 1'000'000'000u, "", "from one sample to the next"),
        parameter(&S::until, "until", "core cycles", 1u, 1'000'000'000u, "",
                  "the last that is sampled; the first is 0")};
  }
  void validate() const;
};

/// What `x: lives` shows: when the registers of the warps in slot 0 of the first SM are live.
struct ExperimentLives {
  std::uint64_t until = 10'000;  ///< core cycles

  static constexpr auto parameters() {
    return std::tuple{parameter(&ExperimentLives::until, "until", "core cycles", 1u, 1'000'000'000u, "",
                                "the last that is drawn; the first is 0")};
  }
};

/// One figure of a paper, or any other comparison: machines, workloads, expressions over their statistics,
/// and the published means that they are compared with. The files are configs/experiments/*.yaml.
struct Experiment {
  std::string title{}, source{};
  std::string gpu = "gtx480_lee2015", technology = "lee2015_45nm", ptx{};
  std::string workloads{};                     ///< file, relative to the experiment's own
  std::vector<ExperimentWorkload> programs{};  ///< rows that stand in the experiment itself, after those
  unsigned perturb = 0;                        ///< runs a point (perturbed_runs.hpp); 0: see take_runs
  unsigned perturb_up_to = 0;                  ///< of workloads whose cycles differ
  std::vector<ExperimentConfiguration> configurations{};
  std::string y{}, x_label{};
  ChartAxis x = ChartAxis::workloads;
  ExperimentSamples samples{};
  ExperimentLives lives{};
  Mean mean = Mean::arithmetic;
  std::vector<ExperimentSeries> series{};
  std::vector<ExperimentComparison> compare{};
  std::string reading{};  ///< of the paper, where it can be read in more than one way
  std::string changed{};

  static constexpr auto parameters() {
    using E = Experiment;
    return std::tuple{
        parameter(&E::title, "title", "", "of the chart"),
        parameter(&E::source, "source", "", "paper and figure"),
        parameter(&E::gpu, "gpu", "", "as --gpu; a file is relative to this one"),
        parameter(&E::technology, "technology", "", "as --technology; a file is relative to this one"),
        parameter(&E::ptx, "ptx", "", "as --ptx; none: the usual compiler's"),
        parameter(&E::workloads, "workloads", "", "file of workloads, relative to this one; or"),
        section(&E::programs, "programs", "the same, in this file: programs of your own, or workloads"),
        parameter(
            &E::perturb, "perturb", "runs", 0u, 9u, "",
            "runs of each point, in which irrelevant latencies are moved by a cycle and CTAs start up to "
            "three cycles later; the table then has means and spreads. 0: two, and perturb_up_to: 5; one "
            "over time and of lives"),
        parameter(&E::perturb_up_to, "perturb_up_to", "runs", 0u, 9u, "",
                  "where the cycles of a workload's runs differ by over 1 %: so many runs of its points, if "
                  "that is more"),
        section(&E::configurations, "configurations", "machines"),
        parameter(&E::y, "y", "", "what the chart's vertical axis shows"),
        parameter(&E::x_label, "x_label", "", "what its horizontal axis shows"),
        parameter(
            &E::x, "x", "",
            "what stands along the horizontal axis: workloads, the series with their means, time, time with "
            "the lives of registers, or (pareto) a value of each series, so that series are points, of which "
            "a line joins those than which none is lower in both"),
        section(&E::samples, "samples", "with x: time"),
        section(&E::lives, "lives", "with x: lives"),
        parameter(&E::mean, "mean", "", "over the workloads that have a value"),
        section(&E::series, "series", "what is drawn; none with x: lives"),
        section(&E::compare, "compare", "what is set against the paper"),
        parameter(&E::reading, "reading", "", "how the paper's figure is understood"),
        parameter(&E::changed, "changed", "",
                  "coefficients, inputs and sizes that were changed after the published value was seen")};
  }
};

/// An experiment as read, with the places of what is checked later.
struct LoadedExperiment {
  std::string name{};  ///< of the file, without its ending
  Experiment declared{};
  std::vector<ExperimentWorkload> workloads{};  ///< all rows; paths of programs are whole
  std::vector<std::string> workload_places{}, configuration_places{}, series_places{}, at_places{},
      compare_places{};
};

/// Reads the file and its file of workloads. Throws Error with file:line:column for what is wrong with either
/// by itself; whether workloads, machines and statistics exist is checked later.
LoadedExperiment load_experiment(const std::filesystem::path& file);

/// The same experiment with these sizes of the workloads that name none, under a name of its own, so that its
/// results stand beside those of the usual sizes. Returns the labels of workloads that have no size of a
/// paper, and keep the one that they have.
std::vector<std::string> take_size(LoadedExperiment& experiment, SizeName size);
/// With so many runs a point, and up to `most` where they differ; 0 runs: two, and up to five where `most`
/// does not say otherwise, or one over time and of lives. Throws Error for more than one where there is no
/// table of values, and for one run that could differ from none.
void take_runs(LoadedExperiment& experiment, unsigned runs, unsigned most);

}  // namespace heddle
