// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "tb/fuzz/interpret/probe.hpp"
#include "tb/fuzz/interpret/scalar_program.hpp"
#include "tb/fuzz/interpret/scalar_thread.hpp"

namespace heddle::fuzz {

/// The probes of a kernel whose threads are executed one by one.
class ScalarProbes {
 public:
  /// Both must outlive it.
  ScalarProbes(const std::vector<Probe>& probes, const std::vector<ScalarStep>& code);

  /// A thread has executed the statement, and would go on at `next`: what it does then, and where it goes on.
  std::size_t next(const Statement& s, Registers& r, std::vector<std::uint64_t>& observed,
                   std::size_t next) const;

 private:
  struct At {
    std::size_t number = 0, target = 0;
  };
  const std::vector<Probe>& probes_;
  std::multimap<const Statement*, At> at_;
};

}  // namespace heddle::fuzz
