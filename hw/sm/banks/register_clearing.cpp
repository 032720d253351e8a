// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/banks/register_clearing.hpp"

namespace heddle {

void RegisterClearing::clear_next() {
  if (!ended_.empty()) {
    encoding_.clear(ended_.front());
    if (power_ != nullptr) power_->clear(ended_.front());
    ended_.pop();
  } else if (mapper_ != nullptr) {
    // An encoding with metadata of its own clears one register a cycle.
    for (unsigned k = encoding_.partial_writes() == PartialWrites::in_place ? clusters : 1; k > 0; --k) {
      const RegisterId r = mapper_->freed();
      if (r == no_register) break;
      encoding_.clear({r, 1});
      if (power_ != nullptr && !power_->forget(r)) {
        power_->clear({r, 1});
        break;
      }
    }
  }
}

}  // namespace heddle
