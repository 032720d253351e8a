// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/process/end_with_parent.hpp"

#include <sys/prctl.h>
#include <unistd.h>

namespace heddle {

void end_with_parent(pid_t parent, int signal) {
  ::prctl(PR_SET_PDEATHSIG, signal);
  if (::getppid() != parent) ::_exit(1);
}

}  // namespace heddle
