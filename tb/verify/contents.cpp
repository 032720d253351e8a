// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/contents.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "hw/sim/block_entry.hpp"
#include "models/base/code_text.hpp"
#include "models/base/content_hash.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/verify/proof.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;

namespace {

/// What all co-simulations share: none of it counts in a block's own key.
constexpr std::array shared_folders{"hw/sim", "models/base", "tb/cosim"};

/// The files of the common co-simulation that draw stimulus. All others only compare and count.
const std::set<std::string> shared_stimulus{"tb/cosim/bench/corner_range.hpp",
                                            "tb/cosim/bench/feed_forward_bench.hpp",
                                            "tb/cosim/bench/pacer.hpp", "tb/cosim/bench/random_words.hpp"};

std::vector<std::string> included_by(const fs::path& file) {
  static const std::regex line("#include \"([^\"\n]+)\"");
  const std::string text = read_text_file(file, "source file");
  std::vector<std::string> paths;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    paths.push_back((*it)[1]);
  return paths;
}

/// Collects a file and the files that it includes, within the folders of the techniques and the shared
/// stimulus.
class Sources {
 public:
  explicit Sources(fs::path root) : root_(std::move(root)) {
    const auto& blocks = Registry<BlockEntry>::instance();
    for (const std::string& block : blocks.names())
      for (const char* part : {"models/", "hw/", "tb/"})
        folders_.insert(part + blocks.find(block).technique + "/");
  }

  void add_folder(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(root_ / folder))
      if (entry.is_regular_file()) add(fs::relative(entry.path(), root_));
  }

  void add(const fs::path& file) {
    std::error_code none;
    if (!fs::is_regular_file(root_ / file, none) || !files.insert(file).second) return;
    for (const std::string& path : included_by(root_ / file)) {
      if (!followed(path)) {
        others_ = others_ || (!shared(path) && fs::is_regular_file(root_ / path, none));
        continue;
      }
      add(path);
      add(fs::path(path).replace_extension(".cpp"));
    }
  }

  /// Do they include files that count neither here nor among the shared ones?
  bool include_others() const { return others_; }

  std::set<fs::path> files;

 private:
  static bool shared(const std::string& path) {
    return std::any_of(shared_folders.begin(), shared_folders.end(),
                       [&](const std::string& folder) { return path.starts_with(folder + "/"); });
  }
  bool followed(const std::string& path) const {
    return shared_stimulus.contains(path) ||
           std::any_of(folders_.begin(), folders_.end(),
                       [&](const std::string& folder) { return path.starts_with(folder); });
  }

  fs::path root_;
  std::set<std::string> folders_;
  bool others_ = false;
};

/// The block's module, stimulus and coverage, the models that they include, and the lock-step's resets.
Sources simulated_sources(const std::string& block) {
  const std::string& technique = Registry<BlockEntry>::instance().find(block).technique;
  Sources sources(data_root());
  for (const char* part : {"hw", "tb"}) sources.add_folder(fs::path(part) / technique / block);
  for (const char* file : {"tb/cosim/compare/lockstep.cpp", "tb/cosim/bench/reset_edges.hpp"})
    sources.add(file);
  return sources;
}

}  // namespace

std::vector<fs::path> verified_files(const std::string& block) {
  const fs::path root = data_root();
  Sources sources = simulated_sources(block);
  const auto add_rtl = [&](const RtlSource& source) {
    for (const fs::path& file : files_of(source)) sources.files.insert(fs::relative(file, root));
  };
  add_rtl(rtl_source(block, {}, default_parameters(block)));
  for (const ProofClaim& claim : block_card(block).proofs) add_rtl(proof_source(block, claim));
  return {sources.files.begin(), sources.files.end()};
}

namespace {

/// Adds the code of the files, without comments. Where a file lies does not count, only its name, so that a
/// move leaves what has been verified as it is; nor do lines that include others, which are files of their
/// own here.
void add_code(const fs::path& root, const std::vector<fs::path>& files, ContentHash& hash) {
  static const std::regex include("#include [^\n]*\n");
  std::vector<std::pair<std::string, std::string>> all;
  for (const fs::path& file : files) {
    const std::string text = read_text_file(root / file, "source file");
    all.emplace_back(file.filename().string(), bare_code(std::regex_replace(text, include, "")));
  }
  std::sort(all.begin(), all.end());
  for (const auto& [name, code] : all) {
    hash.add(name);
    hash.add(code);
  }
}

/// Adds the file and the headers of models/base that it includes.
void add_with_base_headers(const fs::path& root, const fs::path& file, std::set<fs::path>& files) {
  if (!fs::is_regular_file(root / file) || !files.insert(file).second) return;
  for (const std::string& path : included_by(root / file))
    if (path.starts_with("models/base/")) add_with_base_headers(root, path, files);
}

}  // namespace

std::optional<std::string> contents_key(const std::string& block) {
  const fs::path root = data_root();
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  if (!entry.folder.empty() || !fs::is_directory(root / "hw" / entry.technique)) return std::nullopt;
  ContentHash hash;
  add_code(root, verified_files(block), hash);
  for (const std::string& set : parameter_set_names(block)) {
    hash.add(set);
    for (const auto& [name, value] :
         Registry<BlockEntry>::instance().find(block).rtl_parameters(parameter_set(block, set, {}))) {
      hash.add(name);
      hash.add(value);
    }
  }
  const BlockCard card = block_card(block);
  if (!card.mutated_set.empty()) hash.add(card.mutated_set);
  if (!card.netlist_set.empty()) hash.add("netlist of " + card.netlist_set);
  for (const ProofClaim& claim : card.proofs) {
    for (const std::string& text : {claim.module, claim.never, claim.broken.replace, claim.broken.by})
      hash.add(text);
    for (const auto* list : {&claim.set, &claim.broken.set})
      for (const std::string& text : *list) hash.add(text);
  }
  return hash.text();
}

bool keys_cover_simulation(const std::string& block) { return !simulated_sources(block).include_others(); }

std::optional<std::string> simulation_key() {
  const fs::path root = data_root();
  std::set<fs::path> files;
  for (const char* folder : {"hw/sim", "tb/cosim"}) {
    if (!fs::is_directory(root / folder)) return std::nullopt;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) add_with_base_headers(root, fs::relative(entry.path(), root), files);
  }
  ContentHash hash;
  for (const fs::path& file : files) {
    hash.add(file.generic_string());
    hash.add(bare_code(read_text_file(root / file, "source file")));
  }
  return hash.text();
}

}  // namespace heddle::verify
