// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/proof.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"

#include <fmt/format.h>

#include <set>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;
using namespace estimate;

namespace {

constexpr unsigned decision_seconds = 600;

void set_parameters(RtlParameters& all, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Error({.place = "proofs", .what = "not a parameter", .value = text, .legal = "Name=value"});
    all[text.substr(0, equals)] = text.substr(equals + 1);
  }
}

/// Returns the files, one of them with a text replaced; the changed file is written into `folder`.
std::vector<fs::path> broken_files(std::vector<fs::path> files, const ProofControl& control,
                                   const fs::path& folder) {
  for (fs::path& file : files) {
    std::string text = read_text_file(file, "file");
    const std::size_t at = text.find(control.replace);
    if (at == std::string::npos) continue;
    text.replace(at, control.replace.size(), control.by);
    write_file(folder / file.filename(), text);
    file = folder / file.filename();
    return files;
  }
  throw Error({.place = "proofs", .what = "the RTL lacks what a control replaces", .value = control.replace});
}

}  // namespace

RtlSource proof_source(std::string_view block, const ProofClaim& claim) {
  RtlSource source = rtl_source(block, {}, {});
  const fs::path own = source.file.parent_path();
  if (!claim.module.empty()) source.block = claim.module;
  source.file = own / (source.block + ".sv");
  if (!fs::exists(source.file)) source.file = own / "proofs" / (source.block + ".sv");
  set_parameters(source.parameters, claim.set);
  return source;
}

ProofVerdict prove(std::string_view block, const ProofClaim& claim, bool broken) {
  const ScratchFolder folder;
  RtlSource source = proof_source(block, claim);
  std::vector<fs::path> files = files_of(source);
  if (broken) set_parameters(source.parameters, claim.broken.set);
  if (broken && !claim.broken.replace.empty())
    files = broken_files(std::move(files), claim.broken, folder.path());
  if (claim.never.empty()) return assertions_hold(source, files, folder.path());
  std::set<std::string> outputs{claim.never};  // each is of a claim
  for (const ProofClaim& other : block_card(block).proofs)
    if (other.module == claim.module && !other.never.empty()) outputs.insert(other.never);
  const fs::path gates = folder.path() / "gates.blif";
  write_file(folder.path() / "harness.ys",
             read_command(source, files) +
                 fmt::format("prep -flatten -top {}\n"
                             "select -assert-count 1 o:{}\nselect -assert-count {} o:*\n"
                             "delete -output o:* o:{} %d\nopt_clean\n"  // other claims' outputs
                             "memory_map\nasync2sync\n",
                             source.block, claim.never, outputs.size(), claim.never) +
                 write_gates(gates));
  run_tool(yosys, {"-q", "-s", "harness.ys"}, folder.path(), fmt::format("proof of {}", source.block));
  return never_high(gates, decision_seconds);
}

}  // namespace heddle::verify
