// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/import/option_file.hpp"

namespace heddle {

/// Values of a GPU file that are legal together or not at all, and the options that they come from.
struct ImportedGroup {
  std::vector<std::pair<std::string, std::string>> values{};  ///< by key
  std::string origin{};                                       ///< "-gpgpu_n_clusters 15, ..."
  std::string place{};                                        ///< of the option that has been converted
};

/// Something about an option that its reader must know.
struct ImportNote {
  std::string option{};  ///< name and value
  unsigned line = 0;
  std::string text{};
  std::string file{};  ///< as that of SimOption
};

/// The last option of each name, which is the one that GPGPU-Sim obeys.
using SimOptions = std::map<std::string, SimOption, std::less<>>;

/// The text split at each of the separators.
std::vector<std::string> parts_of(std::string_view text, std::string_view separators);

/// One option on its way to Heddle's keys: what a function of the table (option_table.hpp) reads and writes.
class Conversion {
 public:
  /// `key` and `why` as in the table's row.
  Conversion(const SimOption& option, std::string_view key, std::string_view why, const SimOptions& all)
      : option_(option), key_(key), why_(why), all_(all), origin_(shown(option)) {}

  std::string_view key() const { return key_; }
  std::string_view why() const { return why_; }
  std::string_view name() const { return option_.name; }
  /// Its value, without blanks beside separators.
  std::string value() const { return without_blanks(option_.value); }
  /// The value split at each of `separators`. Refuses other counts than `least` to `most`; `form` says what
  /// is legal.
  std::vector<std::string> parts(std::string_view separators, std::size_t least, std::size_t most,
                                 std::string_view form) const;
  /// A part of the value as a natural number below 2^32, as a number that may have a fraction, as 0 or 1.
  std::uint64_t number(std::string_view text) const;
  double real(std::string_view text) const;
  bool flag() const;
  /// The value of another option, or GPGPU-Sim's default of it; the origin names it from now on.
  std::string other(const std::string& name, const std::string& fallback);
  std::uint64_t other_number(const std::string& name, std::uint64_t fallback);

  /// Values that are taken over together, by key.
  void set(std::vector<std::pair<std::string, std::string>> together);
  void set(const std::string& key, const std::string& text) { set({{key, text}}); }
  void set(const std::string& key, std::uint64_t natural) { set(key, std::to_string(natural)); }
  /// Tells what is not taken over of the value, or otherwise than it stands there.
  void note(std::string text);
  /// Throws Error for a value that GPGPU-Sim could not read.
  [[noreturn]] void refuse(std::string_view part, std::string what, std::string legal) const;

  std::vector<ImportedGroup> groups{};
  std::vector<ImportNote> notes{};

  /// Its name and value; of a setting of the network's file, with that.
  static std::string shown(const SimOption& option);
  static std::string without_blanks(std::string_view text);

 private:
  const SimOption& option_;
  const std::string_view key_, why_;
  const SimOptions& all_;
  std::string origin_;
};

/// A product that stays at the greatest number where it would not fit.
std::uint64_t bounded_product(std::initializer_list<std::uint64_t> factors);

}  // namespace heddle
