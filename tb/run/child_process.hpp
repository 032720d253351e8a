// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "models/base/error.hpp"

namespace heddle {

/// A child process has ended without a result.
class ProcessEnded : public Error {
 public:
  ProcessEnded(int signal, Problem problem) : Error(std::move(problem)), signal_(signal) {}
  int signal() const { return signal_; }  ///< that ended it; 0: none did

 private:
  int signal_;
};

/// What an exception of a library's has to say, as the problem that is printed: memory that is not there and
/// failures of the system are the user's to know, anything else is a fault of Heddle's.
Problem problem_of(const std::exception& exception);

/// Runs `work` in a forked process and returns its text: SystemC simulates once a process. An Error in the
/// child is thrown here, an ApiError as one, and so is what it does not catch; if the child ends abnormally,
/// ProcessEnded names `what` it was. Call it before this process simulates.
std::string in_child_process(const std::string& what, const std::function<std::string()>& work);

/// For such a process: SIGXCPU ends it, and each process that it starts, after so much time of the processor.
/// It leaves no core.
void limit_processor_time(unsigned seconds);

}  // namespace heddle
