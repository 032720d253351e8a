// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle {

/// The text of a source, its parameters and all files that may take part, as a short text: equal keys mean
/// equal RTL.
std::string text_key(const RtlSource& source);

/// What the shared object of a source is made from, as a short text: equal keys mean equal RTL, parameters
/// and binding. Verilator's version is no part of it.
std::string rtl_key(const RtlSource& source);

/// Verilates, compiles and links `source` into the shared object `target`, which is replaced as a whole or
/// not at all. Throws Error with Verilator's first message when it does not accept the RTL, and when
/// Verilator or the compiler is missing.
void verilate(const RtlSource& source, const std::filesystem::path& target);

/// Precompiles the headers that all RTL includes, for this optimisation ("-O3"), into `target`. Throws Error
/// when the compiler is missing. A compiler other than that one, or with other flags, reads the headers
/// themselves.
void precompile_headers(const std::string& optimisation, const std::filesystem::path& target);

/// The version of the Verilator on the PATH, such as "5.006". Throws Error when there is none.
std::string verilator_version();

/// How the module of a source is to be run.
RtlSettings settings_of(const RtlSource& source);

/// A shared object made by `verilate`, loaded for the rest of the process.
class RtlObject {
 public:
  /// Throws Error when the file is none.
  explicit RtlObject(const std::filesystem::path& file, RtlSettings settings = {});
  const std::string& key() const { return key_; }
  /// A new instance of the module. Throws Error when its initial processes fail.
  std::unique_ptr<RtlModel> make() const;
  /// Lets the signals of one of its instances that depend on inputs take their values ahead of the clock
  /// edge.
  void look(RtlModel& model) const { look_(model); }

 private:
  RtlModel* (*make_)(const RtlSettings&) = nullptr;
  void (*look_)(RtlModel&) = nullptr;
  RtlSettings settings_;
  std::string key_;
};

/// Where the build has put the default sets of all blocks (BLOCK.so) and Verilator's runtime.
std::filesystem::path prebuilt_rtl();

}  // namespace heddle
