// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/memory/cache/mshr_table.hpp"
#include "hw/memory/initiator_port.hpp"
#include "hw/memory/l2/data_port.hpp"
#include "hw/memory/l2/l2_access.hpp"
#include "hw/memory/l2/l2_config.hpp"
#include "hw/memory/l2/refused_versions.hpp"
#include "hw/memory/line/line_edge.hpp"
#include "hw/memory/slice_map.hpp"
#include "hw/memory/target_port.hpp"
#include "hw/memory/transaction.hpp"
#include "hw/sim/balance.hpp"

namespace heddle {

/// One slice of the L2 cache: write-back; each byte of a line is valid or not and dirty or not. Requests come
/// in order, wait the ROP latency and access the cache one after the other; a request that misses waits at
/// its line's MSHR, and others pass it. Accesses that share a byte keep their order. There are two data ports
/// of `port_bytes`, as in GPGPU-Sim. The access port serves hits, writes and lines that are written back; the
/// fill port what comes from DRAM. The oldest access that waits for a line is answered while the line is
/// filled; the others take the fill port, one after the other. What a miss
/// fetches is L2Config's (`fetch`, `write_miss`); an eviction writes the dirty bytes back, and so does a
/// write that missed where `write_miss` is `through`, once its line has come. Atomics read, modify and write
/// the line here in one access: this is the point of coherence.
///
/// Where lines are encoded above the L2 (LineEdge), they are stored as they came, beside their format. Then
/// lines are valid as a whole or not at all, and are written back as a whole; an access to a part of a line
/// reads a decoded copy, and a partial write leaves the line decoded. So partial writes of several SMs are
/// merged here. Where SMs restore lines it refuses both instead, and answers with the line; its lines have
/// versions for that (RefusedPart). With L2Config::tags a set holds more of them than `ways`, as far as their
/// bytes have room; a line that grows, or comes and is not known to be short, drives others out.
///
/// Initiators that bind to `in` see a TLM-2.0 target; malformed requests are answered with their error. What
/// binds to `out` must keep the order of accesses to one line and answer without errors.
class L2Slice : public sc_core::sc_module, public Clocked {
 public:
  using Payload = tlm::tlm_generic_payload;
  TargetPort in;
  InitiatorPort out;

  /// `domain` runs at the L2's clock. `edges`: the machine's line edges. Throws Error where lines are encoded
  /// and L2Config does not keep them whole.
  L2Slice(sc_core::sc_module_name name, unsigned index, const L2Config& config, const SliceMap& map,
          ClockDomain& domain, StatGroup& group, const LineEdges& edges = {});

  /// If set, called for each atomic after it has been performed, in that order.
  std::function<void(const Payload&)> on_atomic;

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override;

  /// Writes all dirty lines back, one after the other from now on; they stay here.
  void flush();
  /// Where the byte of a (global) address lies, or null when it is not valid here: for tests.
  unsigned char* byte(std::uint64_t address);
  /// Between the interconnect and the slice.
  LineEdge& edge() { return edge_; }
  /// To be called at the end of a launch, when the initiators have all their answers: throws Error when
  /// something is left, or when a set holds more than it has room for.
  void check_balance(const Balance& balance) const;
  /// Nothing is under way, neither from initiators nor to DRAM.
  bool idle() const;

 private:
  /// Latches that random stalls may hold.
  enum class Latch { answers, fills, waiters, dram_requests, accesses, flushed_lines, admissions };

  using Mshrs = MshrTable<L2Access>;
  enum class Kind : std::uint64_t { fetch, write_back };  ///< tag of what goes to DRAM
  /// Why the oldest request makes no progress.
  enum class Stall : std::uint8_t { none, responses, reservation };

  // Each does its part of a cycle.
  void answer(Cycle now);
  void receive(Cycle now);
  void serve_waiter(Cycle now);
  void access(Cycle now);
  void send();
  void flush_line(Cycle now);
  void admit(Cycle now);
  Cycle next(Cycle now);

  /// What became of the access; reservation_fail if it must be tried again.
  CacheOutcome attempt(const L2Access& a, Cycle now);
  CacheOutcome join(const L2Access& a, CacheLine& line);
  CacheOutcome miss(const L2Access& a, CacheLine* line, Cycle now);
  bool make_room(std::uint64_t line, unsigned bytes, Cycle now);
  /// Returns the cycles that it takes a data port.
  unsigned perform(const L2Access& a, CacheLine& line, Cycle now);
  /// Must the access be refused, as the line is encoded and only SMs decode? For a payload that cannot carry
  /// lines it is decoded here.
  bool refuses(const L2Access& a, const CacheLine& line) const {
    return refuses_ && a.decodes(line) && refused_part(*a.payload) != nullptr && !a.brings(line);
  }
  unsigned refuse(const L2Access& a, const CacheLine& line, Cycle now);
  void changed(CacheLine& line) {
    line.version = ++versions_;
    refused_versions_.forget(line.address);
  }
  void take_back(const L2Access& a, CacheLine* line, Cycle now);
  void count_atomic(const L2Access& a);
  void fetch(std::uint64_t line, const ByteMask& missing, Mshrs::Entry& entry);
  void write_back(const CacheLine& line, Cycle now);
  /// Returns the cycles that it takes a data port.
  unsigned send_line(const CacheLine& line);
  CacheOutcome write_around(const L2Access& a, Cycle now);
  /// A new transaction, which counts as under way from now on; the caller sets it up.
  Transaction& to_dram(Kind kind);
  /// Answers the oldest access that waits for the line and can be performed, and sends the line to DRAM where
  /// it is to be written through. Returns the cycles that it takes a data port, or 0 when there is none, or
  /// no room (can_serve).
  unsigned serve(Mshrs::Entry& entry, Cycle now);
  /// Is there room for what serving an access leaves behind?
  bool can_serve() const {
    return responses_.size() < config_.response_queue &&
           (written_through_ == nullptr || to_dram_.size() < config_.cache.queue);
  }
  bool admits() const;
  void arrive(Payload& payload, Cycle now);
  void fill(const Transaction& t, Cycle now);
  void respond_later(Payload& payload, Cycle now) {
    responses_.push({&payload, now + config_.cache.latency});
  }
  // l2_debug.cpp
  unsigned debug(Payload& payload);
  unsigned debug_lines(Payload& payload);
  bool debug_below(bool write, std::uint64_t line, LineBits bits);
  bool read_line(std::uint64_t line, LineBits to);
  bool write_line(std::uint64_t line, LineBits from);

  const L2Config config_;
  const SliceMap map_;
  const unsigned index_;
  CacheStatistics statistics_;
  Counter &cycles_, &atomics_;
  DataPort access_port_, fill_port_;
  Counter& response_full_;
  const LineCodecs codecs_;
  const bool refuses_;          ///< accesses to parts of encoded lines
  Counter* decoded_ = nullptr;  ///< where lines are encoded
  Counter *refused_ = nullptr, *restored_ = nullptr, *given_back_ = nullptr;  ///< where SMs restore them
  Counter* crowded_out_ = nullptr;                                            ///< where there are more tags
  Counter* written_through_ = nullptr;                                        ///< L2WriteMiss::through
  LineEdge edge_;
  CacheArray array_;
  Mshrs mshrs_;
  TransactionPool pool_;

  Ring<L2Access> arrivals_;  ///< on their way to the cache, in order
  Ring<std::pair<Payload*, Cycle>> responses_;
  std::vector<Mshrs::Entry*> filled_;  ///< whose waiters may be served
  Ring<Transaction*> to_dram_;
  Ring<CacheLine*> flushing_;   ///< lines that may be dirty
  std::uint64_t versions_ = 0;  ///< of all lines
  std::optional<StorageUse> formats_use_, versions_use_, refused_versions_use_;
  RefusedVersions refused_versions_;
  std::vector<Transaction*> write_backs_;  ///< that DRAM has not answered, oldest first
  Stall stall_ = Stall::none;
  bool stalled_write_ = false;
  bool evicts_ = false;  ///< the oldest request has evicted lines for their bytes in this cycle
};

}  // namespace heddle
