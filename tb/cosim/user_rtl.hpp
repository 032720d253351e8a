#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle {

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
  std::vector<std::string> allowed{};            ///< Verilator's warnings that are no errors

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
/// -y, -Wno-NAME; comments as in SystemVerilog and with #. Paths are relative to their list's folder. Throws
/// Error with file and line for anything else.
ExpandedRtl expand(const UserRtl& rtl);

}  // namespace heddle
