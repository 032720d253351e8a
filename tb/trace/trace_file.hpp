#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// One line of an address trace.
struct TraceAccess {
  std::uint64_t time = 0;  ///< cycle, or cycles after the access before was sent
  bool relative = false;
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t source = 0;  ///< which initiator sends it
};

/// Half of the femtoseconds that a simulation can count, as cycles of this period: no access may come later.
constexpr std::uint64_t last_cycle_of(std::uint64_t period_fs) {
  return (std::uint64_t{1} << 63) / period_fs;
}

/// Reads a trace: a line for each access, "TIME R|W ADDRESS BYTES [SOURCE]". TIME is a cycle, not less than
/// the one before, or +N, that many cycles after the access before was sent. ADDRESS is hexadecimal. What
/// follows a # is a comment. Throws Error with file, line and value for whatever is wrong, an access behind
/// `last_cycle`, a file that cannot be read, and a trace without accesses.
std::vector<TraceAccess> read_trace(const std::string& path, std::uint64_t last_cycle);
/// The same of a file's content; `path` names it in messages.
std::vector<TraceAccess> trace_of(std::string_view text, const std::string& path, std::uint64_t last_cycle);

}  // namespace heddle
