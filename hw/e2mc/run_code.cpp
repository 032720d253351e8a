// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/run_code.hpp"

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace heddle {
namespace {

/// The code of all values of several counts, of which there is at least one.
e2mc::CodeTable code_of(const std::vector<const e2mc::ValueCounts*>& all, const E2mcConfig& config) {
  if (all.size() == 1) return {*all.front(), config.shape()};
  e2mc::SampledCounts sum(config.symbol_bits);
  for (const e2mc::ValueCounts* counts : all)
    for (unsigned tree = 0; tree < e2mc::trees_of(config.symbol_bits); ++tree)
      for (const auto& [value, count] : counts->of(tree)) sum.add(tree, value, count);
  return sum.code(config.entries);
}

/// The common code alone.
std::vector<OwnedCode> one_code(e2mc::CodeTable table) {
  std::vector<OwnedCode> codes;
  codes.emplace_back(CodeOwner(), std::move(table));
  return codes;
}

}  // namespace

RunCode::RunCode(const E2mcConfig& config)
    : config_(config),
      owners_(std::make_shared<LineOwners>(config.codes)),
      codec_(std::make_shared<E2mcLineCodec>(
          e2mc::LineCodeConfig{.ways = config.ways},
          [owners = owners_](std::uint64_t address) { return owners->code_of(address); })),
      sampled_(config.symbol_bits) {
  if (config_.gives_codes()) make(given_codes(config_));
}

bool RunCode::ended() const {
  if (config_.code == CodeSource::offline && codes_.empty())
    throw Error({.place = "line_compression.e2mc",
                 .what = "an offline code needs its tables",
                 .legal = "tables of a run ahead, which `heddle run` makes, or code: online"});
  return ended_;
}

bool RunCode::saw(std::span<const unsigned char> line, std::uint64_t instructions, const CodeOwner& owner) {
  if (ended()) return false;
  counts_.try_emplace(owner, config_.symbol_bits).first->second.add(line);
  return reached(instructions);
}

bool RunCode::reached(std::uint64_t instructions) {
  if (ended() || instructions < config_.sampled_instructions) return false;
  ended_ = true;
  if (samplers_.empty()) make(counted_codes());
  for (const auto& end : samplers_) end();
  return true;
}

void RunCode::sampled(const e2mc::SampledCounts& counts) {
  sampled_.add(counts);
  if (++read_out_ == samplers_.size()) make(one_code(sampled_.code(config_.entries)));
}

/// Those who own most of the symbols get a code of their own, of equally many the first by name or number.
/// The common code is that of the values of all others, and of all values when there are no others.
std::vector<OwnedCode> RunCode::counted_codes() const {
  using Counted = decltype(counts_)::value_type;
  std::vector<const Counted*> ranked;
  std::vector<const e2mc::ValueCounts*> all, others;
  for (const Counted& counted : counts_) {
    all.push_back(&counted.second);
    if (counted.first != CodeOwner()) ranked.push_back(&counted);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Counted* a, const Counted* b) {
    return a->second.symbols() > b->second.symbols();
  });
  if (ranked.size() > config_.most_codes - 1) ranked.resize(config_.most_codes - 1);
  for (const Counted& counted : counts_)
    if (std::find(ranked.begin(), ranked.end(), &counted) == ranked.end()) others.push_back(&counted.second);
  const e2mc::ValueCounts none(config_.symbol_bits);
  if (all.empty()) all.push_back(&none);
  std::vector<OwnedCode> codes = one_code(code_of(others.empty() ? all : others, config_));
  for (const Counted* own : ranked)
    codes.emplace_back(own->first, e2mc::CodeTable(own->second, config_.shape()));
  return codes;
}

void RunCode::make(std::vector<OwnedCode> codes) {
  ended_ = true;
  codes_ = std::move(codes);
  std::vector<CodeOwner> owners;
  for (const auto& [owner, table] : codes_) {
    codec_->add(table);
    owners.push_back(owner);
  }
  owners_->have_codes(std::move(owners));
  for (const auto& load : std::exchange(waiting_, {})) load(codes_);
}

void RunCode::when_made(std::function<void(const std::vector<OwnedCode>&)> load) {
  if (!codes_.empty())
    load(codes_);
  else
    waiting_.push_back(std::move(load));
}

std::string RunCode::layer() const {
  if (config_.gives_codes()) owners_->require_known();
  if (!codes_.empty()) return code_layer(codes_, config_);
  if (!samplers_.empty()) return "# The run has ended before its code was made.\n";
  return code_layer(counted_codes(), config_);
}

}  // namespace heddle
