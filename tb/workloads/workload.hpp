// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/host/context.hpp"
#include "tb/workloads/result.hpp"
#include "tb/workloads/size_name.hpp"

namespace heddle {

inline constexpr const char* default_variant = "clang19";
/// The one variant of a workload that writes its kernel itself.
inline constexpr const char* written_variant = "written";

/// How the user wants a workload run.
struct WorkloadOptions {
  /// As `--size` gives them: the name of a size, and assignments ("n=1000"), which win over it.
  std::vector<std::string> sizes{};
  bool small = false;      ///< the same as the name `small`
  std::uint64_t seed = 1;  ///< of the input data
  std::string variant{};   ///< which kernel.VARIANT.ptx; empty: default_variant
  ptx::BuildOptions build{.max_registers = ptx::most_registers};  ///< fewer where the GPU has fewer
};

/// The context in which the body of a workload runs.
struct WorkloadRun {
  Context& context;
  const Module& module;
  std::uint64_t seed;
};

/// The measures of Wong2016 Table 1.
enum class ErrorMeasure : std::uint8_t {
  relative,   ///< average relative error of the elements
  picture,    ///< root mean square difference of a picture's values, of 255
  differing,  ///< share of the elements that differ
};

/// The size, and the values, with which a benchmark is run by those who publish figures of it.
struct PaperSize {
  std::vector<std::string> sizes{};  ///< as assignments; none: they are the default ones
  std::string source{};              ///< where they stand; empty: there is no such size
};

/// A host program with its kernels, input data and CPU reference, in tb/workloads/NAME/: kernel.cu, host.cpp,
/// and the default kernel.VARIANT.ptx (variants: the compiler; COMPILER-32: with 32-bit addresses).
struct Workload {
  std::string name{};
  std::string description{};  ///< one line
  std::string stands_for{};   ///< the benchmark of a paper that it stands for: "Lee2015 pathfinder (Rodinia)"
  std::string values{};       ///< what the input data are, and what they resemble
  std::string character{};    ///< memory or compute bound, divergence: "memory bound, no divergence"
  std::vector<ParameterInfo> sizes{};  ///< what `--size` can set
  std::vector<std::string> small{};    ///< sizes for tests, as assignments
  PaperSize paper{};                   ///< the benchmark's own
  /// The measure of an approximated output's quality.
  ErrorMeasure error = ErrorMeasure::relative;
  std::function<WorkloadResult(const WorkloadRun&, const ConfigTree& sizes)> body{};
  /// Writes the kernel's PTX: of a micro-kernel, whose instructions a compiler would move or drop. Such a
  /// workload has no kernel.cu.
  std::function<std::string(const ConfigTree& sizes)> write_ptx{};

  static constexpr const char* kind() { return "workload"; }

  /// The sizes of a run. Throws Error for what is neither a size of that name nor an assignment to a size
  /// that the workload has, and for two names.
  ConfigTree size_tree(const WorkloadOptions& options) const;
  /// Loads the kernels, generates the input, runs on `device` and compares with the CPU reference. Throws
  /// Error for an unknown size or variant, a size out of range, and whatever the device rejects.
  WorkloadResult run(Device& device, const WorkloadOptions& options) const;
  /// The PTX of a variant, maybe in an archive. Throws Error with the ones there are when there is none.
  std::filesystem::path ptx_file(const std::string& variant) const;
  /// Throws Error when there is no such variant; a workload that writes its kernel accepts the default one,
  /// too.
  void check_variant(const std::string& variant) const;
  std::vector<std::string> variants() const;
};

/// A workload whose sizes are the configuration struct `Sizes` (models/base/parameter.hpp).
template <class Sizes>
Workload make_workload(Workload rest, WorkloadResult (*body)(const WorkloadRun&, const Sizes&)) {
  rest.sizes = describe<Sizes>();
  rest.body = [body](const WorkloadRun& run, const ConfigTree& tree) {
    const Sizes sizes = resolve<Sizes>(tree);
    tree.check_all_used();
    return body(run, sizes);
  };
  return rest;
}

/// The same for a workload that writes its kernel.
template <class Sizes>
Workload make_workload(Workload rest, WorkloadResult (*body)(const WorkloadRun&, const Sizes&),
                       std::string (*write_ptx)(const Sizes&)) {
  rest.write_ptx = [write_ptx](const ConfigTree& tree) { return write_ptx(resolve<Sizes>(tree)); };
  return make_workload<Sizes>(std::move(rest), body);
}

/// ceil(count / each): CTAs that cover `count` elements.
constexpr std::uint32_t blocks_for(std::uint32_t count, std::uint32_t each) {
  return (count + each - 1) / each;
}

}  // namespace heddle
