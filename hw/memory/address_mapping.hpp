// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/memory/gddr5/gddr5_config.hpp"
#include "hw/memory/slice_map.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

/// How addresses spread over controllers and channels.
struct AddressConfig {
  unsigned controllers = 6;
  unsigned channels_per_controller = 2;
  unsigned interleave = 256;
  SliceHash hash = SliceHash::none;
  std::string bits = "RRRRRRRRRRRR.BBBCCCB.CCCCCCCC";
  unsigned metadata_bits = 2;

  static constexpr auto parameters() {
    using C = AddressConfig;
    constexpr auto gpgpu = "GPGPU-Sim's SM2_GTX480: dramid@8";
    return std::tuple{
        parameter(&C::controllers, "controllers", "", 1, 32, "Vijaykumar2015 Table 1: 6 controllers",
                  "Memory controllers"),
        parameter(&C::channels_per_controller, "channels_per_controller", "", 1, 8,
                  "64 bit a controller, 32 bit a channel", "Independent channels of a controller"),
        parameter(&C::interleave, "interleave", "B", 128, 65'536, gpgpu,
                  "Consecutive bytes that lie in one channel; a power of two"),
        parameter(&C::hash, "hash", "GPGPU-Sim's SM2_GTX480 has none; that of Fermi is not published",
                  "Hash of an address that chooses its channel, so that no stride falls on few of them"),
        parameter(&C::bits, "bits",
                  "GPGPU-Sim's SM2_GTX480: RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS for the two devices of a "
                  "controller, so one column bit less for each",
                  "What the bits of an address within a channel select, highest first: R row, B bank, C or S "
                  "column; dots mean nothing, bits above belong to the row"),
        parameter(&C::metadata_bits, "metadata_bits", "bit", 1, 8,
                  "Vijaykumar2015 5.3.2: 8 MB for 4 GB of 128 B lines",
                  "Metadata bits of each line, stored after the data; a power of two"),
    };
  }

  unsigned channels() const { return controllers * channels_per_controller; }
};

/// Where in the DRAM a byte lies.
struct DramAddress {
  unsigned channel = 0, bank = 0;
  std::uint64_t row = 0;
  unsigned column = 0;  ///< bytes from the row's start
  bool operator==(const DramAddress&) const = default;
};

/// Which channel, bank, row and column an address has, and the reverse. Chunks of `interleave` bytes are
/// spread over the channels by SliceMap; what is left of the address is split by AddressConfig::bits. A line
/// lies in one row.
class AddressMapping {
 public:
  /// The metadata follow `data_bytes` bytes of data. Throws Error for bits that do not fit the banks and
  /// rows, and for a hash that does not go with the number of channels.
  AddressMapping(const AddressConfig& address, const Gddr5Config& device, std::uint64_t data_bytes);

  /// Which channel an address has: slice k of the L2 serves channel k.
  const SliceMap& slices() const { return slices_; }
  unsigned channels() const { return slices_.slices(); }
  /// Bytes from a multiple of this to the next lie in one channel.
  std::uint64_t interleave() const { return slices_.interleave(); }
  unsigned channel_of(std::uint64_t address) const { return slices_.slice_of(address); }
  DramAddress place_of(std::uint64_t address) const;
  std::uint64_t address_of(const DramAddress& place) const;

  /// Where the metadata of a line are: `bits` from bit `bit` of the byte at `address`, counted from its least
  /// significant one, in the channel of the line.
  struct Metadata {
    std::uint64_t address;
    unsigned bit, bits;
    std::uint64_t index;  ///< of the line among those of its channel
  };
  Metadata metadata_of(std::uint64_t line) const;
  /// The address of a byte of a channel's metadata.
  std::uint64_t metadata_address(unsigned channel, std::uint64_t byte) const {
    return slices_.global(metadata_base_ + byte, channel);
  }

 private:
  /// Bits [from, from + width) of the address within a channel are bits [to, ...) of a part.
  struct Field {
    unsigned from, to;
    std::uint64_t mask;  // `width` low ones
  };
  using Fields = std::vector<Field>;
  static std::uint64_t gather(const Fields& fields, std::uint64_t bits);
  static std::uint64_t scatter(const Fields& fields, std::uint64_t value);
  void parse(const std::string& bits, const Gddr5Config& device);

  SliceMap slices_;
  unsigned metadata_bits_;
  std::uint64_t metadata_base_ = 0;  // within a channel
  Fields bank_, row_, column_;
};

}  // namespace heddle
