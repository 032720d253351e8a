// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/metadata_directory.hpp"

#include <algorithm>

#include "hw/memory/line/edge_storage.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned uncompressed = 3;

}  // namespace

std::array<Storage, 2> MetadataDirectory::storage(const MetadataDirectoryConfig& config) {
  constexpr unsigned entry_bits = 2, state_bits = 3;
  return {Storage{.name = "metadata_operations",
                  .in = edge_statistics(EdgePlace::controller),
                  .description = "lines whose metadata are looked up or recorded",
                  .kind = StorageKind::cam,
                  .entries = config.most_look_ups() + config.queues.records,
                  .bits = line_address_bits + entry_bits + state_bits},
          Storage{.name = "metadata_blocks",
                  .in = edge_statistics(EdgePlace::controller),
                  .description = "blocks of metadata on their way between cache and DRAM",
                  .entries = config.queues.blocks,
                  .bits = 8 * config.cache.block_bytes + line_address_bits}};
}

MetadataDirectory::MetadataDirectory(const std::string& name, const MetadataDirectoryConfig& config,
                                     const EdgeParts& parts)
    : sc_module(sc_core::sc_module_name(name.c_str())),
      config_(config),
      block_bytes_(config.cache.block_bytes),
      channel_(parts.index),
      clock_(parts.clock),
      owner_(parts.owner),
      requests_(*parts.requests),
      mapping_(*parts.mapping),
      operations_use_(parts.stats, storage(config)[0]),
      blocks_use_(parts.stats, storage(config)[1]),
      cache_("cache", config.cache, parts.clock, *parts.rst_n, parts.blocks) {
  const unsigned bits = mapping_.metadata_of(0).bits;
  if (bits != metadata_bits)
    throw Error({.what = "a metadata cache keeps two bits for each line",
                 .value = std::to_string(bits),
                 .legal = "2",
                 .key = "dram.address.metadata_bits"});
  StatGroup& group = parts.stats.group("metadata");
  counters_ = {
      &group.counter("hits", "operations", "lookups and records of lines whose block the cache had"),
      &group.counter("misses", "operations", "lookups and records of lines whose block it did not have"),
      &group.counter("fetches", "blocks", "blocks of metadata that were read from DRAM"),
      &group.counter("write_backs", "blocks", "changed blocks that were written to DRAM"),
      &group.counter("drops", "operations", "blocks taken out, since a copy by the host has changed them")};
  cache_.add_reader(parts.owner);
  cache_.add_reader(*this);
  clock_.attach(*this);
}

LineLookup MetadataDirectory::look_up(std::uint64_t line) {
  if (known_.contains(line)) return LineLookup::known;
  const auto [asked, first] = asked_.try_emplace(line, false);
  if (first) {
    waiting_.push_back(access(MetadataOp::look_up, line));
    hold_more();
    start();
  }
  return asked->second && config_.miss == MetadataMiss::parallel ? LineLookup::later : LineLookup::waits;
}

bool MetadataDirectory::may_record(std::uint64_t) {
  if (records_ == config_.queues.records) return false;
  ++records_;
  hold_more();
  return true;
}

void MetadataDirectory::unrecorded(std::uint64_t) {
  --records_;
  announce();
}

/// An operation more is in the table.
void MetadataDirectory::hold_more() {
  operations_use_.access();
  operations_use_.holds(asked_.size() + known_.size() + records_);
}

LineFormat MetadataDirectory::format(std::uint64_t line) {
  const auto known = known_.find(line);
  const unsigned bits = known->second;
  known_.erase(known);
  return format_of(bits);
}

void MetadataDirectory::record(std::uint64_t line, const LineFormat& format) {
  waiting_.push_back(access(MetadataOp::record, line, bits_of(format)));
  start();
}

void MetadataDirectory::answered(const Transaction& t) {
  if (t.is_write()) return free_buffer();
  blocks_use_.access();
  Operation fill = operation(MetadataOp::fill, static_cast<std::uint32_t>(t.get_extension<Origin>()->tag));
  std::copy_n(t.data.begin(), block_bytes_, fill.request.data.begin());
  copied_.move_into(fill.request.block, fill.request.data);
  fills_.push_back(fill);
  wake();
}

void MetadataDirectory::record_copy(std::uint64_t line, const LineFormat& format) {
  const Operation copy = access(MetadataOp::record, line, bits_of(format));
  const std::uint32_t block = copy.request.block;
  prepare(block);
  MetadataBlock stored{};
  const auto bytes = std::span(stored).first(block_bytes_);
  requests_.debug(true, address_of(block), bytes);
  set_metadata_entry(stored, copy.request.entry, bits_of(format));
  requests_.debug(false, address_of(block), bytes);

  copied_.set(block, copy.request.entry, bits_of(format));
  if (const auto known = known_.find(line); known != known_.end()) known->second = bits_of(format);
  const auto cancel = [line](Operations& operations) {
    for (Operation& o : operations)
      if (o.line == line && o.request.op == MetadataOp::record) o.cancelled = true;
  };
  cancel(released_);
  cancel(waiting_);
  cancel(under_way_);
  if (const auto held = held_.find(block); held != held_.end()) cancel(held->second);
}

bool MetadataDirectory::idle() const {
  return released_.empty() && waiting_.empty() && under_way_.empty() && held_.empty();
}

Cycle MetadataDirectory::tick(Cycle now) {
  collect();
  if (started_ != now) cache_.idle();
  start();
  const bool more = !released_.empty() || !waiting_.empty() || !fills_.empty();
  return more || cache_.driven() ? now + 1 : never;
}

/// Starts an operation, if none was started in this cycle. One block after the other is filled, and the
/// operations that have waited for it are started ahead of the next fill, which could take its place.
void MetadataDirectory::start() {
  if (started_ == clock_.now() || start_first(released_)) return;
  if (!filling_ && !fills_.empty()) {
    filling_ = true;
    send(fills_.front());
    fills_.pop_front();
    return;
  }
  start_first(waiting_);
}

/// Starts the first operation that need not wait for its block; false: there is none.
bool MetadataDirectory::start_first(Operations& operations) {
  while (!operations.empty()) {
    const Operation o = operations.front();
    operations.pop_front();
    const std::uint32_t block = o.request.block;
    if (o.cancelled) {
      unrecorded(o.line);
      continue;
    }
    if (held_.contains(block)) {
      hold(o);
      continue;
    }
    if (copied_.changes(block)) {
      if (buffers_ == config_.queues.blocks) {  // what the block's leaving writes back finds none
        operations.push_front(o);
        wake();  // it tries again in each cycle
        return false;
      }
      blocks_use_.holds(++buffers_);
      hold(o);
      send(operation(MetadataOp::drop, block));
    } else {
      send(o);
    }
    return true;
  }
  return false;
}

void MetadataDirectory::send(const Operation& operation) {
  started_ = clock_.now();
  under_way_.push_back(operation);
  cache_.start(operation.request);
  wake();
}

/// Operations of a block are held in the order in which they came.
void MetadataDirectory::hold(const Operation& operation) {
  Operations& held = held_[operation.request.block];
  const auto place = std::upper_bound(held.begin(), held.end(), operation,
                                      [](const Operation& a, const Operation& b) { return a.age < b.age; });
  held.insert(place, operation);
}

void MetadataDirectory::release(std::uint32_t block) {
  const auto held = held_.find(block);
  released_.insert(released_.end(), held->second.begin(), held->second.end());
  held_.erase(held);
}

void MetadataDirectory::fetch(std::uint32_t block) {
  to_fetch_.push(block);
  fetch_next();
}

/// If there is a block to be fetched, and a buffer for it.
void MetadataDirectory::fetch_next() {
  if (to_fetch_.empty() || buffers_ == config_.queues.blocks) return;
  const std::uint32_t block = to_fetch_.front();
  to_fetch_.pop();
  blocks_use_.holds(++buffers_);
  prepare(block);
  Transaction& t = requests_.acquire();
  t.set_up_read(address_of(block), block_bytes_);
  t.origin().tag = block;
  requests_.send(t);
  owner_.wake();
  ++*counters_.fetches;
}

void MetadataDirectory::free_buffer() {
  --buffers_;
  fetch_next();
}

void MetadataDirectory::collect() {
  if (cache_.response() == nullptr || collected_ == clock_.now()) return;
  collected_ = clock_.now();
  if (under_way_.empty())
    throw Error({.place = cache_.name(), .what = "the block answers where there was no request"});
  const Operation operation = under_way_.front();
  under_way_.pop_front();
  conclude(operation, *cache_.response());
}

void MetadataDirectory::conclude(Operation o, const MetadataAnswer& answer) {
  const std::uint32_t block = o.request.block;
  if (answer.evicted) write_back(answer);
  operations_use_.access();
  switch (o.request.op) {
    case MetadataOp::fill:
      filling_ = false;
      blocks_use_.access();
      if (!answer.evicted || !answer.dirty) free_buffer();
      return release(block);
    case MetadataOp::drop:
      ++*counters_.drops;
      copied_.forget(block);
      if (!answer.evicted || !answer.dirty) free_buffer();
      return release(block);
    case MetadataOp::look_up:
    case MetadataOp::record:
      break;
  }
  if (!o.missed) ++*(answer.hit ? counters_.hits : counters_.misses);
  const bool records = o.request.op == MetadataOp::record;
  if (!answer.hit && !o.cancelled) {
    o.missed = true;
    if (!records) {
      asked_[o.line] = true;
      announce();
    }
    if (!held_.contains(block)) fetch(block);
    return hold(o);
  }
  announce();
  if (records) {
    --records_;
    return;
  }
  asked_.erase(o.line);
  known_[o.line] = copied_.find(block, o.request.entry).value_or(answer.bits.value);
}

/// A block leaves the cache. What the host has copied since it came is newer.
void MetadataDirectory::write_back(const MetadataAnswer& answer) {
  MetadataBlock data = answer.evicted_data;
  copied_.move_into(answer.evicted_block, data);
  if (!answer.dirty) return;
  Transaction& t = requests_.acquire();
  t.set_up_write(address_of(answer.evicted_block), block_bytes_);
  std::copy_n(data.begin(), block_bytes_, t.data.begin());
  requests_.send(t);
  owner_.wake();
  blocks_use_.access(2);
  ++*counters_.write_backs;
}

MetadataDirectory::Operation MetadataDirectory::operation(MetadataOp op, std::uint32_t block) {
  Operation o{.age = ++age_};
  o.request.op = op;
  o.request.block = block;
  return o;
}

MetadataDirectory::Operation MetadataDirectory::access(MetadataOp op, std::uint64_t line, unsigned bits) {
  const std::uint64_t index = mapping_.metadata_of(line).index;
  const unsigned lines = block_bytes_ * entries_of_byte;
  Operation o = operation(op, static_cast<std::uint32_t>(index / lines));
  o.line = line;
  o.request.entry = static_cast<std::uint16_t>(index % lines);
  o.request.bits.value = static_cast<std::uint8_t>(bits);
  return o;
}

std::uint64_t MetadataDirectory::address_of(std::uint32_t block) const {
  return mapping_.metadata_address(channel_, std::uint64_t{block} * block_bytes_);
}

unsigned MetadataDirectory::bits_of(const LineFormat& format) const {
  const LineFormat::Layer& layer = format.of(config_.encoder);
  return layer.encoding == 0 ? uncompressed : layer.length / config_.granularity - 1;
}

LineFormat MetadataDirectory::format_of(unsigned bits) const {
  LineFormat format;
  if (bits != uncompressed)
    format.of(config_.encoder) = {.encoding = 1,
                                  .length = static_cast<std::uint8_t>((bits + 1) * config_.granularity)};
  return format;
}

/// Before a block is first read or changed: DRAM holds "uncompressed" for all its lines, as a driver leaves
/// it at the start.
void MetadataDirectory::prepare(std::uint32_t block) {
  if (!prepared_.insert(block).second) return;
  MetadataBlock bits;
  bits.fill(0xff);
  requests_.debug(false, address_of(block), std::span(bits).first(block_bytes_));
}

}  // namespace heddle
