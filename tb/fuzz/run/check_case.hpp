// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/fuzz/machine/machine.hpp"
#include "tb/fuzz/machine/machine_coverage.hpp"
#include "tb/fuzz/tree/buffers.hpp"

namespace heddle::fuzz {

/// A kernel and the machines that must compute the same results.
struct Case {
  KernelTree kernel{};
  std::vector<Machine> machines{};
  /// The level at which clang optimises the kernel, written as C++; none: the kernel is printed as PTX.
  std::optional<unsigned> compiled{};
  unsigned refused_probes = 0;  ///< that were drawn for it
};

/// The kernel's PTX. Throws Error when clang is needed and does not make it.
std::string ptx_of(const Case& c);

enum class Verdict {
  passed,
  invalid,  ///< the generator's fault: the tree is no kernel, or the front end rejects it
  oracles,  ///< the scalar and the functional interpreter differ
  differs,  ///< a machine's buffers differ from theirs
  fails     ///< a machine ends with an error, crashes, or takes too long
};
const char* name_of(Verdict verdict);

/// Probes by kind, and assist warps that have executed them.
struct ProbeCounts {
  std::array<std::uint64_t, kinds_of_probes> of_kind{};
  std::uint64_t assist_warps = 0;

  void add(const ProbeCounts& other);
};
/// For people: "subroutines at statements: 5 observe, ..., in 1200 assist warps".
std::string text_of(const ProbeCounts& counts);

struct CaseResult {
  Verdict verdict = Verdict::passed;
  std::string text{};              ///< what is wrong
  std::size_t machine = 0;         ///< of `differs` and `fails`: which
  std::size_t refused = 0;         ///< machines that are invalid, or on which the kernel does not fit
  std::uint64_t instructions = 0;  ///< warp instructions of one functional run
  ProbeCounts probes{};            ///< of the machines that were not refused
  MachineCoverage reached{};       ///< by the machines
  bool failed() const { return verdict != Verdict::passed; }
};

/// The result of the kernel on a machine.
struct MachineRun {
  bool refused = false;  ///< there is no such machine, or the kernel does not fit there
  bool exact = true;     ///< else a technique changes results on purpose, and only tandem execution can tell
  Buffers after{};
  std::uint64_t probes_run = 0;  ///< assist warps of its probes that have ended
  MachineCoverage reached{};
};
/// Runs a kernel (its tree and its PTX) on a machine. Throws Error when that goes wrong.
using RunMachine = std::function<MachineRun(const KernelTree&, const std::string& ptx, const Machine&)>;

/// Runs the case by both oracles and on its machines, up to the first that is wrong.
CaseResult check(const Case& c, const RunMachine& run);

}  // namespace heddle::fuzz
