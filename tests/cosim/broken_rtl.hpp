// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "models/base/scratch_folder.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle {

/// A copy of Heddle's RTL with one piece of text replaced, in a temporary folder.
class BrokenRtl {
 public:
  /// `path` is relative to rtl_ref/; `top` is the block's file when the changed module is inside of it.
  BrokenRtl(const std::string& path, const std::string& original, const std::string& replacement,
            const std::string& top = "") {
    namespace fs = std::filesystem;
    setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);  // kept for the next run of the tests
    setenv("HEDDLE_RTL_OPTIMISATION", "-O0", 1);                // a fault is found soon
    const fs::path rtl = fs::path(HEDDLE_SOURCE_DIR) / "rtl_ref";
    std::stringstream text;
    text << std::ifstream(rtl / path).rdbuf();
    std::string source = text.str();
    EXPECT_NE(source.find(original), std::string::npos) << "the RTL has changed: " << original;
    for (std::size_t at = 0; (at = source.find(original, at)) != std::string::npos; at += replacement.size())
      source.replace(at, original.size(), replacement);
    file_ = folder_.path() / fs::path(path).filename();
    std::ofstream(file_) << source;
    if (!top.empty()) {
      fs::copy_file(rtl / top, folder_.path() / fs::path(top).filename());
      file_ = folder_.path() / fs::path(top).filename();
    }
  }

  CosimRequest request(const std::string& block) const {
    CosimRequest r;
    r.block = block;
    r.rtl = file_.string();
    r.wave = wave().string();
    return r;
  }
  /// For a block in a GPU.
  RtlSelection selection(const std::string& block) const { return {block, file_.string()}; }
  std::filesystem::path wave() const { return folder_.path() / "mismatch.fst"; }

 private:
  ScratchFolder folder_;
  std::filesystem::path file_;
};

}  // namespace heddle
