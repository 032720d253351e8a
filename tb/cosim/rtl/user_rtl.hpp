// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle {

/// What a user allows (UserRtl::allowed) so that RTL may reach outside of the simulation: files, programs, C.
inline constexpr const char* reaching_outside = "SYSTEM";

/// RTL of the user's own in place of a block's, as a command line names it.
struct UserRtl {
  UserRtl() = default;
  template <class T>
  requires std::convertible_to<T, std::filesystem::path> UserRtl(const T& file_of_module)
      : file(file_of_module) {}

  std::filesystem::path
      file{};  ///< that holds the module, or a list (.f); empty, with no lists: Heddle's own
  std::vector<std::filesystem::path> lists{};    ///< of files and options (-F)
  std::vector<std::filesystem::path> folders{};  ///< searched for modules, packages and included files (-I)
  std::vector<std::string> defines{};            ///< NAME or NAME=VALUE (-D)
  /// Verilator's warnings that are no errors, and SYSTEM for RTL that reaches outside (rtl_reading.hpp).
  std::vector<std::string> allowed{};
  /// Loops that have run this often at one clock edge are an error; 0: never.
  std::uint64_t loop_limit = default_loop_limit;
  static constexpr std::uint64_t default_loop_limit = 100'000'000;

  bool empty() const { return file.empty() && lists.empty(); }
  /// Its name in reports.
  std::string name() const;
};

/// The same with its lists read: `files` holds their files in order, and `file` is empty when only lists were
/// given.
struct ExpandedRtl {
  UserRtl rtl;
  std::vector<std::filesystem::path> files{};
};

/// Reads the lists: files, -I and +incdir+, -D and +define+, -f and -F (relative to the list they stand in),
/// -y, -Wno-NAME; comments as in SystemVerilog and with #. Paths are relative to their list's folder; $NAME
/// and ${NAME} are variables of the environment. Throws Error with file and line for anything else, and for a
/// variable that is not set.
ExpandedRtl expand(const UserRtl& rtl);

}  // namespace heddle
