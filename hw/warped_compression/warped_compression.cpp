#include "hw/warped_compression/warped_compression.hpp"

#include "hw/sm/hooks/technique.hpp"
#include "hw/warped_compression/bdi_codec.hpp"
#include "hw/warped_compression/compressed_registers.hpp"
#include "hw/warped_compression/thread_codec.hpp"
#include "models/base/config.hpp"

namespace heddle {

PartialWrites WarpedCompressionConfig::partial_writes() const {
  if (divergence == "move") return PartialWrites::after_move;
  if (divergence == "merge") return PartialWrites::merged;
  if (divergence == "thread") return PartialWrites::encoded;
  throw Error(
      {.what = "unknown policy in divergence", .value = divergence, .legal = "move, merge or thread"});
}

namespace {

class WarpedCompression final : public Technique {
 public:
  explicit WarpedCompression(const WarpedCompressionConfig& config) : config_(config) {}

  std::vector<Hook> hooks() const override {
    std::vector<Hook> hooks{Hook::register_encoding, Hook::result_stage};
    if (moves()) hooks.insert(hooks.end(), {Hook::instruction_source, Hook::collector_gate});
    return hooks;
  }
  void adapt(SmConfig& sm) const override {
    if (moves()) check_move_injection(sm);
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    if (config_.partial_writes() == PartialWrites::encoded) return make_part<ThreadCodec>(parts);
    return make_part<BdiCodec>(parts);
  }

 private:
  bool moves() const { return config_.partial_writes() == PartialWrites::after_move; }
  template <class Codec>
  std::unique_ptr<SmTechnique> make_part(const SmTechniqueParts& parts) const {
    return std::make_unique<CompressedRegisters<Codec>>(sc_core::sc_gen_unique_name("warped_compression"),
                                                        config_, parts);
  }
  const WarpedCompressionConfig config_;
};

const Registration<TechniqueEntry> registration{
    TechniqueEntry{"warped_compression", "BDI-compressed registers (Lee2015)",
                   describe<WarpedCompressionConfig>("warped_compression"),
                   [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
                     return std::make_shared<WarpedCompression>(
                         resolve<WarpedCompressionConfig>(tree, "warped_compression"));
                   }}};

}  // namespace
}  // namespace heddle
