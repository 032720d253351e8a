#include "hw/caba/line_subroutines.hpp"
#include "models/base/registry.hpp"

namespace heddle {
namespace {

const Registration<LineSubroutinesEntry> none_registration{LineSubroutinesEntry{
    "none", "lines stay as they are: assist warps execute user subroutines alone", [](const ConfigTree&) {
      LineSubroutines none{.codec = nullptr};
      none.of_event.fill(LineSubroutines::none);
      return none;
    }}};

}  // namespace
}  // namespace heddle
