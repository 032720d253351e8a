// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"
#include "hw/caba/assist_warp_store/assist_warp_store.hpp"
#include "hw/caba/lines/line_profile.hpp"
#include "hw/caba/user/user_subroutine.hpp"
#include "hw/line_compression/stored_lines.hpp"
#include "hw/sm/types/kernel_plan.hpp"
#include "models/base/parameter.hpp"
#include "models/caba/pending_lines.hpp"

namespace heddle {

/// Whose registers assist warps have.
enum class AssistRegisters : std::uint8_t {
  parent,      ///< windows of their parent's
  entry,       ///< windows of the SM, behind the registers of all CTAs
  unallocated  ///< such windows in the registers that are left when as many CTAs are resident as fit
};
constexpr auto names_of(AssistRegisters) {
  return std::array{Named{AssistRegisters::parent, "parent"}, Named{AssistRegisters::entry, "entry"},
                    Named{AssistRegisters::unallocated, "unallocated"}};
}

/// How the L2 keeps a line that comes compressed from DRAM.
enum class AssistedL2 : std::uint8_t {
  compressed,   ///< as it comes
  uncompressed  ///< as the first SM that reads it has decompressed it, unless it is dirty
};
constexpr auto names_of(AssistedL2) {
  return std::array{Named{AssistedL2::compressed, "compressed"},
                    Named{AssistedL2::uncompressed, "uncompressed"}};
}

/// Assist warps (Vijaykumar2015): memory lines that they compress and decompress (section 5), and user
/// subroutines.
struct CabaConfig {
  std::string what = "bdi";
  AssistEnable enable = AssistEnable::always;
  double least_stalls = 50;
  double least_saving = 10;
  LineProfile profile{};
  AssistWarpControllerConfig controller{.entries = 48};  // an entry for each warp of the paper's SMs
  AssistWarpStoreConfig store;
  unsigned line_ports = 1;
  unsigned pending_stores = 8;
  unsigned patience = 2000;
  unsigned stores_of_line = 32;
  unsigned writes_under_way = 64;
  unsigned part_copies = 64;
  unsigned events = 16;
  AssistedL2 l2 = AssistedL2::compressed;
  bool direct_load = false;
  bool controllers_compress = false;
  AssistRegisters registers = AssistRegisters::parent;
  unsigned windows = 8;
  bool shared_registers = false;
  unsigned granularity = 32;
  LineMetadata metadata = LineMetadata::cache;
  MetadataMiss metadata_miss = MetadataMiss::serial;
  MetadataCacheConfig metadata_cache{.bytes = 4096};  // half of a controller's 8 KB for each of its channels
  LineQueuesConfig queues{};
  std::vector<UserSubroutineConfig> subroutines{};
  unsigned records = 64;
  unsigned most_instructions = 10'000;

  static constexpr auto parameters() {
    using C = CabaConfig;
    return std::tuple{
        parameter(
            &C::what, "what", "Vijaykumar2015 sections 5.1.2 to 5.1.4 and 7.3",
            "which subroutines work on lines: bdi, bdi_last (beginning with the encoding that succeeded "
            "last), "
            "fpc, cpack, best (the smallest of the three for each line) or best_ideal (the same, which an "
            "oracle selects); e2mc, which they decode and hardware encodes; none: lines stay as they are. "
            "Those of "
            "best "
            "need a larger store.words"),
        parameter(&C::enable, "enable", "Vijaykumar2015 section 5.3.1",
                  "when lines are compressed: always, never, or where a profile says that it pays (auto), "
                  "for which a run with enable=profile is made ahead"),
        parameter(&C::least_stalls, "least_stalls", "%", 0.0, 100.0,
                  "modelling choice: 61 % on average of what memory bounds, Vijaykumar2015 section 2",
                  "with auto: of the issue slots, in which memory or data stall all warps"),
        parameter(&C::least_saving, "least_saving", "%", 0.0, 100.0, "Vijaykumar2015 section 6",
                  "with auto: of the bursts to and from DRAM, that compression saves"),
        section(&C::profile, "profile", "what such a run has found"),
        section(&C::controller, "controller", "the assist warp controller and the assist warp buffer"),
        section(&C::store, "store", "the assist warp store"),
        parameter(&C::line_ports, "line_ports", "pipelines", 1u, 4u, "modelling choice",
                  "ports of an SM through which assist warps access lines, an instruction a cycle each"),
        parameter(&C::pending_stores, "pending_stores", "lines", 1u, most_pending_lines,
                  "Vijaykumar2015 section 5.2.2: a few sets of the L1 or shared memory",
                  "lines of an SM whose stores wait for the rest of the line and for compression; more leave "
                  "uncompressed"),
        parameter(&C::patience, "patience", "cycles", 1u, 1000000u, "modelling choice",
                  "within which a stored line leaves uncompressed: low priority may never be issued"),
        parameter(
            &C::stores_of_line, "stores_of_line", "requests", 1u, 1024u, "modelling choice",
            "to a pending line of an SM, each of which is answered with the line; for one more it leaves"),
        parameter(&C::writes_under_way, "writes_under_way", "lines", 1u, 1024u, "modelling choice",
                  "that have left an SM's pending stores and are not answered; more stay pending"),
        parameter(&C::part_copies, "part_copies", "requests", 1u, 1024u,
                  "Vijaykumar2015 section 5.2.2: buffered in the L1",
                  "stores of parts of lines and atomics of an SM, of which it keeps a copy until the L2 has "
                  "performed them, since it may refuse them; more wait"),
        parameter(
            &C::events, "events", "events", 1u, 1024u,
            "modelling choice: as many as the SM's edge holds lines that come",
            "lines that wait for an assist warp of an SM, of each priority; more wait at the SM's edge, "
            "among the pending stores, the copies of parts and the loads"),
        parameter(
            &C::l2, "l2", "Vijaykumar2015 section 7.6",
            "how the L2 keeps lines that are read: as they come from DRAM (compressed), or as the first "
            "SM that reads them has decompressed them and gives them back (uncompressed)"),
        parameter(&C::direct_load, "direct_load", "Vijaykumar2015 section 7.6",
                  "the L1 data cache holds compressed lines, and a load takes the bytes that it wants out of "
                  "all its lines by one assist warp, at each hit; of BDI alone"),
        parameter(&C::controllers_compress, "controllers_compress", "modelling choice",
                  "memory controllers compress by hardware of the same code what comes to them uncompressed; "
                  "assist warps decompress it, too"),
        parameter(
            &C::registers, "registers", "Vijaykumar2015 section 4.2: parent",
            "where assist warps have their registers: behind those of each thread of the program "
            "(parent), in windows of the SM behind those of all CTAs (entry), or in as many such windows as "
            "the registers hold that no CTA takes (unallocated)"),
        parameter(&C::windows, "windows", "assist warps", 1u, most_assist_warps, "modelling choice",
                  "with registers=entry: windows of registers of an SM; no more assist warps live at a time. "
                  "With registers=unallocated: where fewer are left, a CTA makes way"),
        parameter(&C::shared_registers, "shared_registers", "modelling choice",
                  "the assist warps of a parent share one window of registers, so that one lives in it at a "
                  "time: a line that comes displaces the compression of a stored one"),
        parameter(
            &C::granularity, "granularity", "bytes", 32u, 64u, "Lal2017 section III-C",
            "a compressed line takes a multiple of this size in DRAM and on the interconnect: 32 or 64"),
        parameter(&C::metadata, "metadata", "Vijaykumar2015 section 5.3.2",
                  "how a memory controller knows in how many bursts a line is stored: a cache of metadata "
                  "that lie in DRAM, or without storage and time (ideal)"),
        parameter(&C::metadata_miss, "metadata_miss", "Lal2017 section III-D leaves it open",
                  "what a read does while its line's metadata are fetched: it waits for them (serial), or "
                  "reads the whole line (parallel)"),
        section(&C::metadata_cache, "metadata_cache", "the metadata cache of a channel"),
        section(&C::queues, "queues", "what waits in edges, and around the metadata caches"),
        section(&C::subroutines, "subroutines", "user subroutines, and what triggers them"),
        parameter(&C::most_instructions, "most_instructions", "instructions", 1u, 1'000'000'000u,
                  "modelling choice",
                  "of an assist warp: one that issues more has a subroutine that does not end, which is an "
                  "error"),
        parameter(&C::records, "records", "events", 2u, 1024u, "modelling choice",
                  "events for user subroutines that an SM keeps until their assist warps have ended; no warp "
                  "issues while more than half of the records are in use, further events are lost")};
  }
  /// Are lines that were decompressed for an SM given to the L2?
  bool gives_back() const { return l2 == AssistedL2::uncompressed; }
  /// Are lines compressed?
  bool compresses() const {
    return what != "none" &&
           (enable == AssistEnable::always || (enable == AssistEnable::automatic && pays()));
  }
  /// Does the profile say that it pays?
  bool pays() const {
    return profile.measured && profile.stalls >= least_stalls && profile.saving >= least_saving;
  }
  /// Assist warps of an SM that have registers at a time, in a kernel; `window`: registers of a window of the
  /// SM, 0 where parents have them.
  unsigned most_at_a_time(unsigned window, const PlanRequest& request) const;
  /// Throws Error for another granularity, a way to compress that there is not, two subroutines of a name,
  /// a profile where nothing could be compressed, and more events than the trigger table has rows.
  void validate() const;
};

}  // namespace heddle
