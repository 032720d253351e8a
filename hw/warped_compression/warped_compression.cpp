#include "hw/warped_compression/warped_compression.hpp"

#include "hw/warped_compression/bdi_codec.hpp"
#include "hw/warped_compression/compressed_form.hpp"
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

template <class Codec>
std::unique_ptr<RegisterForm> make_form(const WarpedCompressionConfig& config, const FormParts& parts) {
  return std::make_unique<CompressedForm<Codec>>(sc_core::sc_gen_unique_name("warped_compression"), config,
                                                 parts);
}

const Registration<TechniqueEntry> registration{TechniqueEntry{
    "warped_compression", "BDI-compressed registers (Lee2015)",
    describe<WarpedCompressionConfig>("warped_compression"), [](const ConfigTree& tree) -> FormMaker {
      const auto config = resolve<WarpedCompressionConfig>(tree, "warped_compression");
      return [config](const FormParts& parts) {
        return config.partial_writes() == PartialWrites::encoded ? make_form<ThreadCodec>(config, parts)
                                                                 : make_form<BdiCodec>(config, parts);
      };
    }}};

}  // namespace
}  // namespace heddle
