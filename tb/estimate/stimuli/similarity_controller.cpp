// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// The rate of an error of 10 % (Wong2016 section 6.1): 50 new similar instructions in 1000 cycles.
PinSequence find(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"launch_target_i", 16},
                        {"launch_least_i", 5},
                        {"launch_most_i", 5},
                        {"launch_initial_i", 5},
                        {"launch_enabled_i", 1},
                        {"launch_valid_i", 1},
                        {"similar_found_i", 4}});
  for (unsigned n = 0; n < operations; ++n) {
    sequence.append(0, 50);
    sequence.append(1, 0);
    sequence.append(2, 31);
    sequence.append(3, 8);
    sequence.append(4, 1);
    sequence.append(5, n == 0);
    sequence.append(6, random.one_in(20) ? 1u << random.below(4) : 0);
  }
  return sequence;
}

const Registration<Stimulus> similarity_controller_stimulus{
    {.name = "similarity_controller",
     .random_description = "a new similar instruction in one of 20 cycles on average, which is the target",
     .random = find}};

}  // namespace
}  // namespace heddle::estimate
