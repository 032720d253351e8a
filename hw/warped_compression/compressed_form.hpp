#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "hw/sim/observer.hpp"
#include "hw/sm/technique.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "models/base/config.hpp"
#include "models/base/ring.hpp"

namespace heddle {

struct WarpedCompressionConfig {
  unsigned compressors = 2;
  unsigned compression_latency = 2;
  unsigned decompression_latency = 1;
  unsigned choices = 7;

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
                  "encodings in use, bits 0..6: <4,0> <4,1> <4,2> <8,0> <8,1> <8,2> <8,4>")};
  }
};

/// Warped-Compression (Lee2015): whole-register results pass a compressor on their way to the banks, operands
/// a decompressor on their way to the collectors; a range indicator a register says how many banks
/// hold it.
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
  BankSet banks(RegisterId r) const override { return first_banks(heddle::banks(indicator_[r])); }
  bool needs_move(RegisterId r) const override { return indicator_[r] != BdiEncoding::plain; }
  void written(const RegisterWrite& w, const RegisterBanks& banks) override;
  std::uint8_t plain_form() const override { return static_cast<std::uint8_t>(BdiEncoding::plain); }
  void release(RegisterId r) override { indicator_[r] = BdiEncoding::plain; }
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

  std::deque<Compressor> compressors_;
  std::deque<Decompressor> decompressors_;  ///< by cluster
  BdiChoices choices_;
  std::vector<BdiEncoding> indicator_;  ///< range indicator of each register
  std::size_t next_response_ = 0;
  unsigned writes_ = 0, reads_ = 0;
  bool driven_ = false;
  std::vector<std::unique_ptr<Clocked>> observers_;
  std::array<Counter*, bdi_encodings> compressed_{}, decompressed_{}, divergent_{};
};

}  // namespace heddle
