// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "hw/caba/lines/request_bits.hpp"
#include "hw/caba/pending_store_buffer/pending_store_buffer.hpp"
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "hw/caba/warps/assist_warps.hpp"
#include "hw/memory/transaction.hpp"
#include "hw/sm/hooks/store_path.hpp"
#include "models/caba/line_slot.hpp"
#include "models/energy/storage_use.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

struct PendingStoresConfig {
  PendingStoreBufferConfig buffer;
  Cycle patience;                             ///< in which a line leaves that nothing else makes leave
  unsigned granularity;                       ///< bytes, of which a compressed line takes a multiple
  unsigned stores_of_line, writes_under_way;  ///< most
  unsigned low_assist_warps;                  ///< most at a time, of which some may work for nobody any more
  /// Null: nobody compresses, and complete lines leave at once, as they are.
  LineSubroutines::EventOfStore event_of_store;
};

/// The stores of an SM that wait for the rest of their line, and then for the assist warp that compresses it
/// (Vijaykumar2015, section 5.2.2). The block says where a store's bytes belong, which lines leave and with
/// which bytes; here are the bytes, a line of the L1 for each entry, and the stores that want their answer.
///
/// A line leaves compressed when its assist warp has ended: then this SM has written all of it. It leaves
/// uncompressed for a store that finds no room, a load, a fence or another access that others must see, when
/// it has waited for long, and when no warp is left that an assist warp could have for a parent; an
/// incomplete one, when a CTA ends, too. It leaves as it is, too, for a store that finds as many of that line
/// that want their answer as there may be; and none leaves while as many are on their way to memory as there
/// may be.
class PendingStores final : public sc_core::sc_module, public StorePath {
 public:
  PendingStores(sc_core::sc_module_name name, const PendingStoresConfig& config, AssistWarps& warps,
                const SmTechniqueParts& parts);

  /// The lines, those that assist warps compress, who is to be answered when a line is, and the requests that
  /// wait.
  static std::array<Storage, 4> storage(const PendingStoresConfig& config);

  bool room() const override { return in_.size() < most_waiting && out_.size() < most_waiting; }
  void take(Transaction& t) override;
  Transaction* front() const override { return out_.empty() ? nullptr : out_.front(); }
  void pop() override { out_.pop(); }
  bool answered(Transaction& t) override;
  bool has_answer() const override { return !answers_.empty(); }
  Transaction& take_answer() override;

  // Of its owner, behind the assist warps in `begin_cycle`, and before them in `end_cycle`.
  void cta_ends() { cta_ended_ = true; }
  void begin_cycle();
  void end_cycle();
  bool busy() const;
  Cycle next() const { return age_at_; }
  void check_balance(const Balance& balance) const;

 private:
  /// The work of an assist warp, which outlives the line's wish for it.
  struct Compression {
    AssistTask task;
    LineSlot slot;
    bool taken = false;      ///< some line waits for it
    bool submitted = false;  ///< its event has found room
  };
  struct Line {
    std::array<unsigned char, line_bytes> bytes{};
    std::vector<Transaction*> stores{};  ///< that get their answer with this line's
    Compression* compression = nullptr;
    std::optional<StoredLine> compressed{};
    bool decided = false;       ///< its assist warp has ended: it may leave
    bool full = false;          ///< it was made to leave, since no more of its stores could be answered
    Counter* reason = nullptr;  ///< why it leaves uncompressed, if that is known
  };
  struct Write {
    Transaction* request;
    std::vector<Transaction*> stores;
  };

  void take_answer_of_block();
  void store(Transaction& t, const PendingAnswer& answer);
  void serve(Transaction& t, const Line& line);
  void compress(Line& line, unsigned warp);
  void forget_compression(Line& line);
  void see_compressions();
  void submit(Compression& c);
  static bool ended(const Compression& c) { return c.submitted && c.task.state == AssistTask::State::over; }
  void finish(Line& line);
  void take_leaving();
  void send(const LeavingLine& leaving);
  void put_bytes(Transaction& t, const LeavingLine& leaving, const Line& line);
  void count(const Line& line, bool complete);
  bool access_waits() const;
  void ask();
  bool full(const Line& line) const { return line.stores.size() + asked_.size() >= config_.stores_of_line; }
  void show_room();
  void release();
  std::optional<PendingRelease> choose_release(std::uint32_t pending);
  std::uint32_t pending() const { return state_.shown().payload.entries; }
  static bool finds_no_parent(const Line& line);

  static constexpr unsigned most_waiting = 4;  ///< requests on their way in, and on their way out
  const PendingStoresConfig config_;
  AssistWarps& warps_;
  std::unique_ptr<BlockWith<PendingStoreBufferPins>> block_;
  Wire<Beat<PendingRequest>> request_{"request"};
  Wire<Beat<PendingRelease>> release_{"release"};
  Wire<Level<PendingRoom>> room_{"room"};
  Wire<Level<PendingReady>> ready_{"ready"};
  Wire<Beat<PendingAnswer>> answer_{"answer"};
  Wire<Beat<LeavingLine>> leave_{"leave"};
  Wire<Level<PendingState>> state_{"state"};

  std::vector<Line> lines_;  ///< by entry
  std::deque<Compression> compressions_;
  TransactionPool pool_;
  std::vector<Write> writes_;  ///< its own, that memory has not answered
  Ring<Transaction*> in_, out_, answers_;
  Transaction* shows_ = nullptr;  ///< on the block's pins
  Ring<Transaction*> asked_;      ///< that the block has taken, and not answered
  bool shows_room_ = false;       ///< so that it takes the line away that leaves
  bool cta_ended_ = false, shown_ = false;
  unsigned awake_ = 0;       ///< cycles in which a release may still show
  Cycle age_at_ = never;     ///< of the next release of old lines
  unsigned lines_held_ = 0;  ///< in which something is stored
  std::uint32_t last_ = 0;   ///< the first stored byte of the line that was compressed last; 0: none was

  StorageUse lines_use_, slots_use_, answers_use_, requests_use_;
  Counter &stores_, &lines_stored_, &lines_left_, &parts_left_, &loads_served_, &compressed_;
  Counter &crowded_, &crowded_parts_, &late_, &fenced_, &left_, &plain_, &displaced_, &full_;
};

inline std::array<Storage, 4> PendingStores::storage(const PendingStoresConfig& config) {
  constexpr unsigned warp_bits = 6, client_bits = 2;
  const unsigned lines = config.buffer.entries;
  // On their way in, on the pins, and on their way out: what is answered and what leaves may come at once.
  constexpr unsigned requests = most_waiting + 1 + 2 * most_waiting + 1;
  const auto of = [](const char* name, const char* description, unsigned entries, unsigned bits) {
    return Storage{
        .name = name, .in = "sm_total", .description = description, .entries = entries, .bits = bits};
  };
  return {of("pending_lines", "bytes of pending stores", lines, 8 * line_bytes),
          of("lines_to_compress", "complete lines that assist warps compress",
             config.event_of_store ? lines + config.low_assist_warps : 0, 8 * LineSlot::size),
          of("stores_to_answer", "stores of each pending line and each one on its way to memory",
             lines + config.writes_under_way, config.stores_of_line * (warp_bits + client_bits)),
          of("pending_requests", "requests on their way into pending stores and out of them", requests,
             request_bits)};
}

}  // namespace heddle
