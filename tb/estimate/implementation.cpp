// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/implementation.hpp"

#include <fmt/format.h>

#include "models/base/bounded_cache.hpp"
#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/process/cache_folder.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/verilate.hpp"
#include "tb/estimate/generic_gates.hpp"
#include "tb/estimate/mapping_check.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate {
namespace fs = std::filesystem;
namespace {

/// Moves a finished folder into the cache in one step; another process may have put it there first.
void keep(const fs::path& made, const fs::path& kept) {
  std::error_code failure;
  fs::create_directories(kept.parent_path(), failure);
  std::string beside = kept.string() + ".XXXXXX";
  if (failure || ::mkdtemp(beside.data()) == nullptr)
    throw Error({.what = "cannot write to the cache", .value = kept.parent_path().string()});
  for (const char* file : {"netlist.json", "netlist.v", "analysis.txt"})
    fs::copy_file(made / file, fs::path(beside) / file, failure);
  if (!failure) fs::rename(beside, kept, failure);
  std::error_code none;
  fs::remove_all(beside, none);
  if (!fs::exists(kept / "analysis.txt", none))
    throw Error({.what = "cannot write to the cache", .value = kept.string()});
}

}  // namespace

Implementer::Implementer(RtlSource source, const Liberty& liberty)
    : source_(std::move(source)), liberty_(liberty), load_ff_(output_load_ff(liberty)) {
  ContentHash hash;
  hash.add(text_key(source_));
  hash.add(read_text_file(liberty.text, "liberty"));
  hash.add(flow_text(source_, liberty, load_ff_));
  hash.add(run_command({"yosys", "-V"}).output);
  hash.add(run_command({"sta", "-version"}).output);
  key_ = hash.text();
}

fs::path Implementer::kept(unsigned order) const {
  return cache_folder() / "netlists" / fmt::format("{}-{}-{}", source_.block, key_, order);
}

void Implementer::prepare(unsigned orders) {
  used_from_cache(kept(0));
  for (unsigned order = 0; order < orders; ++order)
    if (!fs::exists(kept(order))) {
      generic_ = std::make_unique<ScratchFolder>();
      make_generic(source_, liberty_, generic_->path());
      unmapped_.emplace(generic_->path() / unmapped_file, source_.block, generic_gates());
      return;
    }
}

Implementation Implementer::make(unsigned order) const {
  const fs::path folder = kept(order);
  if (!fs::exists(folder)) {
    const ScratchFolder work;
    const Synthesized cells = map_to_cells(source_, liberty_, load_ff_, generic_->path(), work.path(), order);
    require_same_machine(*unmapped_, Netlist(cells.named, source_.block, liberty_), source_.block);
    write_file(work.path() / "analysis.txt",
               analysis_text(cells.verilog, source_.block, liberty_, load_ff_, work.path()));
    keep(work.path(), folder);
  }
  mark_used(folder);
  return {Netlist(folder / "netlist.json", source_.block, liberty_),
          parse_analysis(read_text_file(folder / "analysis.txt", "timing analysis"))};
}

}  // namespace heddle::estimate
