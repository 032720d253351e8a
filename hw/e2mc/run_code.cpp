#include "hw/e2mc/run_code.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace heddle {

RunCode::RunCode(const E2mcConfig& config)
    : config_(config),
      codec_(std::make_shared<E2mcLineCodec>(e2mc::LineCodeConfig{.ways = config.ways})),
      counts_(config.symbol_bits) {
  if (config_.code == CodeSource::offline && !config_.tables.empty())
    codec_->set(std::make_shared<e2mc::CodeTable>(given_code(config_)));
}

bool RunCode::saw(std::span<const unsigned char> line, std::uint64_t instructions) {
  if (table() != nullptr) return false;
  if (config_.code == CodeSource::offline)
    throw Error({.place = "line_compression.e2mc",
                 .what = "an offline code needs its tables",
                 .legal = "tables of a run ahead, which `heddle run` makes, or code: online"});
  counts_.add(line);
  if (instructions < config_.sampled_instructions) return false;
  make();
  return true;
}

void RunCode::make() {
  codec_->set(std::make_shared<e2mc::CodeTable>(counts_, config_.shape()));
  for (const auto& load : std::exchange(waiting_, {})) load(*table());
}

void RunCode::when_made(std::function<void(const e2mc::CodeTable&)> load) {
  if (table() != nullptr)
    load(*table());
  else
    waiting_.push_back(std::move(load));
}

std::string RunCode::layer() const {
  return code_layer(table() != nullptr ? *table() : e2mc::CodeTable(counts_, config_.shape()), config_);
}

}  // namespace heddle
