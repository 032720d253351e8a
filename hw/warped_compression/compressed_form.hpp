#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "hw/sim/observer.hpp"
#include "hw/sm/technique.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"
#include "models/base/config.hpp"
#include "models/base/ring.hpp"

namespace heddle {

struct WarpedCompressionConfig {
  unsigned compressors = 2;
  unsigned compression_latency = 2;
  unsigned decompression_latency = 1;
  unsigned choices = 7;
  std::string divergence = "move";

  static constexpr auto parameters() {
    using C = WarpedCompressionConfig;
    return std::tuple{
        parameter(&C::compressors, "compressors", "blocks", 1u, 8u, "Lee2015 Table 2",
                  "compressors of an SM"),
        parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u, "Lee2015 Table 2",
                  "of a compressor"),
        parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u, "Lee2015 Table 2",
                  "of a decompressor; there is one a cluster of eight banks: four, as Table 2 says"),
        parameter(&C::choices, "choices", "mask", 1u, 127u, "Lee2015 section 6.6, Fig. 5",
                  "encodings in use, bits 0..6: <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4>"),
        parameter(&C::divergence, "divergence", "Lee2015 section 5.2",
                  "writes of some lanes. move: the register is plain, by a MOV ahead if need be. merge: the "
                  "instruction reads the register, merges in a buffer (sm.merge_buffers) and compresses")};
  }
  /// What `divergence` says; throws Error when it is not a policy.
  PartialWrites partial_writes() const;
  void validate() const { static_cast<void>(partial_writes()); }
};

/// Warped-Compression (Lee2015): whole-register results pass a compressor on their way to the banks, operands
/// a decompressor on their way to the collectors; the range indicator table says how many banks hold a
/// register.
class CompressedForm final : public sc_core::sc_module, public RegisterForm {
 public:
  CompressedForm(sc_core::sc_module_name name, const WarpedCompressionConfig& config, const FormParts& parts);

  void attach(Clocked& pipeline) override;
  void begin_cycle() override;
  const WarpRegister* read_done(unsigned cluster) override;
  void start_read(unsigned cluster, RegisterId r, const WarpRegister& bytes) override;
  bool write_done(RegisterWrite& out) override;
  bool start_write(const RegisterWrite& w) override;
  unsigned writes_in_flight() const override { return writes_; }
  BankSet banks(RegisterId r) const override { return first_banks(heddle::banks(encoding(r))); }
  bool plain(RegisterId r) const override { return encoding(r) == BdiEncoding::plain; }
  PartialWrites partial_writes() const override { return partial_writes_; }
  std::uint8_t plain_form() const override { return static_cast<std::uint8_t>(BdiEncoding::plain); }
  void writing(unsigned requester, const RegisterWrite& w) override;
  void clear(RegisterRange range) override;
  bool busy() const override { return writes_ != 0 || reads_ != 0 || driven_; }

 private:
  template <class Block, class In, class Out>
  struct Unit {
    std::unique_ptr<BlockWith<typename Block::PinsType>> block;
    Wire<Beat<In>> request;
    Wire<Beat<Out>> response;
    bool driven = false;  ///< a beat was put on the request wire in this cycle
    Unit(const std::string& name, const typename Block::Config& config, const FormParts& parts);
  };
  struct Compressor : Unit<BdiCompressor, PlainRegister, EncodedRegister> {
    using Unit::Unit;
    Ring<RegisterWrite> inside;
  };
  using Decompressor = Unit<BdiDecompressor, EncodedRegister, PlainRegister>;

  void observe(const FormParts& parts);
  BdiEncoding encoding(RegisterId r) const { return indicator(indicators_.shown().payload, r); }

  const PartialWrites partial_writes_;
  std::deque<Compressor> compressors_;
  std::deque<Decompressor> decompressors_;  ///< by cluster
  Wire<Level<IndicatorUpdates>> update_pins_{"update"};
  Wire<Beat<RegisterRange>> clear_{"clear"};
  Wire<Level<Indicators>> indicators_{"indicators"};
  std::unique_ptr<BlockWith<RangeIndicatorTablePins>> table_;
  Level<IndicatorUpdates> updates_;  ///< of this cycle
  std::size_t next_response_ = 0;
  unsigned writes_ = 0, reads_ = 0;
  bool driven_ = false;
  std::vector<std::unique_ptr<Clocked>> observers_;
  std::array<Counter*, bdi_encodings> compressed_{}, decompressed_{}, merged_{};
};

}  // namespace heddle
