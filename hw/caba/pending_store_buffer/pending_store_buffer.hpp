// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/caba/pending_lines.hpp"

namespace heddle {

template <>
inline constexpr unsigned pin_bits<PendingKind> = 2;
template <>
inline constexpr unsigned pin_bits<PendingReach> = 2;
template <>
inline constexpr unsigned pin_bits<PendingOutcome> = 2;

/// A request of the SM on its way to memory. The one that comes while `ready` is not shown is not taken.
struct PendingRequest {
  PendingKind kind{};
  Bits<line_number_bits> line{};  ///< address / 128
  PendingBytes bytes{};           ///< that a store writes
  bool operator==(const PendingRequest&) const = default;
};

/// These lines are to leave.
struct PendingRelease {
  PendingReach reach{};
  Bits<pending_entry_bits> entry{};  ///< of one
  bool operator==(const PendingRelease&) const = default;
};

/// The line that leaves is taken at this edge.
struct PendingRoom {
  bool line;
  bool operator==(const PendingRoom&) const = default;
};

struct PendingReady {
  bool request;  ///< one that comes at this edge is taken
  bool operator==(const PendingReady&) const = default;
};

/// To the oldest request without an answer.
struct PendingAnswer {
  PendingOutcome outcome{};
  Bits<pending_entry_bits> entry{};  ///< 0 where the request passes
  bool complete = false;             ///< of a store: all bytes of its line are pending now
  bool operator==(const PendingAnswer&) const = default;
};

/// Stays until it is taken; its entry is free then.
struct LeavingLine {
  Bits<pending_entry_bits> entry{};
  Bits<line_number_bits> line{};
  PendingBytes bytes{};  ///< that were stored
  bool operator==(const LeavingLine&) const = default;
};

struct PendingState {
  std::uint32_t entries;  ///< bit e: entry e has a line
  bool operator==(const PendingState&) const = default;
};

struct PendingStoreBufferPins : Pins {
  BeatIn<PendingRequest> request{channels, "request"};
  BeatIn<PendingRelease> release{channels, "release"};
  LevelIn<PendingRoom> room{channels, "room"};
  LevelOut<PendingReady> ready{channels, "ready"};
  BeatOut<PendingAnswer> answer{channels, "answer"};
  BeatOut<LeavingLine> leave{channels, "leave"};
  LevelOut<PendingState> state{channels, "state"};
};

struct PendingStoreBufferConfig {
  unsigned entries = 8;

  static constexpr auto parameters() {
    return std::tuple{parameter(&PendingStoreBufferConfig::entries, "entries", "lines", 1u,
                                most_pending_lines,
                                "Vijaykumar2015 section 5.2.2: a few sets of the L1 or shared memory",
                                "lines of which stores are pending")};
  }
};

/// Which bytes of which lines wait in an SM for the rest of their line, and then for compression
/// (Vijaykumar2015, section 5.2.2); PendingLinesState has the rule. The bytes themselves lie in the SM's
/// memory, a line for each entry. An edge that takes a request and can answer it shows the answer.
class PendingStoreBuffer final : public BlockWith<PendingStoreBufferPins> {
 public:
  using Config = PendingStoreBufferConfig;
  using PinsType = PendingStoreBufferPins;
  static constexpr const char* block_name = "pending_store_buffer";
  /// What is released is marked at one edge and shown at the next; what is kept marks a line, likewise.
  static unsigned settle(const Config&) { return 3; }

  PendingStoreBuffer(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), state_(config.entries) {}

  Cycle tick(Cycle now) override;

 private:
  void show();

  PendingLinesState state_;
};

}  // namespace heddle
