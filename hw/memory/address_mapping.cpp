// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/address_mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"
#include "models/host/memory_map.hpp"

namespace heddle {

AddressMapping::AddressMapping(const AddressConfig& address, const Gddr5Config& device,
                               std::uint64_t data_bytes)
    : slices_(address.interleave, address.channels(), address.hash), metadata_bits_(address.metadata_bits) {
  if (!std::has_single_bit(address.interleave))
    throw Error({.what = "interleave must be a power of two", .value = std::to_string(address.interleave)});
  if (!SliceMap::can(address.hash, address.channels()))
    throw Error({.what = fmt::format("{} channels cannot be chosen by a polynomial", address.channels()),
                 .value = std::string(name_of(address.hash)),
                 .legal = "hash: none or fold, or a power of two channels, up to 256"});
  if (!std::has_single_bit(metadata_bits_))
    throw Error({.what = "metadata_bits must be a power of two", .value = std::to_string(metadata_bits_)});
  parse(address.bits, device);
  // The last buffers of a large memory lie above the device's own addresses.
  if (data_bytes > MemoryMap::own_address / 2) data_bytes = MemoryMap::end_address;
  // The rows that hold data are not shared with metadata.
  const std::uint64_t rows = std::uint64_t{device.row_bytes} * device.banks;
  const std::uint64_t chunks = (data_bytes + interleave() - 1) / interleave();
  const std::uint64_t within = (chunks + channels() - 1) / channels() * interleave();
  metadata_base_ = (within + rows - 1) / rows * rows;
}

void AddressMapping::parse(const std::string& bits, const Gddr5Config& device) {
  const auto refuse = [&](std::string what, std::string legal) {
    throw Error({.what = "bits " + what, .value = bits, .legal = std::move(legal)});
  };
  std::string low_first;
  for (const char c : bits) {
    if (c == '.') continue;
    if (c != 'R' && c != 'B' && c != 'C' && c != 'S')
      refuse(fmt::format("has a letter '{}'", c), "R, B, C, S and dots");
    low_first.insert(low_first.begin(), c == 'S' ? 'C' : c);
  }
  const auto count = [&](char c) {
    return static_cast<unsigned>(std::count(low_first.begin(), low_first.end(), c));
  };
  const auto expect = [&](char letter, const char* name, unsigned size) {
    const auto wanted = static_cast<unsigned>(std::countr_zero(size));
    if (count(letter) != wanted)
      refuse(fmt::format("selects {} {}", count(letter), name), fmt::format("{} {}", wanted, name));
  };
  expect('B', "bank bits", device.banks);
  expect('C', "column bits (C and S)", device.row_bytes);
  const unsigned line = static_cast<unsigned>(std::countr_zero(line_bytes));
  if (low_first.substr(0, line).find_first_not_of('C') != std::string::npos)
    refuse("splits a line between rows", fmt::format("the lowest {} of them C or S", line));
  if (low_first.empty() || low_first.back() != 'R') refuse("has no row on top", "R as its highest bit");

  for (unsigned from = 0; from < low_first.size();) {
    unsigned end = from;
    while (end < low_first.size() && low_first[end] == low_first[from]) ++end;
    Fields& fields = low_first[from] == 'B' ? bank_ : low_first[from] == 'R' ? row_ : column_;
    unsigned to = 0;
    for (const Field& f : fields) to += static_cast<unsigned>(std::popcount(f.mask));
    const bool top = end == low_first.size();  // the row takes all bits above, too
    const std::uint64_t mask = top ? ~std::uint64_t{0} >> from : (std::uint64_t{1} << (end - from)) - 1;
    fields.push_back({from, to, mask});
    from = end;
  }
}

std::uint64_t AddressMapping::gather(const Fields& fields, std::uint64_t bits) {
  std::uint64_t value = 0;
  for (const Field& f : fields) value |= (bits >> f.from & f.mask) << f.to;
  return value;
}

std::uint64_t AddressMapping::scatter(const Fields& fields, std::uint64_t value) {
  std::uint64_t bits = 0;
  for (const Field& f : fields) bits |= (value >> f.to & f.mask) << f.from;
  return bits;
}

DramAddress AddressMapping::place_of(std::uint64_t address) const {
  const std::uint64_t within = slices_.local(address);
  return {.channel = channel_of(address),
          .bank = static_cast<unsigned>(gather(bank_, within)),
          .row = gather(row_, within),
          .column = static_cast<unsigned>(gather(column_, within))};
}

std::uint64_t AddressMapping::address_of(const DramAddress& place) const {
  return slices_.global(
      scatter(bank_, place.bank) | scatter(row_, place.row) | scatter(column_, place.column), place.channel);
}

AddressMapping::Metadata AddressMapping::metadata_of(std::uint64_t address) const {
  const std::uint64_t within = slices_.local(address);
  const std::uint64_t index = within / line_bytes, first_bit = index * metadata_bits_;
  return {.address = metadata_address(channel_of(address), first_bit / 8),
          .bit = static_cast<unsigned>(first_bit % 8),
          .bits = metadata_bits_,
          .index = index};
}

}  // namespace heddle
