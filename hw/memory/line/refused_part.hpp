// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <tlm>

#include "hw/memory/line/line_format.hpp"

namespace heddle {

/// What an access to a part of a line, or an atomic, carries where SMs restore encoded lines
/// (LineEdges::sms_restore_parts). The L2 refuses such an access of a line that is encoded, and answers with
/// the line. Who has sent it decodes that, and sends the access again with the line as it was: the L2 takes
/// both if the line has not changed since, and refuses it again if it is still encoded
/// (Vijaykumar2015, section 5.2.2).
class RefusedPart : public tlm::tlm_extension<RefusedPart> {
 public:
  enum class State : std::uint8_t {
    none,       ///< a request for the first time, or an answer to one that was performed
    refused,    ///< an answer: nothing was done; `bits` is the line in `format`, at `version`
    restored,   ///< a request: `bits` is the line that has had `version`, not encoded
    given_back  ///< the same, of a write that writes nothing itself: the L2 may keep the line or not
  };
  State state = State::none;
  std::uint64_t version = 0;  ///< of the line: another one after each change of it, and after each fill
  LineFormat format{};
  std::array<unsigned char, line_bytes> bits{};

  /// Bytes of the line that travel with the access, beside its own data.
  unsigned wire_bytes() const {
    return state == State::none ? 0 : state == State::refused ? format.length() : line_bytes;
  }

  tlm::tlm_extension_base* clone() const override { return new RefusedPart(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const RefusedPart&>(other);
  }
};

/// Of a payload that can carry one, else null.
inline RefusedPart* refused_part(const tlm::tlm_generic_payload& p) { return p.get_extension<RefusedPart>(); }
inline bool is_refused(const tlm::tlm_generic_payload& p) {
  const RefusedPart* part = refused_part(p);
  return part != nullptr && part->state == RefusedPart::State::refused;
}

}  // namespace heddle
