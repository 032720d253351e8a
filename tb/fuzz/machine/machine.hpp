// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "tb/fuzz/interpret/probe.hpp"

namespace heddle::fuzz {

/// One machine, as options of the command line.
struct Machine {
  std::string gpu = "gtx480_lee2015";
  std::vector<std::string> techniques{};
  std::vector<std::string> assignments{};  ///< "sm.scheduler=lrr"; cutting one away gives a simpler machine
  std::string rtl{};                       ///< blocks that are RTL; empty: none
  bool check = true;                       ///< tandem execution
  unsigned threads = 1;                    ///< that simulate SMs; more than one without tandem execution
  std::vector<Probe> probes{};             ///< user subroutines p0, p1, ... for the case's kernel
};

/// "--gpu X --with Y --set a=b", for a shell; without the probes.
std::string options_of(const Machine& machine);

/// The machines that may be drawn.
struct MachineChoice {
  std::vector<std::string> gpus{};  ///< empty: all presets
  bool check = true;                ///< all under tandem execution
  bool pinned = false;              ///< take `fixed` as it is
  Machine fixed{};
  unsigned rtl_one_in = 40;  ///< one machine in so many has a block as RTL; 0: none
};

/// GPU x scheduler x techniques with their policies x sizes of tables, collectors,
/// buses, caches, MSHRs x SMs x skipping of idle cycles.
Machine draw_machine(Random& random, const MachineChoice& choice);

}  // namespace heddle::fuzz
