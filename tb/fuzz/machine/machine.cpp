// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "hw/sm/hooks/technique.hpp"
#include "tb/fuzz/machine/knobs.hpp"
#include "tb/pairs/combinations.hpp"

namespace heddle::fuzz {
namespace {

const std::vector<std::string> presets{"fermi_jeon2015",        "gtx480_gpgpusim", "gtx480_lee2015",
                                       "gtx480_vijaykumar2015", "gtx480_wong2016", "gtx580_lal2017"};

class Drawing {
 public:
  explicit Drawing(Random& random) : random_(random) {}

  Machine draw(const MachineChoice& choice) {
    const auto& gpus = choice.gpus.empty() ? presets : choice.gpus;
    m_.gpu = gpus[random_.below(static_cast<std::uint32_t>(gpus.size()))];
    if (random_.one_in(2)) {
      draw_beside();
      return m_;
    }
    set("sms", random_.one_in(3) ? "2" : random_.one_in(4) ? "5" : "1");
    draw_techniques();
    set("sm.scheduler", any({"gto", "lrr", "two_level"}));
    if (random_.one_in(4)) set("sm.register_clock_gating", "true");
    if (random_.one_in(2)) {
      set("sm.isa", any({"ptx", "fermi", "fermi", "ptxplus"}));
      set("sm.optimize", any({"1", "2", "2"}));
    }
    if (random_.one_in(4)) {  // results come early, while earlier instructions are still under way
      set("sm.operations.integer.add.latency", "1");
      set("sm.result_buses", "8");
    }
    for (std::uint32_t n = random_.one_in(3) ? 0 : random_.below(6); n-- > 0;)
      set(knobs[random_.below(static_cast<std::uint32_t>(knobs.size()))]);
    if (random_.one_in(4)) {
      for (const Knob& knob : narrow)
        if (random_.one_in(2)) set(knob);
      if (random_.one_in(2)) {
        set("dram.controller.write_queue", "8");
        set("dram.controller.write_high", "6");
        set("dram.controller.write_low", "2");
      }
      set("dram.controller.check_protocol", "true");
    }
    if (random_.one_in(3)) {
      set("stalls.percent", any({"1", "3", "10", "25", "60"}));
      set("stalls.seed", std::to_string(random_.below(1000)));
    }
    if (random_.one_in(4)) draw_lane_gating();
    if (uses("warp_approximation") && random_.one_in(3)) set("sm.scalar_units", any({"1", "2"}));
    if (uses("warp_approximation") && !uses("warped_compression") && !uses("register_virtualization") &&
        random_.one_in(3))
      set("warp_approximation.scalar_file", "true");
    if (random_.one_in(5)) draw_compressed_lines();
    if (random_.one_in(4) && !chosen("register_virtualization.registers=1024")) draw_assist_warps();
    if (choice.rtl_one_in != 0 && random_.one_in(choice.rtl_one_in)) m_.rtl = draw_rtl();
    if ((uses("line_compression") || uses("caba")) && random_.one_in(2)) draw_l2_tags();
    return m_;
  }

 private:
  bool uses(std::string_view technique) const {
    return std::find(m_.techniques.begin(), m_.techniques.end(), technique) != m_.techniques.end();
  }

  /// Returns whether this assignment has been made.
  bool chosen(std::string_view assignment) const {
    return std::find(m_.assignments.begin(), m_.assignments.end(), assignment) != m_.assignments.end();
  }

  /// Draws a block of the machine that is to be RTL.
  std::string draw_rtl() {
    std::vector<std::string> blocks{"bank_arbiter"};
    const auto add = [&](std::initializer_list<const char*> more) {
      blocks.insert(blocks.end(), more.begin(), more.end());
    };
    // These techniques gate the register banks unless sm.power_gating is false.
    const bool gates = uses("warped_compression") || uses("register_virtualization");
    if (gates && !chosen("sm.power_gating=false")) add({"power_gate"});
    for (const std::string& t : m_.techniques) {
      if (t == "lane_power_gating") {
        add({"lane_power_gate"});
        continue;
      }
      if (t == "warp_approximation") {
        add({"similar_register_table", "representative_selector", "representative_decision",
             "value_broadcaster", "similarity_comparator", "mov_injector"});
        if (!chosen("warp_approximation.comparison_stages=1")) add({"similarity_selector"});
        if (chosen("warp_approximation.closed_loop.enabled=true")) add({"similarity_controller"});
        continue;
      }
      if (t == "line_compression") {
        if (!chosen("line_compression.executor=ideal")) {
          if (chosen("line_compression.what=fpc"))
            add({"fpc_compressor", "fpc_decompressor"});
          else if (chosen("line_compression.what=e2mc"))
            add({"huffman_compressor", "block_packer", "block_unpacker", "huffman_decoder", "codec_pool"});
          else if (chosen("line_compression.what=cpack"))
            add({"cpack_compressor", "cpack_decompressor"});
          else if (chosen("line_compression.what=best"))
            add({"bdi_line_compressor", "bdi_line_decompressor", "fpc_compressor", "fpc_decompressor",
                 "cpack_compressor", "cpack_decompressor", "best_of_all_selector"});
          else
            add({"bdi_line_compressor", "bdi_line_decompressor"});
        }
        if (chosen("line_compression.e2mc.sampling=tables")) add({"value_frequency_table"});
        if (!chosen("line_compression.metadata=ideal")) add({"metadata_cache"});
        continue;
      }
      if (t == "caba") {
        add({"assist_warp_store", "assist_warp_controller", "assist_warp_buffer"});
        if (chosen("caba.what=none")) continue;
        add({"pending_store_buffer"});
        if (!chosen("caba.metadata=ideal")) add({"metadata_cache"});
        continue;
      }
      if (t == "register_virtualization") {
        add({"renaming_table", "register_allocator", "release_flag_cache", "release_decoder", "cta_throttle",
             "register_spill_unit", "release_flag_latch", "free_register_counter", "freed_register_queue"});
        continue;
      }
      add({"range_indicator_table"});
      if (chosen("warped_compression.divergence=move")) add({"mov_injector"});
      if (chosen("warped_compression.divergence=thread"))
        add({"thread_compressor", "thread_decompressor", "thread_width_table"});
      else
        add({"bdi_compressor", "bdi_decompressor"});
    }
    return blocks[random_.below(static_cast<std::uint32_t>(blocks.size()))];
  }

  const char* any(std::initializer_list<const char*> values) {
    return values.begin()[random_.below(static_cast<std::uint32_t>(values.size()))];
  }
  void set(const Knob& knob) {
    set(knob.key, knob.values[random_.below(static_cast<std::uint32_t>(knob.values.size()))]);
  }
  /// Sets a key, unless it has been set before.
  void set(const std::string& key, const std::string& value) {
    const auto same = [&](const std::string& a) { return a.starts_with(key + "="); };
    if (std::none_of(m_.assignments.begin(), m_.assignments.end(), same))
      m_.assignments.push_back(key + "=" + value);
  }

  /// Two techniques or three in variants of configs/pairs.yaml, and little of up to three resources.
  void draw_beside() {
    const pairs::Variants& all = variants();
    const auto draw = [&](const auto& list) -> const auto& {
      return list[random_.below(static_cast<std::uint32_t>(list.size()))];
    };
    pairs::Combination c;
    const std::size_t size = random_.one_in(2) ? 2 : 3;
    constexpr unsigned attempts = 100;  // most machines exist; none is a machine without techniques
    for (unsigned n = 0; n < attempts; ++n) {
      c.parts.clear();
      while (c.parts.size() < size) {
        const pairs::TechniqueVariants& technique = draw(all.techniques);
        const pairs::Variant& variant = draw(technique.variants);
        // A layer is no assignment, and what some workloads have is in no random kernel.
        if (!c.has(technique.name) && variant.config.empty() && variant.workloads.empty())
          c.parts.push_back({&technique, &variant});
      }
      const PlatformOptions machine = pairs::machine_of(all, c);
      if (!exists(machine)) continue;
      m_.techniques = machine.techniques;
      m_.assignments = machine.assignments;
      break;
    }
    set("sms", any({"1", "1", "2"}));
    set("sm.scheduler", any({"gto", "lrr", "two_level"}));
    for (std::uint32_t n = random_.below(4); n-- > 0;) {
      const pairs::Resource& r = draw(all.resources);
      if (r.technique.empty() || c.has(r.technique)) set(r.key, draw(r.values));
    }
    if (random_.one_in(4)) set("stalls.percent", any({"3", "25"}));
  }
  static const pairs::Variants& variants() {
    static const pairs::Variants all = pairs::load_variants(pairs::variants_file());
    return all;
  }
  /// Is there such a machine, which needs no run of the program ahead?
  bool exists(PlatformOptions machine) const {
    machine.gpu = m_.gpu;
    try {
      const Platform platform = resolve_platform(machine);
      return std::ranges::all_of(platform.techniques, [](const auto& t) { return t->first_pass().empty(); });
    } catch (const Error&) {
      return false;
    }
  }

  /// Regions: the kernel, or marked parts. At level 0 results are exact, so that all oracles check them.
  void draw_approximation() {
    m_.techniques.push_back("warp_approximation");
    set("warp_approximation.regions", any({"kernel", "kernel", "marked"}));
    if (random_.one_in(2)) set("warp_approximation.exclude", "addresses");
    set("warp_approximation.level", any({"0", "0", "1", "5", "12", "23", "31"}));
    if (random_.one_in(2)) set("warp_approximation.representative", any({"highest", "middle"}));
    if (random_.one_in(3)) set("warp_approximation.comparators", any({"1", "4"}));
    if (random_.one_in(3)) set("warp_approximation.comparison_stages", "1");
    for (const char* off : {"exact_scalars", "scalar_execution", "keep_unwritten"})
      if (random_.one_in(4)) set(fmt::format("warp_approximation.{}", off), "false");
    if (random_.one_in(4)) draw_closed_loop();
    if (!chosen("warp_approximation.comparators=4") && random_.one_in(3))
      set("warp_approximation.single_bit", "true");
  }

  /// Windows are short, so that d changes often. Results are approximated at every level then.
  void draw_closed_loop() {
    const std::string loop = "warp_approximation.closed_loop.";
    set(loop + "enabled", "true");
    set(loop + "controller.window", any({"16", "40", "200"}));
    set(loop + "controller.hysteresis", any({"0", "0", "2"}));
    set(loop + "error", any({"1", "10", "60"}));
    if (random_.one_in(2)) set(loop + "initial", any({"6", "16", "31"}));
  }

  /// Returns false where the L2 does not keep lines whole: it may have been drawn to write around itself.
  bool draw_whole_lines() {
    set("l2.write_miss", any({"fetch", "fetch", "through"}));
    if (!chosen("l2.write_miss=fetch") && !chosen("l2.write_miss=through")) return false;
    set("l2.fetch", "line");
    return true;
  }
  void draw_compressed_lines() {
    if (!draw_whole_lines()) return;
    m_.techniques.push_back("line_compression");
    set("line_compression.where", any({"controller", "l2", "sm"}));
    set("line_compression.executor", any({"blocks", "blocks", "ideal"}));
    if (random_.one_in(3)) set("line_compression.granularity", "64");
    if (random_.one_in(4)) set("line_compression.metadata", "ideal");
    if (random_.one_in(2)) set("line_compression.metadata_miss", "parallel");
    if (random_.one_in(2)) set("line_compression.metadata_cache.bytes", any({"256", "512"}));
    if (random_.one_in(3)) set("line_compression.metadata_cache.ways", any({"1", "2"}));
    if (random_.one_in(3)) set("line_compression.metadata_cache.block_bytes", "64");
    if (random_.one_in(3)) set("line_compression.bdi.base", "first_value");
    if (random_.one_in(3)) set("line_compression.bdi.compression_latency", any({"1", "2", "16"}));
    if (random_.one_in(3)) set("line_compression.bdi.decompression_latency", any({"2", "16"}));
    set("line_compression.what", any({"bdi", "fpc", "cpack", "best", "e2mc"}));
    if (random_.one_in(4)) set("line_compression.encode_merged", "false");
    if (random_.one_in(2)) set("line_compression.fpc.segment_words", any({"2", "4", "8", "16"}));
    if (chosen("line_compression.what=e2mc")) draw_huffman_codes();
    if (chosen("line_compression.what=best")) draw_selection();
    if (chosen("line_compression.what=cpack") || chosen("line_compression.what=best"))
      set("line_compression.cpack.dictionary_values", any({"4", "16"}));
  }

  /// Subroutines that count some kinds of events, of which there may be more than records.
  void draw_user_subroutines() {
    std::string all;
    for (unsigned k = 0, last = random_.below(3); k <= last; ++k) {
      const std::string event =
          any({"load", "store", "atomic", "miss", "fill", "split", "barrier", "warp", "cycles"});
      const std::string priority = any({"low", "high"});
      all += fmt::format(
          "{}{{name: s{}, file: profile/count_events, memory: 8, event: {}, priority: {}, lossy: {}}}",
          k == 0 ? "" : ", ", k, event, priority, any({"false", "false", "true"}));
    }
    set("caba.subroutines", "[" + all + "]");
    set("caba.records", any({"2", "16", "64"}));
  }

  /// Assist warps that compress lines, also with hardly any entries, slots and patience.
  void draw_assist_warps() {
    if (!draw_whole_lines()) return;
    m_.techniques.push_back("caba");
    if (uses("line_compression"))  // one technique compresses lines
      set("caba.what", "none");
    else
      set("caba.what",
          any({"bdi", "bdi_last", "fpc", "fpc", "cpack", "cpack", "best", "best_ideal", "none"}));
    if (chosen("caba.what=best") || chosen("caba.what=best_ideal")) set("caba.store.words", "1024");
    const bool alone = chosen("caba.what=none"), users = alone || random_.one_in(3);
    if (users) draw_user_subroutines();
    set("caba.controller.entries", any({alone || !users ? "1" : "2", "3", "8", "48"}));
    set("caba.controller.depth", any({"1", "2", "4"}));
    set("caba.controller.low_slots", any({"1", "2", "4"}));
    set("caba.pending_stores", any({"1", "8", "16"}));
    set("caba.part_copies", any({"1", "8", "64"}));
    set("caba.l2", any({"compressed", "uncompressed"}));
    if (chosen("caba.what=bdi")) set("caba.direct_load", any({"true", "false"}));
    set("caba.controllers_compress", any({"true", "false"}));
    set("caba.patience", any({"1", "100", "2000"}));
    set("caba.shared_registers", any({"false", "true"}));
    if (uses("register_virtualization")) {  // it maps the registers of threads
      set("caba.registers", "entry");
      set("register_virtualization.reserved", "512");
    } else {
      set("caba.registers", any({"parent", "parent", "entry"}));
    }
    if (random_.one_in(3)) set("caba.controller.throttle_window", "16");
    if (random_.one_in(3)) set("caba.controller.least_idle", "16");
    if (random_.one_in(3)) set("caba.controller.most_busy", "2");
    if (random_.one_in(3)) set("caba.line_ports", "2");
    if (random_.one_in(3)) set("caba.granularity", "64");
    if (random_.one_in(4)) set("caba.metadata", "ideal");
    if (random_.one_in(2)) set("caba.metadata_miss", "parallel");
  }

  /// An L2 that holds more lines where they are short, and may have room for a few whole ones only.
  void draw_l2_tags() {
    set("l2.tags", any({"2", "4"}));
    set("l2.segment_bytes", any({"1", "8", "8", "32"}));
  }

  /// Of the best codec of each line; with several orders of their decompression latencies.
  void draw_selection() {
    set("line_compression.best.selection_latency", any({"1", "1", "4"}));
    set("line_compression.best.margin", any({"0", "0", "1", "2"}));
    if (random_.one_in(2)) set("line_compression.fpc.decompression_latency", any({"1", "8"}));
    if (random_.one_in(3)) set("line_compression.cpack.compression_latency", any({"1", "5"}));
  }

  /// Online ones: kernels are short, and so is the sampling phase.
  void draw_huffman_codes() {
    const std::string e2mc = "line_compression.e2mc.";
    set(e2mc + "sampled_instructions", any({"0", "300", "3000"}));
    set(e2mc + "symbol_bits", any({"4", "8", "16", "16", "32"}));
    set(e2mc + "ways", any({"1", "2", "4", "8"}));
    set(e2mc + "entries", any({"16", "128", "1024"}));
    set(e2mc + "compressors", any({"1", "3"}));
    set(e2mc + "sampling", any({"tables", "tables", "software"}));
    set(e2mc + "sampler_lines", any({"1", "8"}));
    set(e2mc + "replacement", any({"least_count", "decay"}));
    set(e2mc + "decoders", any({"8", "16"}));
    set(e2mc + "unit_policy", any({"lowest_free", "round_robin"}));
    if (random_.one_in(3)) set(e2mc + "compressor_mhz", any({"700", "3000"}));
    if (random_.one_in(3)) set(e2mc + "decoder_mhz", any({"924", "3000"}));
  }

  void draw_lane_gating() {
    m_.techniques.push_back("lane_power_gating");
    if (random_.one_in(2)) set("lane_power_gating.idle_detect", any({"1", "2", "40"}));
    if (random_.one_in(2)) set("lane_power_gating.wake_up", any({"0", "1", "14", "64"}));
  }

  void draw_techniques() {
    // 0: none; 1: compression; 2 and 3: virtualization; 4: both; 5 to 8: approximation alone, with
    // virtualization, with compression, with both.
    const std::uint32_t what = random_.below(9);
    const bool approximates = what >= 5, compresses = what == 1 || what == 4 || what >= 7,
               virtualizes = what >= 2 && what != 5 && what != 7;
    if (approximates) draw_approximation();
    if (compresses) {
      m_.techniques.push_back("warped_compression");
      set("warped_compression.divergence", approximates ? "move" : any({"move", "merge", "thread"}));
      if (random_.one_in(3)) set("warped_compression.choices", any({"1", "2", "4", "127"}));
      if (random_.one_in(3)) set("warped_compression.compressors", any({"1", "2", "4"}));
      if (random_.one_in(3)) set("warped_compression.compression_latency", any({"1", "2", "8"}));
      if (random_.one_in(3)) set("warped_compression.decompression_latency", any({"1", "3", "8"}));
    }
    if (virtualizes) {
      m_.techniques.push_back("register_virtualization");
      // Whole, half and smaller register files; a CTA that runs alone must fit.
      static constexpr const char* sizes[] = {"1024", "1024", "512", "256", "128"};
      set("register_virtualization.registers", sizes[random_.below(5)]);
      if (random_.one_in(3)) set("register_virtualization.table_bytes", any({"512", "1024", "3780"}));
      if (random_.one_in(3)) set("register_virtualization.flag_entries", any({"1", "4", "10"}));
      if (random_.one_in(4)) set("register_virtualization.guaranteed_ctas", any({"1", "4", "8"}));
      if (random_.one_in(6)) set("register_virtualization.release", "end");
      if (random_.one_in(3)) set("register_virtualization.flags", "slot");
      if (!random_.one_in(3)) {  // a physical register is soon mapped and read again
        set("sm.power_gate.wake_up", "1");
        set("sm.operations.integer.add.latency", "1");
        set("sm.result_buses", "8");
        // Under two_level scheduling a few warps take turns, and map the same register one after another.
        if (!random_.one_in(3)) set("sm.scheduler", "two_level");
      }
    }
    if (!m_.techniques.empty() && random_.one_in(3)) set("sm.power_gating", "false");
    if (random_.one_in(4)) set("sm.power_gate.wake_up", any({"1", "3", "10", "30"}));
  }

  Random& random_;
  Machine m_;
};

}  // namespace

Machine draw_machine(Random& random, const MachineChoice& choice) {
  Machine m = choice.pinned ? choice.fixed : Drawing(random).draw(choice);
  m.check = choice.check;
  if (!m.check) m.threads = 1 + static_cast<unsigned>(random.below(3));
  return m;
}

}  // namespace heddle::fuzz
