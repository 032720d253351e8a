// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/warped_compression.hpp"

#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/registers/move_injection.hpp"
#include "hw/warped_compression/bdi_codec.hpp"
#include "hw/warped_compression/compressed_registers.hpp"
#include "hw/warped_compression/compression_statistics.hpp"
#include "hw/warped_compression/thread_codec.hpp"
#include "models/base/config.hpp"

namespace heddle {

PartialWrites WarpedCompressionConfig::partial_writes() const {
  if (divergence == "move") return PartialWrites::after_move;
  if (divergence == "merge") return PartialWrites::merged;
  if (divergence == "thread") return PartialWrites::encoded;
  throw Error({.what = "unknown policy in divergence",
               .value = divergence,
               .legal = "move, merge or thread",
               .key = "divergence"});
}

namespace {

constexpr const char* costs_section = "register_file_costs";

class WarpedCompression final : public Technique {
 public:
  WarpedCompression(const WarpedCompressionConfig& config, const CompressionCosts& costs)
      : config_(config), costs_(costs), statistics_(forms()) {}

  std::vector<Hook> hooks() const override {
    std::vector<Hook> hooks{Hook::register_encoding, Hook::result_stage};
    if (moves()) hooks.insert(hooks.end(), {Hook::instruction_source, Hook::collector_gate});
    return hooks;
  }
  void adapt(SmConfig& sm) const override {
    if (moves()) check_move_injection(sm);
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    if (parts.config.registers > indicator_registers)
      throw Error({.what = "sm.registers: the range indicator table of warped_compression has fewer",
                   .value = std::to_string(parts.config.registers),
                   .legal = fmt::format("at most {}", indicator_registers)});
    if (config_.partial_writes() == PartialWrites::encoded) return make_part<ThreadCodec>(parts);
    return make_part<BdiCodec>(parts);
  }

  RegisterFileEnergy energy() const override { return statistics_.energy(costs_); }
  double own_reads(const RegisterFileCounts& c) const override { return statistics_.merged(c).registers; }
  bool shares_among_sms() const override { return false; }
  void summarise(StatGroup& summary, const std::shared_ptr<const RegisterFileCounts>& counts,
                 const SmConfig& sm, const RegisterFileCosts& costs) const override {
    statistics_.summarise(summary, counts, costs.flip_flop_um2 * sm.merge_buffers * 8 * sizeof(WarpRegister));
  }

 private:
  template <class Codec>
  static std::vector<CompressionStatistics::Form> forms_of() {
    std::vector<CompressionStatistics::Form> forms;
    for (unsigned f = 0; f < Codec::forms; ++f) forms.push_back({Codec::word(f), Codec::banks(f)});
    return forms;
  }
  std::vector<CompressionStatistics::Form> forms() const {
    return config_.partial_writes() == PartialWrites::encoded ? forms_of<ThreadCodec>()
                                                              : forms_of<BdiCodec>();
  }
  bool moves() const { return config_.partial_writes() == PartialWrites::after_move; }
  template <class Codec>
  std::unique_ptr<SmTechnique> make_part(const SmTechniqueParts& parts) const {
    return std::make_unique<CompressedRegisters<Codec>>(sc_core::sc_gen_unique_name("warped_compression"),
                                                        config_, parts);
  }
  const WarpedCompressionConfig config_;
  const CompressionCosts costs_;
  const CompressionStatistics statistics_;
};

std::vector<ParameterInfo> parameters() {
  auto all = describe<WarpedCompressionConfig>("warped_compression");
  for (ParameterInfo& cost : describe<CompressionCosts>(costs_section)) all.push_back(std::move(cost));
  return all;
}

const Registration<TechniqueEntry> warped_compression_registration{TechniqueEntry{
    "warped_compression", "BDI-compressed registers (Lee2015)", parameters(),
    [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<WarpedCompression>(resolve<WarpedCompressionConfig>(tree, "warped_compression"),
                                                 resolve<CompressionCosts>(tree, costs_section));
    },
    [](const ConfigTree& tree) { resolve<CompressionCosts>(tree, costs_section); }}};

}  // namespace
}  // namespace heddle
