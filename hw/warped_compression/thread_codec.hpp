// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"
#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"
#include "hw/warped_compression/warped_compression.hpp"
#include "hw/warped_compression/width_tables.hpp"

namespace heddle {

/// What CompressedRegisters needs to know of compression thread by thread. An indicator is the width of the
/// widest thread, which only a write of the whole register makes smaller. The widths of the threads stand in
/// tables beside the banks of their first bytes.
class ThreadCodec {
 public:
  using Compressor = ThreadCompressor;
  using Decompressor = ThreadDecompressor;
  static constexpr unsigned forms = widest_thread + 1;
  static constexpr std::uint8_t uncompressed = widest_thread;
  static constexpr bool uncompressed_is_by_lane = false;  ///< bytes of equal weight lie together

  ThreadCodec(const WarpedCompressionConfig& config, const SmTechniqueParts& parts)
      : config_(config), tables_("widths", parts) {}

  void attach(const SmStations& stations) { tables_.attach(stations); }
  bool busy() const { return tables_.busy(); }
  void begin_cycle() { tables_.begin_cycle(); }

  ThreadCompressorConfig compressor() const { return {config_.compression_latency}; }
  ThreadDecompressorConfig decompressor() const { return {config_.decompression_latency}; }
  static unsigned indicator_bits() { return 2; }

  static std::string word(unsigned form) { return thread_word(form); }
  static unsigned banks(unsigned form) { return thread_banks(form); }

  static ThreadValues request(const RegisterWrite& w) { return {w.data, w.partial ? w.lanes : all_lanes}; }
  static unsigned form_of(const SlicedRegister& r) { return r.widest.value; }
  static unsigned form_of(const BankedThreads& r) { return widest_of(r.widths.value); }
  static void take(const SlicedRegister& r, RegisterWrite& w) {
    w.data = r.data;
    w.metadata = r.widths.value;
    w.banks = first_banks(thread_banks(r.widest.value));
    if (w.partial) w.banks = static_cast<BankSet>(w.banks & halves(w.lanes));
  }
  void start_read(unsigned cluster, const WarpRegister& bytes, unsigned,
                  WidthTables::Decompressor& decompressor) {
    tables_.start_read(cluster, bytes, decompressor);
  }
  WarpRegister decode(RegisterId reg, const WarpRegister& bytes, unsigned) const {
    return thread_decompress(bytes, tables_.peek(reg));
  }
  void store(RegisterBanks& banks, const RegisterWrite& w) {
    tables_.write(w.reg, w.partial ? w.lanes : all_lanes, w.metadata);
    if (!w.partial) return banks.write(w.reg, w.banks, w.data);
    ByteEnables enables{};
    for (unsigned k = 0; k <= w.form; ++k) enables[k] = w.lanes;
    banks.write_bytes(w.reg, enables, w.data);
  }

 private:
  /// The banks that hold bytes of lanes 0..15, of lanes 16..31, or of both.
  static BankSet halves(LaneMask lanes) {
    return static_cast<BankSet>(((lanes & 0xffff) != 0 ? 0x55 : 0) | (lanes >> 16 != 0 ? 0xaa : 0));
  }

  const WarpedCompressionConfig config_;
  WidthTables tables_;
};

}  // namespace heddle
