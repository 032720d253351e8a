// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/check_case.hpp"

#include <fmt/format.h>

#include "models/host/functional_device.hpp"
#include "tb/fuzz/compiled/clang.hpp"
#include "tb/fuzz/compiled/host_run.hpp"
#include "tb/fuzz/interpret/scalar_interpreter.hpp"
#include "tb/fuzz/print/ptx_printer.hpp"
#include "tb/fuzz/run/launch_kernel.hpp"

namespace heddle::fuzz {

const char* name_of(Verdict verdict) {
  static constexpr const char* names[] = {"passed", "invalid", "oracles differ", "differs", "fails"};
  return names[static_cast<unsigned>(verdict)];
}

void ProbeCounts::add(const ProbeCounts& other) {
  for (unsigned k = 0; k < kinds_of_probes; ++k) of_kind[k] += other.of_kind[k];
  assist_warps += other.assist_warps;
}

std::string text_of(const ProbeCounts& c) {
  return fmt::format("subroutines at statements: {} observe, {} keep, {} change, {} jump, in {} assist warps",
                     c.of_kind[0], c.of_kind[1], c.of_kind[2], c.of_kind[3], c.assist_warps);
}

std::string ptx_of(const Case& c) {
  return c.compiled ? ClangKernel(c.kernel, *c.compiled).ptx() : ptx_of(c.kernel);
}

CaseResult check(const Case& c, const RunMachine& run) {
  CaseResult r;
  Buffers expected;
  std::string ptx;
  try {
    expected = run_scalar(c.kernel);
    if (c.compiled) {
      const ClangKernel clang(c.kernel, *c.compiled);
      ptx = clang.ptx();
      if (r.text = difference(c.kernel, expected, run_on_host(c.kernel, clang.library())); !r.text.empty()) {
        r.verdict = Verdict::oracles;
        r.text = "on the host: " + r.text;
        return r;
      }
    } else {
      ptx = ptx_of(c.kernel);
    }
    FunctionalDevice device({.memory_bytes = std::uint64_t{1} << 30, .max_instructions = 50'000'000});
    const Buffers functional = launch_on(device, c.kernel, ptx);
    r.instructions = device.warp_instructions();
    r.text = difference(c.kernel, expected, functional);
    if (!r.text.empty()) r.verdict = Verdict::oracles;
  } catch (const Error& e) {
    r.verdict = Verdict::invalid;
    r.text = e.what();
  }
  for (r.machine = 0; !r.failed() && r.machine < c.machines.size(); ++r.machine) {
    const Machine& machine = c.machines[r.machine];
    std::optional<Buffers> probed;
    try {
      if (!machine.probes.empty()) probed = run_scalar(c.kernel, machine.probes);
    } catch (const Error& e) {
      r.verdict = Verdict::invalid;
      r.text = e.what();
      break;
    }
    try {
      const MachineRun got = run(c.kernel, ptx, machine);
      r.reached.add(got.reached);
      if (got.refused) {
        ++r.refused;
        continue;
      }
      for (const Probe& p : machine.probes) ++r.probes.of_kind[static_cast<unsigned>(p.does)];
      r.probes.assist_warps += got.probes_run;
      r.text = got.exact ? difference(c.kernel, probed ? *probed : expected, got.after) : "";
      if (!r.text.empty()) r.verdict = Verdict::differs;
    } catch (const Error& e) {
      r.verdict = Verdict::fails;
      r.text = e.what();
    }
    if (r.failed()) break;
  }
  return r;
}

}  // namespace heddle::fuzz
