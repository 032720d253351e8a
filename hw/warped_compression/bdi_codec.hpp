// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "hw/warped_compression/warped_compression.hpp"

namespace heddle {

/// What CompressedRegisters needs to know of BDI, which encodes a whole register as one base and deltas.
class BdiCodec {
 public:
  using Compressor = BdiCompressor;
  using Decompressor = BdiDecompressor;
  static constexpr unsigned forms = bdi_encodings;
  static constexpr auto uncompressed = static_cast<std::uint8_t>(BdiEncoding::uncompressed);
  static constexpr bool uncompressed_is_by_lane = true;

  BdiCodec(const WarpedCompressionConfig& config, const SmTechniqueParts&) : config_(config) {}

  // The range indicator is all that it needs beside the banks.
  static void attach(const SmStations&) {}
  static bool busy() { return false; }
  static void begin_cycle() {}

  BdiCompressorConfig compressor() const { return {config_.compression_latency, config_.choices}; }
  BdiDecompressorConfig decompressor() const { return {config_.decompression_latency, config_.choices}; }
  unsigned indicator_bits() const { return config_.choices > BdiChoices::base4 ? 3 : 2; }

  static std::string word(unsigned form) { return heddle::word(static_cast<BdiEncoding>(form)); }
  static unsigned banks(unsigned form) { return heddle::banks(static_cast<BdiEncoding>(form)); }

  static UncompressedRegister request(const RegisterWrite& w) { return {w.data}; }
  static unsigned form_of(const EncodedRegister& r) { return static_cast<unsigned>(r.encoding); }
  static void take(const EncodedRegister& r, RegisterWrite& w) {
    w.data = r.data;
    w.banks = first_banks(heddle::banks(r.encoding));
  }
  static void store(RegisterBanks& banks, const RegisterWrite& w) { store_as_it_is(banks, w); }
  static WarpRegister decode(RegisterId, const WarpRegister& bytes, unsigned form) {
    return bdi_decompress(bytes, static_cast<BdiEncoding>(form));
  }
  static void start_read(unsigned, const WarpRegister& bytes, unsigned form,
                         FeedForwardUnit<BdiDecompressor>& decompressor) {
    EncodedRegister& request = decompressor.staged();
    request.data = bytes;
    request.encoding = static_cast<BdiEncoding>(form);
    decompressor.start();
  }

 private:
  const WarpedCompressionConfig config_;
};

}  // namespace heddle
