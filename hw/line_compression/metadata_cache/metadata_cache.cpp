// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/metadata_cache/metadata_cache.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

void leaves(MetadataAnswer& answer, const std::optional<MetadataCacheState::Kept>& kept) {
  if (!kept) return;
  answer.evicted = true;
  answer.dirty = kept->dirty;
  answer.evicted_block = kept->block;
  answer.evicted_data = kept->data;
}

}  // namespace

MetadataAnswer MetadataCache::compute(const MetadataRequest& request) {
  MetadataAnswer answer;
  switch (request.op) {
    case MetadataOp::look_up: {
      const auto bits = state_.look_up(request.block, request.entry);
      answer.hit = bits.has_value();
      answer.bits.value = static_cast<std::uint8_t>(bits.value_or(0));
      break;
    }
    case MetadataOp::record:
      answer.hit = state_.record(request.block, request.entry, request.bits.value);
      break;
    case MetadataOp::fill: {
      const auto filled = state_.fill(request.block, request.data);
      answer.hit = filled.hit;
      leaves(answer, filled.evicted);
      break;
    }
    case MetadataOp::drop: {
      const auto kept = state_.drop(request.block);
      answer.hit = kept.has_value();
      leaves(answer, kept);
      break;
    }
  }
  return answer;
}

static const Registration<BlockEntry> registration{block_entry<MetadataCache>("line_compression")};

}  // namespace heddle
