#include "hw/caba/line_subroutines.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle {
namespace {

/// One subroutine for each encoding decompresses, as section 5.1.2 has it.
LineSubroutines bdi_subroutines(const ConfigTree&) {
  LineSubroutines all{.codec = std::make_shared<BdiLineCodec>(BdiBase::first_value),
                      .hardware = "bdi",
                      .hardware_settings = {"line_compression.bdi.base=first_value"}};
  all.of_event.fill(LineSubroutines::none);
  for (unsigned e = 0; e < bdi_line_encodings; ++e) {
    all.subroutines.push_back(line_subroutine("bdi/decompress_" + std::string(name(BdiLineEncoding(e)))));
    all.of_event[e] = e;
  }
  all.subroutines.push_back(line_subroutine("bdi/compress"));
  all.of_event[LineSubroutines::stores] = bdi_line_encodings;
  return all;
}

const Registration<LineSubroutinesEntry> bdi_registration{
    LineSubroutinesEntry{"bdi", "base-delta-immediate (Vijaykumar2015 section 5.1.2)", bdi_subroutines}};

}  // namespace
}  // namespace heddle
