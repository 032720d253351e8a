#include "models/line_compression/fpc_line.hpp"
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> fpc_decompressor_stimulus{line_decompressor_stimulus(
    "fpc_decompressor",
    [](const RtlParameters&, std::span<const unsigned char> line) { return fpc_line_compress(line); })};

}  // namespace
}  // namespace heddle::estimate
