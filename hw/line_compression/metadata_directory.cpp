#include "hw/line_compression/metadata_directory.hpp"

#include <algorithm>
#include <array>

#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned bits_of_line = 2, lines_of_byte = 8 / bits_of_line;
constexpr unsigned uncompressed = 3;
/// Records that may wait for their blocks; a write waits when there are as many.
constexpr unsigned most_records = 16;

}  // namespace

MetadataDirectory::MetadataDirectory(const std::string& name, EdgePlace encoder, unsigned granularity,
                                     MetadataMiss miss, const MetadataCacheConfig& config,
                                     const EdgeParts& parts)
    : sc_module(sc_core::sc_module_name(name.c_str())),
      encoder_(encoder),
      miss_(miss),
      granularity_(granularity),
      block_bytes_(config.block_bytes),
      channel_(parts.index),
      clock_(parts.clock),
      owner_(parts.owner),
      requests_(*parts.requests),
      mapping_(*parts.mapping),
      cache_("cache", config, parts.clock, *parts.rst_n, parts.blocks) {
  const unsigned bits = mapping_.metadata_of(0).bits;
  if (bits != bits_of_line)
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
  cache_.response.add_reader(parts.owner);
  cache_.response.add_reader(*this);
  clock_.attach(*this);
}

LineLookup MetadataDirectory::look_up(std::uint64_t line) {
  if (known_.contains(line)) return LineLookup::known;
  const auto [asked, first] = asked_.try_emplace(line, false);
  if (first) {
    waiting_.push_back(access(MetadataOp::look_up, line));
    start();
  }
  return asked->second && miss_ == MetadataMiss::parallel ? LineLookup::later : LineLookup::waits;
}

bool MetadataDirectory::may_record(std::uint64_t) { return records_ < most_records; }

LineFormat MetadataDirectory::format(std::uint64_t line) {
  const auto known = known_.find(line);
  const unsigned bits = known->second;
  known_.erase(known);
  return format_of(bits);
}

void MetadataDirectory::record(std::uint64_t line, const LineFormat& format) {
  ++records_;
  waiting_.push_back(access(MetadataOp::record, line, bits_of(format)));
  start();
}

void MetadataDirectory::answered(const Transaction& t) {
  if (t.is_write()) return;
  Operation fill = operation(MetadataOp::fill, static_cast<std::uint32_t>(t.get_extension<Origin>()->tag));
  std::copy_n(t.data.begin(), block_bytes_, fill.request.data.begin());
  if (const auto copied = copied_.find(fill.request.block); copied != copied_.end()) {
    copied->second.put_into(fill.request.data);
    copied_.erase(copied);
  }
  fills_.push_back(fill);
  wake();
}

void MetadataDirectory::record_copy(std::uint64_t line, const LineFormat& format) {
  const Operation copy = access(MetadataOp::record, line, bits_of(format));
  const std::uint32_t block = copy.request.block;
  prepare(block);
  std::array<unsigned char, 1> byte{};
  const std::uint64_t address = address_of(block) + copy.request.entry / lines_of_byte;
  requests_.debug(true, address, byte);
  const unsigned shift = copy.request.entry % lines_of_byte * bits_of_line;
  byte[0] = static_cast<unsigned char>((byte[0] & ~(3u << shift)) | bits_of(format) << shift);
  requests_.debug(false, address, byte);

  copied_[block].set(copy.request.entry, bits_of(format));
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
  return more || cache_.driven ? now + 1 : never;
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
      --records_;
      continue;
    }
    if (held_.contains(block)) {
      hold(o);
      continue;
    }
    if (copied_.contains(block)) {
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
  prepare(block);
  Transaction& t = requests_.acquire();
  t.set_up_read(address_of(block), block_bytes_);
  t.origin().tag = block;
  requests_.send(t);
  owner_.wake();
  ++*counters_.fetches;
}

void MetadataDirectory::collect() {
  if (!cache_.response.shown().valid || collected_ == clock_.now()) return;
  collected_ = clock_.now();
  if (under_way_.empty())
    throw Error({.place = cache_.block->name(), .what = "the block answers where there was no request"});
  const Operation operation = under_way_.front();
  under_way_.pop_front();
  conclude(operation, cache_.response.shown().payload);
}

void MetadataDirectory::conclude(Operation o, const MetadataAnswer& answer) {
  const std::uint32_t block = o.request.block;
  if (answer.evicted) write_back(answer);
  switch (o.request.op) {
    case MetadataOp::fill:
      filling_ = false;
      return release(block);
    case MetadataOp::drop:
      ++*counters_.drops;
      copied_.erase(block);
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
  unsigned bits = answer.bits.value;
  if (const auto copied = copied_.find(block); copied != copied_.end()) {
    const unsigned shift = o.request.entry % lines_of_byte * bits_of_line;
    const std::size_t byte = o.request.entry / lines_of_byte;
    if ((copied->second.mask[byte] >> shift & 3u) != 0) bits = copied->second.bits[byte] >> shift & 3u;
  }
  asked_.erase(o.line);
  known_[o.line] = bits;
}

/// A block leaves the cache. What the host has copied since it came is newer.
void MetadataDirectory::write_back(const MetadataAnswer& answer) {
  MetadataBlock data = answer.evicted_data;
  if (const auto copied = copied_.find(answer.evicted_block); copied != copied_.end()) {
    copied->second.put_into(data);
    copied_.erase(copied);
  }
  if (!answer.dirty) return;
  Transaction& t = requests_.acquire();
  t.set_up_write(address_of(answer.evicted_block), block_bytes_);
  std::copy_n(data.begin(), block_bytes_, t.data.begin());
  requests_.send(t);
  owner_.wake();
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
  const unsigned lines = block_bytes_ * lines_of_byte;
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
  const LineFormat::Layer& layer = format.of(encoder_);
  return layer.encoding == 0 ? uncompressed : layer.length / granularity_ - 1;
}

LineFormat MetadataDirectory::format_of(unsigned bits) const {
  LineFormat format;
  if (bits != uncompressed)
    format.of(encoder_) = {.encoding = 1, .length = static_cast<std::uint8_t>((bits + 1) * granularity_)};
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

void MetadataDirectory::Copied::set(unsigned entry, unsigned value) {
  const unsigned shift = entry % lines_of_byte * bits_of_line;
  unsigned char& m = mask[entry / lines_of_byte];
  unsigned char& b = bits[entry / lines_of_byte];
  m = static_cast<unsigned char>(m | 3u << shift);
  b = static_cast<unsigned char>((b & ~(3u << shift)) | value << shift);
}

void MetadataDirectory::Copied::put_into(MetadataBlock& block) const {
  for (std::size_t i = 0; i < block.size(); ++i)
    block[i] = static_cast<unsigned char>((block[i] & ~mask[i]) | bits[i]);
}

}  // namespace heddle
