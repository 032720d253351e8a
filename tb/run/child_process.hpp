#pragma once

#include <functional>
#include <string>

namespace heddle {

/// Runs `work` in a forked process and returns its text: SystemC simulates once a process. An Error in the
/// child is thrown here; if the child ends abnormally, an Error names `what` it was. Call it before this
/// process simulates.
std::string in_child_process(const std::string& what, const std::function<std::string()>& work);

}  // namespace heddle
