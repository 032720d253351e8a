#include "models/line_compression/cpack_line.hpp"
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> cpack_decompressor_stimulus{line_decompressor_stimulus(
    "cpack_decompressor",
    [](const RtlParameters&, std::span<const unsigned char> line) { return cpack_line_compress(line); })};

}  // namespace
}  // namespace heddle::estimate
