#include "hw/e2mc/run_code.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace heddle {

RunCode::RunCode(const E2mcConfig& config)
    : config_(config),
      codec_(std::make_shared<E2mcLineCodec>(e2mc::LineCodeConfig{.ways = config.ways})),
      counts_(config.symbol_bits),
      sampled_(config.symbol_bits) {
  if (config_.code == CodeSource::offline && !config_.tables.empty()) make(given_code(config_));
}

bool RunCode::ended() const {
  if (config_.code == CodeSource::offline && table() == nullptr)
    throw Error({.place = "line_compression.e2mc",
                 .what = "an offline code needs its tables",
                 .legal = "tables of a run ahead, which `heddle run` makes, or code: online"});
  return ended_;
}

bool RunCode::saw(std::span<const unsigned char> line, std::uint64_t instructions) {
  if (ended()) return false;
  counts_.add(line);
  return reached(instructions);
}

bool RunCode::reached(std::uint64_t instructions) {
  if (ended() || instructions < config_.sampled_instructions) return false;
  ended_ = true;
  if (samplers_.empty()) make({counts_, config_.shape()});
  for (const auto& end : samplers_) end();
  return true;
}

void RunCode::sampled(const e2mc::SampledCounts& counts) {
  sampled_.add(counts);
  if (++read_out_ == samplers_.size()) make(sampled_.code(config_.entries));
}

void RunCode::make(e2mc::CodeTable table) {
  ended_ = true;
  codec_->set(std::make_shared<e2mc::CodeTable>(std::move(table)));
  for (const auto& load : std::exchange(waiting_, {})) load(*codec_->code());
}

void RunCode::when_made(std::function<void(const e2mc::CodeTable&)> load) {
  if (table() != nullptr)
    load(*table());
  else
    waiting_.push_back(std::move(load));
}

std::string RunCode::layer() const {
  if (table() != nullptr) return code_layer(*table(), config_);
  if (!samplers_.empty()) return "# The run has ended before its code was made.\n";
  return code_layer(e2mc::CodeTable(counts_, config_.shape()), config_);
}

}  // namespace heddle
