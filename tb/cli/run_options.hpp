// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "tb/run/run.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// What `run` and `demo` do with a simulation.
struct RunOptions {
  RunRequest request{};
  bool compare = false;  ///< run without the techniques too
  std::string folder{};  ///< of the results; empty: results/<target>[+technique...]
  bool no_folder = false;
  bool functional = false;              ///< results without time
  std::string functional_check{};       ///< of these: under this FunctionalCheck; empty: none
  std::string timeline_window{};        ///< "FIRST:LAST"; empty: all
  std::string samples{};                ///< file for request.samples; empty: none
  std::string record_trace{};           ///< file for the SMs' requests (see TraceRecorder); empty: none
  std::string trace_format = "heddle";  ///< of it
  /// Shows more of the result behind the report; false: the command fails.
  std::function<bool(const RunResult&)> more{};
};

/// Declares what runs; `request` must outlive the parsing.
void add_program(CLI::App& app, RunRequest& request);

/// Declares the sizes of a workload; `options` must outlive the parsing.
void add_size_options(CLI::App& app, WorkloadOptions& options, const std::string& group);

/// Declares what the command line lets a launch file write; `places` must outlive the parsing.
void add_write_options(CLI::App& app, WritePlaces& places, const std::string& group);

/// Declares the sizes and inputs of a workload, and what a launch file may write; `request` must outlive the
/// parsing.
void add_workload_options(CLI::App& app, RunRequest& request);

/// Declares all other options of a run; `options` must outlive the parsing.
void add_run_options(CLI::App& app, RunOptions& options);

/// The folder of the results: the one that the options name, else results/<target>[+technique...].
std::string result_folder(const RunOptions& options);

/// Simulates (or runs without time), prints the report, writes the folder. 1 when the result differs from its
/// reference, else 0. Throws Error as `run` does, and, after all that, when tandem execution has
/// compared too few loads.
int run_and_report(const RunOptions& options);

}  // namespace heddle
