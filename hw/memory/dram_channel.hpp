#pragma once

#include <vector>

#include "hw/memory/dram_config.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

struct DramPlace {
  unsigned channel, bank;
  std::uint64_t row;
  bool operator==(const DramPlace&) const = default;
};

/// Chunks of `interleave` bytes go round the channels; within a channel, rows go round the banks.
DramPlace dram_place(const DramConfig& config, std::uint64_t address);

enum class RowState { hit, closed, conflict };

/// When the parts of an access happen, in cycles of the command clock. Data are on the bus in
/// [data, end).
struct DramAccess {
  RowState row;
  Cycle column, data, end;
};

/// The bank and bus timing of one channel. Serves in order: an activate may overlap earlier bursts of other
/// banks, but commands of a kind and data keep the order of arrival, so each access is settled when it
/// arrives. Rows stay open until another row of the bank is wanted. Refresh and the occupation of the command
/// bus are not modelled.
class DramChannel {
 public:
  explicit DramChannel(const DramConfig& config) : config_(config), banks_(config.banks) {}

  /// An access of `bursts` x 32 B that is in the queue at `arrival`, not before its predecessors.
  DramAccess schedule(Cycle arrival, unsigned bank, std::uint64_t row, unsigned bursts, bool write);

 private:
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycle activate_from = 0, precharge_from = 0, column_from = 0;
  };

  DramConfig config_;
  std::vector<Bank> banks_;
  Cycle activate_from_ = 0, read_from_ = 0, bus_from_ = 0;
  bool last_was_read_ = false;
};

}  // namespace heddle
