#pragma once

#include <exception>
#include <functional>
#include <string>

#include "models/base/error.hpp"

namespace heddle {

/// What an exception of a library's has to say, as the problem that is printed: memory that is not there and
/// failures of the system are the user's to know, anything else is a fault of Heddle's.
Problem problem_of(const std::exception& exception);

inline constexpr const char* process_ended = "its process ended without a result";

/// Runs `work` in a forked process and returns its text: SystemC simulates once a process. An Error in the
/// child is thrown here, and so is what it does not catch; if the child ends abnormally, an Error of
/// `process_ended` names `what` it was. Call it before this process simulates.
std::string in_child_process(const std::string& what, const std::function<std::string()>& work);

}  // namespace heddle
