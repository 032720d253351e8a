// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tb/workloads/workload.hpp"

/// Micro-kernels: a stretch of instructions between two reads of %clock. They are written in PTX, because a
/// compiler would move or drop what is measured.
namespace heddle::micro {

/// The instructions that one kernel of a micro-workload measures. Its registers are: %t (thread of the CTA),
/// %x (this thread's word of the input), %rd_in (the input), %result, %r0 to %r31, %rd0 to %rd15, %f0 to
/// %f15, %d0 to %d15, %p0 to %p7.
struct Stretch {
  std::string name{};     ///< of the kernel
  std::string outside{};  ///< declarations outside the body, which its module's other kernels see, too
  std::string shared{};   ///< the declaration of its shared memory
  std::string once{};     ///< at the kernel's begin, when %kept holds the word of the input
  std::string prepare{};  ///< before each pass; what %x was is in it again
  std::function<std::string(unsigned k)> step{};  ///< instruction k of the stretch
  /// Makes %done true, and only when the stretch's last result is there.
  std::string wait{};
  std::string finish{};  ///< leaves the thread's result in %result
  /// Two lengths: the difference of their times is that of the steps alone, because the surrounding
  /// instructions are the same.
  unsigned few = 16, many = 80;
};

/// The module of these kernels. Each runs both lengths, each length twice (the first pass fills the caches)
/// and keeps the times of the second pass. All warps of a CTA begin a pass together.
std::string write_module(const std::vector<Stretch>& stretches);

/// The results of a kernel.
struct Times {
  double few = 0, many = 0;  ///< cycles from the first warp's begin to the last warp's end, of the first CTA
  std::vector<std::uint32_t> results{};  ///< of each thread, after the longer stretch
  /// Cycles of one step.
  double each(const Stretch& s) const { return (many - few) / (s.many - s.few); }
};

/// Runs kernel `s` of the module with `threads` threads a CTA; `input` is in device memory. Compares the
/// durations that the threads wrote with the ends of their intervals.
Times measure(const WorkloadRun& run, const Stretch& s, LaunchShape shape, DevicePointer input,
              WorkloadResult& result);

}  // namespace heddle::micro
