// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/synthesizable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/process/cache_folder.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/lower/converter.hpp"
#include "tb/lower/elaborate.hpp"
#include "tb/lower/plain_verilog.hpp"
#include "tb/run/child_process.hpp"

namespace heddle::lower {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t vectors = 20'000;

fs::path kept(const std::string& block, const std::string& hash, const char* extension) {
  return cache_folder() / "plain" / fmt::format("{}-{}{}", block, hash, extension);
}

/// Tools of synthesis define SYNTHESIS, by which RTL leaves out what is for simulation only: Chisel's
/// registers get initial values that depend on the reset, for one.
RtlSource as_synthesis_reads(RtlSource source) {
  const auto is_it = [](const std::string& define) {
    return define.substr(0, define.find('=')) == "SYNTHESIS";
  };
  if (std::none_of(source.defines.begin(), source.defines.end(), is_it))
    source.defines.push_back("SYNTHESIS");
  return source;
}

/// "" when both are the same machine, else what differs.
std::string difference(const CosimResult& original, const CosimResult& plain) {
  if (original.passed() && plain.passed()) return "";
  const auto cycle = [](const CosimResult& r) { return r.mismatch ? r.mismatch->cycle : 0; };
  if (original.verdict == plain.verdict && cycle(original) == cycle(plain) &&
      text_of(original) == text_of(plain))
    return "";
  const auto words = [&](const CosimResult& r) {
    return r.passed() ? std::string("is equal to the model")
                      : fmt::format("first differs from the model at cycle {}", cycle(r));
  };
  return fmt::format("the RTL {}, what was made of it {}", words(original), words(plain));
}

}  // namespace

void require_equal(const RtlSource& original, const RtlSource& plain, const ParameterSet& set) {
  ContentHash hash;
  hash.add(rtl_key(original));
  hash.add(rtl_key(plain));
  hash.add(fmt::format("{} {} {} {}", set.set, fmt::join(set.overrides, " "), vectors, verilator_version()));
  const fs::path mark = kept(original.block, hash.text(), ".equal");
  if (fs::exists(mark)) return;
  const std::string found = in_child_process(fmt::format("co-simulation of {}", set.block), [&] {
    const auto request = [&](const RtlSource& source) {
      const RtlObject object = open_rtl(source);
      return CosimRequest{.block = set.block,
                          .set = set.set,
                          .overrides = set.overrides,
                          .made = [object] { return object.make(); },
                          .vectors = vectors,
                          .no_wave = true};
    };
    const auto results = cosimulate({request(original), request(plain)});
    return difference(results[0], results[1]);
  });
  if (!found.empty())
    throw Error({.place = original.file.string(),
                 .what = "the plain Verilog that synthesis was to get is not the same machine as the RTL, so "
                         "nothing was synthesized",
                 .value = found,
                 .legal = fmt::format("RTL in plainer constructs; the file is {}", plain.file.string())});
  WholeFile(mark).write("");
}

RtlSource plain_source(const RtlSource& simulated) {
  if (!simulated.users) return simulated;
  const RtlSource source = as_synthesis_reads(simulated);
  RtlSource plain{.block = source.block, .file = {}, .users = true};
  std::string text;
  if (const auto by_program = converted(source)) {
    text = by_program->verilog;
    if (!by_program->with_parameters) plain.parameters = source.parameters;
  } else {
    text = plain_verilog(elaborate(source), source.folders);
  }
  ContentHash hash;
  hash.add(text);
  plain.file = kept(source.block, hash.text(), ".sv");
  plain.folders = {plain.file.parent_path()};
  if (!fs::exists(plain.file)) {
    fs::create_directories(plain.file.parent_path());
    WholeFile(plain.file).write(text);
  }
  return plain;
}

RtlSource synthesizable(const RtlSource& source, const ParameterSet& set) {
  if (!source.users) return source;
  RtlSource plain = plain_source(source);
  require_equal(source, plain, set);
  return plain;
}

}  // namespace heddle::lower
