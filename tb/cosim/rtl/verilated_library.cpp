// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/verilated_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/process/cache_folder.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Formats a pin, which the Verilated class stores little-endian, in hexadecimal digits.
std::string hex_of(const RtlPort& port) {
  const unsigned digits = (port.bits + 3) / 4;
  std::string text;
  for (unsigned d = digits; d-- > 0;)
    text += "0123456789abcdef"[static_cast<const unsigned char*>(port.data)[d / 2] >> d % 2 * 4 & 0xf];
  constexpr unsigned shown = 64;
  return digits <= shown ? text : "..." + text.substr(digits - shown);
}

/// Turns an exception of the Verilated code into an Error that lists the inputs at that edge.
class Guarded final : public RtlModel {
 public:
  Guarded(std::string block, std::unique_ptr<RtlModel> rtl)
      : block_(std::move(block)), rtl_(std::move(rtl)) {}
  std::map<std::string, RtlPort, std::less<>> ports() override { return rtl_->ports(); }
  void settle() override { rtl_->settle(); }  // cannot throw: assertions are evaluated at edges
  void edge() override {
    try {
      rtl_->edge();
    } catch (const std::runtime_error& problem) {
      std::string pins;
      for (const auto& [name, port] : rtl_->ports())
        if (port.input && name != "clk_i")
          pins += fmt::format("{}{} = {}", pins.empty() ? "" : ", ", name, hex_of(port));
      throw Error({.place = fmt::format("RTL of {}", block_),
                   .what = std::string(problem.what()) + (pins.empty() ? "" : "; its inputs were " + pins)});
    }
  }

 private:
  std::string block_;
  std::unique_ptr<RtlModel> rtl_;
};

}  // namespace

std::vector<RtlSelection> parse_rtl_selection(std::string_view text, const UserRtl& options) {
  std::vector<RtlSelection> all;
  const ExpandedRtl listed = expand(options);
  bool taken = false;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    RtlSelection one{std::string(item.substr(0, equals))};
    Registry<BlockEntry>::instance().find(one.block);
    const std::string file(equals == std::string_view::npos ? "" : item.substr(equals + 1));
    if (!file.empty() || declares_module(listed, one.block)) {
      one.rtl = options;
      one.rtl.file = file;
      taken = true;
    }
    for (const RtlSelection& other : all)
      if (other.block == one.block) throw Error({.what = "a block is selected twice", .value = one.block});
    all.push_back(std::move(one));
  }
  if (!taken && !(options.lists.empty() && options.folders.empty() && options.defines.empty() &&
                  options.allowed.empty()))
    throw Error({.what = "-F, -I, -D and --allow belong to RTL of your own, and no block has any",
                 .value = std::string(all.empty() ? "" : all.front().block),
                 .legal = "--rtl BLOCK=FILE, or -F with a list whose files declare the module BLOCK"});
  return all;
}

namespace {

/// Is there such RTL in the cache? A damaged file is made again.
bool is_whole(const fs::path& cached, const std::string& key) {
  if (!fs::exists(cached)) return false;
  try {
    return RtlObject(cached).key() == key;
  } catch (const Error&) {
    fs::remove(cached);
    return false;
  }
}

}  // namespace

RtlObject open_rtl(const RtlSource& source) {
  const std::string key = rtl_key(source);
  if (const fs::path built = prebuilt_rtl() / (source.block + ".so"); fs::exists(built))
    if (RtlObject object(built, settings_of(source)); object.key() == key) return object;
  const fs::path cached =
      cache_folder() / fmt::format("{}-{}-verilator-{}.so", source.block, key, verilator_version());
  if (!is_whole(cached, key)) verilate(source, cached);
  used_from_cache(cached);
  return RtlObject(cached, settings_of(source));
}

VerilatedLibrary::VerilatedLibrary(const std::vector<RtlSelection>& selections) {
  for (const RtlSelection& s : selections) {
    read_text_file(rtl_source(s.block, s.rtl, {}).file, "RTL");
    selections_.emplace(s.block, s);
  }
}

bool VerilatedLibrary::selects(std::string_view block) const {
  asked_for_.emplace(block);
  return selections_.find(block) != selections_.end();
}

bool VerilatedLibrary::may_sleep(std::string_view block) const {
  const auto it = selections_.find(block);
  return it != selections_.end() && it->second.rtl.empty();
}

std::unique_ptr<RtlModel> VerilatedLibrary::open(std::string_view block, const RtlParameters& parameters) {
  const auto it = selections_.find(block);
  if (it == selections_.end())
    throw Error({.what = "the block is not selected as RTL", .value = std::string(block)});
  const RtlSource source = rtl_source(block, it->second.rtl, parameters);
  for (const std::string& note : notes_of(source)) {
    const std::string of_block = fmt::format("{}: {}", block, note);
    if (std::find(notes_.begin(), notes_.end(), of_block) == notes_.end()) notes_.push_back(of_block);
  }
  const RtlObject object = open_rtl(source);
  return std::make_unique<Guarded>(it->first, object.make());
}

void VerilatedLibrary::require_blocks_of(std::string_view machine) const {
  for (const auto& [block, selection] : selections_) {
    if (asked_for_.contains(block)) continue;
    throw Error({.what = fmt::format("{} has no such block (of {})", machine,
                                     Registry<BlockEntry>::instance().find(block).technique),
                 .value = block,
                 .legal = fmt::format("{}", fmt::join(asked_for_, ", "))});
  }
}

}  // namespace heddle
