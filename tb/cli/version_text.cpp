// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/version_text.hpp"

#include <fmt/format.h>
#include <png.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <systemc>

#include "models/base/build_info.hpp"

namespace heddle {
namespace {

#ifdef __clang__
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GNU " __VERSION__;
#endif

std::string json_version() {
  return fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                     NLOHMANN_JSON_VERSION_PATCH);
}

std::string fmt_version() {
  return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

std::string hash_version() {
  constexpr unsigned v = XXH_VERSION_NUMBER;  // its code is inline
  return fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
}

}  // namespace

std::string version_text() {
  const BuildInfo& info = build_info();
  return fmt::format(
      "heddle {}, commit {}\n"
      "compiler   {}, C++ {}, {}\n"
      "libraries  SystemC {}, fmt {}, yaml-cpp {}, nlohmann-json {}, CLI11 {}, zlib {}, libpng {}, xxHash "
      "{}, zstd {}",
      info.version, info.commit, compiler, __cplusplus, HEDDLE_BUILD_TYPE, SC_VERSION, fmt_version(),
      HEDDLE_YAML_CPP_VERSION, json_version(), CLI11_VERSION, zlibVersion(), PNG_LIBPNG_VER_STRING,
      hash_version(), ZSTD_versionString());
}

}  // namespace heddle
