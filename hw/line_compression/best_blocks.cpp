// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/best_blocks.hpp"

#include <algorithm>

#include "hw/line_compression/line_results.hpp"
#include "hw/memory/line/edge_storage.hpp"

namespace heddle {

template <class Visit>
void BestBlocks::each_pipeline(Visit&& visit) {
  visit(bdi_);
  visit(fpc_);
  visit(cpack_);
  visit(selector_);
  if (!decompressors_) return;
  visit(decompressors_->bdi);
  visit(decompressors_->fpc);
  visit(decompressors_->cpack);
}

Storage BestBlocks::storage(const BestBlocksConfig& config, EdgePlace place) {
  const unsigned latencies[] = {config.bdi_compressor.latency, config.fpc_compressor.latency,
                                config.cpack_compressor.latency};
  const unsigned slowest = *std::max_element(std::begin(latencies), std::end(latencies));
  unsigned waiting = 0;
  for (const unsigned latency : latencies) waiting += slowest - latency;
  constexpr unsigned length_bits = 8;
  return {.name = "candidates",
          .in = edge_statistics(place),
          .description = "lines of the faster compressors that wait for the slowest",
          .entries = waiting,
          .bits = 8 * line_bytes + length_bits};
}

BestBlocks::BestBlocks(const std::string& name, const BestBlocksConfig& config, LineWork work,
                       unsigned granularity, const EdgeParts& parts)
    : sc_module(sc_core::sc_module_name(name.c_str())),
      clock_(parts.clock),
      granularity_(granularity),
      bdi_("bdi_compressor", config.bdi_compressor, parts),
      fpc_("fpc_compressor", config.fpc_compressor, parts),
      cpack_("cpack_compressor", config.cpack_compressor, parts),
      selector_("selector", config.selector, parts),
      ready_use_(parts.stats, storage(config, parts.place)) {
  if (work == LineWork::both) decompressors_.emplace(config, parts);
  each_pipeline([&](auto& pipeline) {
    pipeline.wakes(parts.owner);
    pipeline.wakes(*this);
  });
  clock_.attach(*this);
}

bool BestBlocks::start(LineJob& job) {
  const Cycle now = clock_.now();
  if (!(job.encodes ? compress(job, now) : decompress(job, now))) return false;
  job.end_fs = 0;
  wake();
  return true;
}

bool BestBlocks::compress(LineJob& job, Cycle now) {
  if (!bdi_.start(job, {job.line}, now)) return false;
  fpc_.start(job, {job.line}, now);
  cpack_.start(job, {job.line}, now);
  compressing_.push(&job);
  return true;
}

bool BestBlocks::decompress(LineJob& job, Cycle now) {
  if (decompression_started_ == now) return false;
  const bool compressed = job.stored.encoding != 0;
  const auto opened = best_line_open(job.stored.bits);
  if (compressed && !opened)
    throw Error({.place = name(),
                 .what = "a stored line is corrupt: it names no codec",
                 .value = fmt::format("line {:#x}, {} bytes", job.address, job.stored.length)});
  decompression_started_ = now;
  if (compressed && opened->codec == BestCodec::fpc)
    return decompressors_->fpc.start(job, {opened->bytes, true}, now);
  if (compressed && opened->codec == BestCodec::cpack)
    return decompressors_->cpack.start(job, {opened->bytes, true}, now);
  return decompressors_->bdi.start(job, {job.stored.bits, compressed}, now);
}

bool BestBlocks::done(LineJob& job) {
  collect();
  return job.end_fs != 0;
}

Cycle BestBlocks::start_at(bool encodes) const {
  return (encodes ? bdi_.started() : decompression_started_) + 1;
}

/// As LineBlocks: takes results and gives candidates to the selector, and takes the requests of the cycle
/// before off the pins.
Cycle BestBlocks::tick(Cycle now) {
  collect();
  each_pipeline([&](auto& pipeline) { pipeline.idle(now); });
  return selector_.started() == now ? now + 1 : never;
}

void BestBlocks::collect() {
  const Cycle now = clock_.now();
  const auto keep = [&](auto& compressor, BestCodec codec) {
    if (compressor.take(now) == nullptr) return;
    ready_[static_cast<unsigned>(codec)].push(compressor.result());
    ready_use_.access(2);  // it is read when the slowest one's is there
  };
  keep(bdi_, BestCodec::bdi);
  keep(fpc_, BestCodec::fpc);
  keep(cpack_, BestCodec::cpack);
  if (std::none_of(ready_.begin(), ready_.end(), [](const Results& r) { return r.empty(); })) select(now);
  ready_use_.holds(ready_[0].size() + ready_[1].size() + ready_[2].size());
  if (LineJob* job = selector_.take(now)) finish(*job, selector_.result(), granularity_, selector_.name());
  if (!decompressors_) return;
  const auto restore = [&](auto& decompressor) {
    if (LineJob* job = decompressor.take(now)) finish(*job, decompressor.result(), decompressor.name());
  };
  restore(decompressors_->bdi);
  restore(decompressors_->fpc);
  restore(decompressors_->cpack);
}

/// The latencies are constant, so that the candidates of one line a cycle are complete.
void BestBlocks::select(Cycle now) {
  LineJob& job = *compressing_.front();
  const auto& [bdi, fpc, cpack] = std::tie(ready_[0].front(), ready_[1].front(), ready_[2].front());
  const auto flags = static_cast<std::uint8_t>(bdi.compressed | fpc.compressed << 1 | cpack.compressed << 2);
  if (!selector_.start(job,
                       {.line = job.line,
                        .bdi = bdi.data,
                        .fpc = fpc.data,
                        .cpack = cpack.data,
                        .bdi_length = bdi.length,
                        .fpc_length = fpc.length,
                        .cpack_length = cpack.length,
                        .compressed = {flags}},
                       now))
    return;
  compressing_.pop();
  for (Results& results : ready_) results.pop();
  wake();
}

}  // namespace heddle
